/**
 * Events as the accountants see them: each release with its dominating pair, on its sample, and how often.
 *
 * Events of events are opened: times multiply, and releases without a sample of their own stand side by side. What is on one sample
 * stays together, as one release of several parts (`sampled-event.ts` has the theorems).
 */
import { requireKnownNames } from "../../numerics/parameters.ts";
import { refuse, requireFunction, requireInteger, requireList } from "../../numerics/requirements.ts";
import { type Guarantee, requireGuarantee } from "../guarantees/guarantee.ts";
import type { DominatingPair } from "../guarantees/mechanism.ts";
import type { Neighbours } from "../guarantees/neighbours.ts";
import { composedPair, deferredPair, symmetricPair } from "../loss/composed-pair.ts";
import type { PldEvent } from "../loss/pld-accountant.ts";
import { type PldPair, type ReleaseName, requirePair } from "../loss/privacy-loss.ts";
import { listsAll, sampledFinitePld } from "../loss/sampled-pld.ts";
import { withoutReplacementPld } from "../loss/without-replacement-pld.ts";
import type { BatchSampling, PoissonSampling, PrivacyEvent, Release, Releases } from "./privacy-event.ts";
import { kindOf, RELEASE_KINDS } from "./releases/release-kinds.ts";

/** An event as the accountants see it. */
export interface ReadEvent {
  readonly name: string;
  readonly times: number;
  /** Undefined for a guarantee or a loss alone, which speak of whatever relation is meant. */
  readonly neighbours: Neighbours | undefined;
  readonly guarantee: Guarantee | undefined;
  /** By its kind, where it has one of the table; without sampling. */
  readonly named: ReleaseName | undefined;
  /** Undefined unless several releases are made on one sample. */
  readonly parts: readonly ReadEvent[] | undefined;
  /** 1 without sampling. */
  readonly samplingRate: number;
  /** Undefined unless the sample is a batch drawn without replacement, and not of all records. */
  readonly batch: BatchSampling | undefined;
  /** Of one release, sampled as it is; undefined if none is known, or nothing is lost. */
  readonly pair: DominatingPair | undefined;
  /** Whether nothing is lost. */
  readonly silent: boolean;
}

/** Reads a release, an event, or a list of either, whose mechanisms must have one neighbouring relation. */
export function readEvents(events: Releases): readonly ReadEvent[] {
  const read = readReleases(events);
  requireOneRelation(read);
  return read;
}

export function readReleases(releases: Releases): readonly ReadEvent[] {
  if (Array.isArray(releases)) {
    requireList("events", releases); // no holes
    if (releases.length === 0) refuse("events", "one or more events", releases);
    return releases.flatMap(readReleases);
  }
  if (typeof releases !== "object" || releases === null)
    return refuse("events", "a mechanism, an event, or a list of either", releases === null ? null : typeof releases);
  return isEvent(releases) ? readEvent(releases) : [readRelease(releases as Release)];
}

function isEvent(releases: object): releases is PrivacyEvent {
  return "mechanism" in releases && !("guarantee" in releases);
}

function requireOneRelation(read: readonly ReadEvent[]): void {
  const [first, ...others] = read.filter(({ neighbours }) => neighbours !== undefined);
  for (const { name, neighbours } of others)
    if (neighbours !== first.neighbours)
      refuse(`neighbours of ${name}`, `${first.neighbours}, as of ${first.name}`, neighbours);
}

function readEvent(event: PrivacyEvent): readonly ReadEvent[] {
  const { mechanism, times = 1, sampling } = event;
  requireInteger({ times }, 1);
  if ("samplingRate" in event)
    refuse("samplingRate", "given to poissonSampled(mechanism, { samplingRate, times })", event.samplingRate);
  requireKnownNames(event, ["mechanism", "times", "sampling"], "event");
  if (typeof mechanism !== "object" || mechanism === null)
    refuse("mechanism", "a mechanism, a guarantee, a release by its kind or a privacy-loss distribution", mechanism);
  const parts = readReleases(mechanism);
  if (sampling === undefined) return parts.map((part) => ({ ...part, times: repeated(part.times, times) }));
  if (typeof sampling !== "object" || sampling === null) return refuse("sampling", "an object", sampling);
  const drawn = sampling.kind === "without-replacement" ? ["batchSize", "size"] : ["samplingRate"];
  requireKnownNames(sampling, ["kind", ...drawn], "sampling");
  requireOneRelation(parts);
  const whole = onOneSample(parts);
  const sampled = sampling.kind === "without-replacement" ? readBatch(whole, sampling) : readPoisson(whole, sampling);
  return [{ ...sampled, times }];
}

