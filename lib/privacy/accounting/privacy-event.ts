/**
 * Privacy events: what is released, how often, and on which sample of the records. All accountants read this one notion.
 *
 * What is released is one of
 * - a mechanism, with its dominating pair where it knows one and its guarantee where not;
 * - a guarantee: any mechanism that has it;
 * - a release that has a name, as plain data: `{ kind: "gaussian", sigma: 1.5, sensitivity: 1 }`;
 * - a privacy-loss distribution, such as `mixtureGaussianPld(...)`.
 * `poissonSampled` makes the event of a release on a Poisson sample: each record enters each release with probability `rate`; `batchSampled` that of a
 * release on a batch, `batch` of `records` drawn without replacement, anew for each release.
 *
 * Theorem (sampling): if (P, Q) dominates a mechanism under `add-remove`, P the side with the record, then (1 - rate) Q + rate P against Q, in
 * both orders, dominates the mechanism on a Poisson sample.
 * Source: Zhu, Dong, Wang (AISTATS 2022), theorem 11; Balle, Barthe, Gaboardi (NeurIPS 2018) for (epsilon, delta).
 * Limits: Poisson sampling is for the relation `add-remove`, batches are for `swap`; a mechanism with another one is refused. Of a batch the
 * loss, the (epsilon, delta) and the Renyi curve are amplified (`without-replacement-pld.ts`, `amplification.ts`, `without-replacement-renyi.ts`). Of a mechanism whose dominating pair has a density
 * that is neither Gaussian nor Laplace, the worst pair of its guarantee is sampled instead: an upper bound.
 * @example
 * ```ts
 * import { compose, poissonSampled } from "epsilab";
 * const event = poissonSampled({ kind: "gaussian", sigma: 1.5, sensitivity: 1 }, { rate: 0.04, times: 2250 });
 * compose([event]).epsilonAt(1e-5).upper; // => 6.768...
 * ```
 */
import { refuse, requireInteger, requireNonNegative } from "../../numerics/requirements.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import type { DominatingPair, Mechanism } from "../guarantees/mechanism.ts";
import type { Neighbours } from "../guarantees/neighbours.ts";
import { boundedRangePld } from "../loss/bounded-range-pld.ts";
import { discreteGaussianPld, discreteLaplacePld, randomizedResponsePld, worstCasePld } from "../loss/discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import type { NamedRelease, PldPair } from "../loss/privacy-loss.ts";
import { sampledDiscreteGaussianPld, sampledFinitePld } from "../loss/sampled-pld.ts";
import { withoutReplacementPld } from "../loss/without-replacement-pld.ts";

/** What accountants read of a mechanism. */
export type Composable = Pick<Mechanism<never, unknown, never>, "name" | "neighbours" | "guarantee" | "privacyLoss">;

export type Release = Composable | Guarantee | NamedRelease | PldPair;

export interface PoissonSampling {
  readonly kind: "poisson";
  /** The probability with which each record enters. */
  readonly rate: number;
}

export interface BatchSampling {
  readonly kind: "without-replacement";
  /** The number of records of each batch. */
  readonly batch: number;
  /** The number of records from which it is drawn, which is public. */
  readonly records: number;
}

export interface PrivacyEvent {
  readonly mechanism: Release;
  /** How often it is released. */
  readonly times: number;
  readonly sampling?: PoissonSampling | BatchSampling;
}

export function poissonSampled(
  mechanism: Release,
  { rate, times }: { readonly rate: number; readonly times: number },
): PrivacyEvent {
  const event: PrivacyEvent = { mechanism, times, sampling: { kind: "poisson", rate } };
  readEvent(event);
  return event;
}

export function batchSampled(
  mechanism: Release,
  { batch, records, times }: { readonly batch: number; readonly records: number; readonly times: number },
): PrivacyEvent {
  const event: PrivacyEvent = { mechanism, times, sampling: { kind: "without-replacement", batch, records } };
  readEvent(event);
  return event;
}

/** An event as the accountants see it. */
export interface ReadEvent {
  readonly name: string;
  readonly times: number;
  /** Undefined for a guarantee or a loss alone, which speak of whatever relation is meant. */
  readonly neighbours: Neighbours | undefined;
  readonly guarantee: Guarantee | undefined;
  /** Of the release without sampling. */
  readonly named: NamedRelease | undefined;
  /** 1 without sampling. */
  readonly rate: number;
  /** Undefined unless the sample is a batch drawn without replacement, and not of all records. */
  readonly batch: BatchSampling | undefined;
  /** Of one release, sampled as it is; undefined if none is known, or nothing is lost. */
  readonly pair: DominatingPair | undefined;
  /** Whether nothing is lost. */
  readonly silent: boolean;
}

export function readEvent(event: PrivacyEvent): ReadEvent {
  if (typeof event !== "object" || event === null) refuse("event", "an object with mechanism and times", event);
  const { mechanism, times, sampling } = event;
  requireInteger({ times }, 1);
  if ("rate" in event) refuse("rate", "given to poissonSampled(mechanism, { rate, times })", event.rate);
  const whole = readRelease(mechanism);
  if (sampling === undefined) return { ...asSampled(whole), times };
  if (whole.pair?.samplingRate !== undefined) refuse(`the loss of ${whole.name}`, "one without sampling", whole.pair);
  if (typeof sampling !== "object" || sampling === null) return refuse("sampling", "an object", sampling);
  if (sampling.kind === "without-replacement") return { ...readBatch(whole, sampling), times };
  const rate = rateOf(sampling);
  if (whole.neighbours !== undefined && whole.neighbours !== "add-remove")
    refuse(`neighbours of ${whole.name}`, '"add-remove" for Poisson sampling', whole.neighbours);
  if (whole.named?.kind === "randomized-response")
    refuse(
      `the release of ${whole.name}`,
      "one that is defined without the record, for Poisson sampling",
      whole.named.kind,
    );
  const pair = rate === 1 ? whole.pair : sampledPair(whole, rate);
  return { ...whole, times, rate, batch: undefined, pair, neighbours: "add-remove" };
}

function readBatch(whole: ReadRelease, sampling: BatchSampling): Omit<ReadEvent, "times"> {
  const { batch, records } = sampling;
  requireInteger({ batch, records }, 1);
  if (batch > records) refuse("batch", `at most the number of records, ${records}`, batch);
  if (whole.neighbours !== undefined && whole.neighbours !== "swap")
    refuse(`neighbours of ${whole.name}`, '"swap" for sampling without replacement', whole.neighbours);
  if (batch === records) return { ...whole, neighbours: "swap", rate: 1, batch: undefined };
  const pair = whole.pair && { ...withoutReplacementPld(whole.pair, { batch, records }), attained: false };
  return { ...whole, neighbours: "swap", rate: batch / records, batch: sampling, pair };
}

/** A loss may be one of a sampled release already: it is then under `add-remove`, and a guarantee beside it is of the sampled release. */
function asSampled(whole: ReadRelease): Omit<ReadEvent, "times"> {
  const samplingRate = whole.pair?.samplingRate;
  if (samplingRate === undefined) return { ...whole, rate: 1, batch: undefined };
  const relation = whole.neighbours ?? "add-remove";
  if (whole.guarantee !== undefined)
    return { ...whole, named: undefined, rate: 1, batch: undefined, neighbours: relation };
  return { ...whole, rate: samplingRate, batch: undefined, neighbours: relation };
}

function rateOf(sampling: PoissonSampling): number {
  const { kind, rate } = sampling;
  if (kind !== "poisson") refuse("sampling.kind", '"poisson" or "without-replacement"', kind);
  if (!(typeof rate === "number" && rate > 0 && rate <= 1)) refuse("rate", "above 0 and at most 1", rate);
  return rate;
}

type ReadRelease = Omit<ReadEvent, "times" | "rate" | "batch">;

function readRelease(release: Release): ReadRelease {
  if (typeof release !== "object" || release === null)
    return refuse("mechanism", "a mechanism, a guarantee, a named release or a privacy-loss distribution", release);
  if ("guarantee" in release) {
    const { name, neighbours, guarantee } = release;
    const own = release.privacyLoss?.();
    if (own !== undefined) return { name, neighbours, guarantee, named: own.release, pair: own, silent: false };
    const read = readGuarantee(guarantee, name);
    return { ...read, name, neighbours, pair: read.pair && { ...read.pair, attained: false } };
  }
  const { neighbours } = release as { readonly neighbours?: Neighbours };
  if ("remove" in release) {
    for (const side of ["remove", "add"] as const)
      if (typeof release[side]?.pieces !== "function") refuse(side, "a privacy loss", release[side]);
    // The largest profile of bounded range is that of no single pair.
    const pair = { ...release, attained: release.release?.kind !== "bounded-range" };
    return {
      name: release.release?.kind ?? "a privacy loss",
      neighbours,
      guarantee: undefined,
      named: release.release,
      pair,
      silent: false,
    };
  }
  return { ...readGuarantee(release, release.kind), neighbours };
}

const LEAST_EPSILON = 1e-9;