function repeated(inner: number, outer: number): number {
  requireInteger({ "times of times": inner * outer }, 1);
  return inner * outer;
}

/** The releases on one sample as one release, of which `times` is 1. */
function onOneSample(parts: readonly ReadEvent[]): ReadEvent {
  const speaking = parts.filter(({ silent }) => !silent);
  const [first = parts[0]] = speaking;
  if (speaking.length <= 1 && first.times === 1) return first;
  const neighbours = parts.find((part) => part.neighbours !== undefined)?.neighbours;
  const unsampled = { neighbours, guarantee: undefined, samplingRate: 1, batch: undefined, silent: false, times: 1 };
  const mus = speaking.map(
    ({ named, samplingRate }) => (samplingRate === 1 && named && kindOf(named)?.mu?.(named)) || undefined,
  );
  if (mus.every((mu) => mu !== undefined)) {
    const sensitivity = Math.sqrt(mus.reduce((sum, mu, k) => sum + speaking[k].times * mu * mu, 0));
    const named = { kind: "gaussian", sigma: 1, sensitivity } as const;
    const attained = speaking.every(({ pair }) => pair?.attained === true);
    const pair = RELEASE_KINDS.gaussian.loss?.(named);
    return { ...unsampled, name: "gaussian", named, parts: undefined, pair: pair && { ...pair, attained } };
  }
  const name = [...new Set(speaking.map((part) => part.name))].join(" and ");
  return { ...unsampled, name, named: undefined, parts: speaking, pair: pairOf(speaking) };
}

/** Of releases side by side; undefined if one of them has none. Made when it is asked for: most accountants do without. */
function pairOf(parts: readonly ReadEvent[]): DominatingPair | undefined {
  const losses: PldEvent[] = [];
  for (const { pair, times } of parts) {
    if (pair === undefined) return undefined;
    losses.push({ loss: pair, times });
  }
  const isSymmetric = losses.every(({ loss }) => loss.add === loss.remove);
  return { ...deferredPair(() => composedPair(losses), isSymmetric), attained: false };
}

function readPoisson(whole: ReadEvent, sampling: PoissonSampling): ReadEvent {
  const rate = rateOf(sampling);
  const { name, neighbours, named, batch } = whole;
  if (batch !== undefined || (neighbours !== undefined && neighbours !== "add-remove"))
    refuse(`neighbours of ${name}`, '"add-remove" for Poisson sampling', neighbours);
  if (kindOf(named)?.needsRecord)
    refuse(`the release of ${name}`, "one that is defined without the record, for Poisson sampling", named?.kind);
  const pair = rate === 1 ? whole.pair : poissonPair(whole, rate);
  return { ...whole, samplingRate: rate * whole.samplingRate, pair, neighbours: "add-remove" };
}

function rateOf(sampling: PoissonSampling): number {
  const { kind, samplingRate } = sampling;
  if (kind !== "poisson") refuse("sampling.kind", '"poisson" or "without-replacement"', kind);
  if (!(typeof samplingRate === "number" && samplingRate > 0 && samplingRate <= 1))
    refuse("samplingRate", "above 0 and at most 1", samplingRate);
  return samplingRate;
}

function poissonPair(whole: ReadEvent, rate: number): DominatingPair | undefined {
  const { guarantee, named, parts, pair } = whole;
  if (pair === undefined) return undefined;
  const kind = kindOf(named);
  if (named && kind?.poissonLoss)
    return { ...kind.poissonLoss(named, rate * whole.samplingRate), attained: pair.attained };
  const bound = (sampled: PldPair): DominatingPair => ({ ...sampled, attained: false });
  if (parts !== undefined) return bound(deferredPair(() => sampledFinitePld(pair, rate), false));
  if (listsAll(pair)) return bound(sampledFinitePld(pair, rate));
  // A guarantee beside a sampled loss is that of the sampled release.
  const stated = named && kind?.budget ? ({ kind: "approximate", ...kind.budget(named) } as const) : guarantee;
  if (whole.samplingRate === 1 && (stated?.kind === "pure" || stated?.kind === "approximate")) {
    const { pair: worst } = readNamed(stated, stated.kind);
    return worst && bound(sampledFinitePld(worst, rate));
  }
  return bound(deferredPair(() => sampledFinitePld(symmetricPair([{ loss: pair, times: 1 }]), rate), false));
}