/** A guarantee stands for the worst mechanism that has it: leaky randomized response, or two normal laws. */
function readGuarantee(release: Guarantee | NamedRelease, name: string): ReadRelease {
  const alone = { name, neighbours: undefined };
  const of = (named: NamedRelease, guarantee?: Guarantee): ReadRelease => ({
    ...alone,
    guarantee,
    named,
    pair: { ...namedPair(named), attained: named.kind !== "bounded-range" },
    silent: false,
  });
  const nothing = (guarantee: Guarantee): ReadRelease => ({
    ...alone,
    guarantee,
    named: undefined,
    pair: undefined,
    silent: true,
  });
  switch (release.kind) {
    case "pure":
      requireNonNegative({ epsilon: release.epsilon });
      return release.epsilon === 0 ? nothing(release) : of(release, release);
    case "approximate": {
      requireNonNegative({ epsilon: release.epsilon, delta: release.delta });
      if (release.epsilon === 0 && release.delta === 0) return nothing(release);
      if (release.epsilon >= LEAST_EPSILON) return of(release, release);
      // The worst pair is one of a positive epsilon; a little more of it is still an upper bound.
      const read = of({ ...release, epsilon: LEAST_EPSILON }, release);
      return { ...read, pair: read.pair && { ...read.pair, attained: false } };
    }
    case "gaussian":
      if (!("mu" in release)) return of(release);
      return release.mu === 0 ? nothing(release) : of({ kind: "gaussian", sigma: 1, sensitivity: release.mu }, release);
    case "privacy-loss":
      return {
        ...alone,
        guarantee: release,
        named: release.loss.release,
        pair: { ...release.loss, attained: true },
        silent: false,
      };
    case "zero-concentrated":
    case "truncated-concentrated":
      requireNonNegative({ rho: release.rho });
      if (release.rho === 0) return nothing(release);
      return { ...alone, guarantee: release, named: undefined, pair: undefined, silent: false };
    case "renyi":
    case "trade-off":
      return { ...alone, guarantee: release, named: undefined, pair: undefined, silent: false };
    default:
      return of(release);
  }
}

function namedPair(release: NamedRelease): PldPair {
  switch (release.kind) {
    case "pure":
      return worstCasePld({ epsilon: release.epsilon, delta: 0 });
    case "approximate":
      return worstCasePld(release);
    case "gaussian":
      return gaussianPld(release);
    case "laplace":
      return laplacePld({ scale: release.scale, sensitivity: release.sensitivity, samplingRate: 1 });
    case "discrete-laplace":
      return discreteLaplacePld({ scale: release.scale, sensitivity: release.sensitivity });
    case "discrete-gaussian":
      return discreteGaussianPld(release);
    case "randomized-response":
      return randomizedResponsePld(release);
    case "bounded-range":
      return boundedRangePld(release.epsilon);
    default:
      return refuse("kind", "that of a guarantee or of a named release", (release as { kind: unknown }).kind);
  }
}

function sampledPair({ name, guarantee, named, pair }: ReadRelease, rate: number): DominatingPair | undefined {
  if (pair === undefined) return undefined;
  const additive = (sampled: PldPair): DominatingPair => ({ ...sampled, attained: pair.attained });
  const bound = (sampled: PldPair): DominatingPair => ({ ...sampled, attained: false });
  switch (named?.kind) {
    case "gaussian":
      return additive(subsampledGaussianPld({ noiseMultiplier: named.sigma / named.sensitivity, samplingRate: rate }));
    case "laplace":
      return additive(laplacePld({ scale: named.scale, sensitivity: named.sensitivity, samplingRate: rate }));
    case "discrete-gaussian":
      return additive({ ...sampledDiscreteGaussianPld({ ...named, samplingRate: rate }) });
    case "discrete-laplace":
      return additive(sampledFinitePld(pair, rate));
  }
  if (listsAll(pair)) return bound(sampledFinitePld(pair, rate));
  if (named?.kind === "bounded-range")
    return bound(sampledFinitePld(worstCasePld({ epsilon: named.epsilon, delta: 0 }), rate));
  if (guarantee?.kind === "pure" || guarantee?.kind === "approximate") {
    const { pair: worst } = readGuarantee(guarantee, name);
    return worst && bound(sampledFinitePld(worst, rate));
  }
  return refuse(`the loss of ${name}`, "of atoms, Gaussian or Laplace for Poisson sampling", pair);
}

function listsAll({ remove, add }: PldPair): boolean {
  return [remove, add].every((loss) => {
    const { densities, beneath, beyond } = loss.pieces(1e-300);
    return densities.length === 0 && beneath === 0 && beyond === 0;
  });
}