function readBatch(whole: ReadEvent, sampling: BatchSampling): ReadEvent {
  const { batchSize, size } = sampling;
  const { name, neighbours, parts, pair } = whole;
  requireInteger({ batchSize, size }, 1);
  if (batchSize > size) refuse("batchSize", `at most the number of records, ${size}`, batchSize);
  if (neighbours !== undefined && neighbours !== "swap")
    refuse(`neighbours of ${name}`, '"swap" for sampling without replacement', neighbours);
  if (whole.batch !== undefined)
    refuse("sampling", "that of one batch: a batch of a batch is one of all records, with the lesser size", sampling);
  if (batchSize === size) return { ...whole, neighbours: "swap" };
  const asymmetric = pair !== undefined && parts !== undefined && pair.add !== pair.remove;
  const both = asymmetric ? deferredPair(() => symmetricPair([{ loss: pair, times: 1 }]), true) : pair;
  const sampled = both && { ...withoutReplacementPld(both, { batchSize, size }), attained: false };
  return { ...whole, neighbours: "swap", samplingRate: batchSize / size, batch: sampling, pair: sampled };
}

const ALONE = { times: 1, samplingRate: 1, batch: undefined, parts: undefined, silent: false } as const;

function readRelease(release: Release): ReadEvent {
  if ("guarantee" in release) {
    const { name, neighbours, guarantee } = release;
    requireGuarantee(guarantee, `guarantee of ${name}`);
    if (release.privacyLoss !== undefined) requireFunction({ [`privacyLoss of ${name}`]: release.privacyLoss });
    const own = release.privacyLoss?.();
    if (own !== undefined) return ofPair(own, { name, neighbours, guarantee, named: own.release });
    const read = readNamed(guarantee, name);
    return { ...read, neighbours, pair: read.pair && { ...read.pair, attained: false } };
  }
  const { neighbours } = release as { readonly neighbours?: Neighbours };
  if (!("remove" in release)) return { ...readNamed(release, release.kind), neighbours };
  requirePair(release, "loss");
  const name = release.release?.kind ?? "a privacy loss";
  const pair = { ...release, attained: isAttained(release.release) };
  return ofPair(pair, { name, neighbours, guarantee: undefined, named: release.release });
}

/** A release by its kind; a guarantee stands for the worst mechanism that has it. */
function readNamed(release: ReleaseName, name: string): ReadEvent {
  const kind = kindOf(release) ?? refuse("kind", `one of ${Object.keys(RELEASE_KINDS).join(", ")}`, release.kind);
  const { kind: _, neighbours: __, ...parameters } = release as ReleaseName & { readonly neighbours?: Neighbours };
  kind.parameters.read(parameters, `parameters of ${release.kind}`);
  const guarantee = kind.guarantee?.(release);
  const alone = { ...ALONE, name, neighbours: undefined, guarantee, named: undefined, pair: undefined };
  if (kind.losesNothing?.(release)) return { ...alone, silent: true };
  const loss = kind.loss?.(release);
  if (loss === undefined) return alone;
  // A loss that is given as a guarantee may have the name of a release, or none.
  const named = loss.release ?? (guarantee?.kind === "privacy-loss" ? undefined : release);
  return ofPair({ ...loss, attained: isAttained(release) }, { name, neighbours: undefined, guarantee, named });
}

function isAttained(release: ReleaseName | undefined): boolean {
  return release === undefined || (kindOf(release)?.isAttained?.(release) ?? true);
}

/** A loss may be one of a sampled release already: it is then under `add-remove`, and a guarantee beside it is of the sampled release. */
function ofPair(
  pair: DominatingPair,
  { name, neighbours, guarantee, named }: Pick<ReadEvent, "name" | "neighbours" | "guarantee" | "named">,
): ReadEvent {
  const read = { ...ALONE, name, neighbours, guarantee, named: kindOf(named) && named, pair };
  const { samplingRate } = pair;
  if (samplingRate === undefined) return read;
  const relation = neighbours ?? "add-remove";
  if (guarantee !== undefined) return { ...read, named: undefined, neighbours: relation };
  return { ...read, samplingRate, neighbours: relation };
}
