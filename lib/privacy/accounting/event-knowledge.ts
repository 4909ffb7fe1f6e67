/**
 * What each accountant may know of an event.
 *
 * - Its (epsilon, delta): stated for bounded losses; for the others (Gaussian noise, a zero-concentrated or Renyi guarantee)
 *   epsilon follows from the delta that is granted to the release: the exact profile of the Gaussian, the tight conversion of rho,
 *   the least over the orders. Sampling amplifies both exactly (`amplification.ts`).
 * - Its Renyi curve: exact, but order * rho for the discrete Gaussian and the best that follows from a pure or zero-concentrated guarantee.
 *   Of Poisson-sampled Gaussian noise it is exact; of any other sampled release the lesser of `poisson-renyi.ts` or
 *   `without-replacement-renyi.ts`, which are never above the curve without sampling, and that of the amplified epsilon.
 * - Its rho: exact, but that of the pure guarantee for bounded losses; sampling does not lessen that of Gaussian noise (Bun, Dwork,
 *   Rothblum, Steinke 2018).
 * - Its privacy loss, unless only a zero-concentrated, Renyi or trade-off guarantee is known, which has no dominating pair of its own.
 * - Its mu, for Gaussian noise without sampling.
 * What is known of a kind of release is in its record (`releases/`). Of several releases on one sample epsilons, deltas, rhos and
 * curves add up before they are amplified: together they are one mechanism.
 * Sources: those of the files named; Canonne, Kamath, Steinke (2020) on the discrete Gaussian.
 */
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import { composeRenyi, repeatRenyi } from "../conversions/composition.ts";
import { pureToRenyi, pureToZeroConcentrated, pureToZeroConcentratedClassic } from "../conversions/pure-conversions.ts";
import { RENYI_ORDERS, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import { zeroConcentratedEpsilon, zeroConcentratedToRenyi } from "../conversions/zero-concentrated-conversions.ts";
import {
  approximate,
  type Guarantee,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";
import type { DominatingPair } from "../guarantees/mechanism.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";
import type { ReleaseName } from "../loss/privacy-loss.ts";
import type { PrivacyBudget } from "./advanced-composition.ts";
import { amplifyPoisson, amplifyWithoutReplacement } from "./amplification.ts";
import { lesserRenyi } from "./log-moments.ts";
import { poissonRenyi } from "./poisson-renyi.ts";
import type { ReadEvent } from "./read-event.ts";
import { kindOf } from "./releases/release-kinds.ts";
import { withoutReplacementRenyi } from "./without-replacement-renyi.ts";

export interface EventKnowledge {
  readonly name: string;
  readonly times: number;
  /** Absent where epsilon depends on the delta granted. */
  readonly stated?: PrivacyBudget;
  /** At a delta strictly between 0 and 1; the stated epsilon at any. */
  epsilonAt(delta: number): number;
  readonly renyi?: RenyiGuarantee;
  readonly rho?: { readonly classic: number; readonly tight: number };
  readonly loss?: DominatingPair;
  readonly mu?: number;
  /** The mu that all the times approach, for sampled Gaussian noise. Not a bound. */
  centralLimitMu?(): number;
}

/** Of one release. */
type Knowledge = Omit<EventKnowledge, "name" | "times" | "loss">;

export function knowledgeOf(event: ReadEvent): EventKnowledge {
  const { name, times, guarantee, named, parts, samplingRate, pair } = event;
  const whole = parts === undefined ? knownOf(named, guarantee) : togetherOf(parts.map(knowledgeOf));
  if (whole === undefined) {
    const loss = pair ?? refuse("event", "one of which a guarantee or a loss is known", name);
    return { name, times, loss, epsilonAt: (delta) => pldEpsilon({ events: [{ loss, times: 1 }], delta }).upper };
  }
  const known = samplingRate === 1 ? whole : sampled(whole, event);
  return { name, times, ...known, ...(pair !== undefined && { loss: pair }) };
}

/** Noise with unbounded losses knows itself best, then a guarantee that is not pure, then noise with bounded losses. */
function knownOf(named: ReleaseName | undefined, guarantee: Guarantee | undefined): Knowledge | undefined {
  const kind = kindOf(named);
  if (named !== undefined && (kind?.mu ?? kind?.rho)) return knownOfKind(named);
  if (guarantee !== undefined && (named === undefined || guarantee.kind !== "pure")) return knownOfKind(guarantee);
  return named && knownOfKind(named, guarantee?.kind === "pure" ? guarantee.epsilon : undefined);
}

/** `epsilon` is one that is stated beside it. */
function knownOfKind(release: ReleaseName, epsilon?: number): Knowledge {
  const kind = kindOf(release) ?? refuse("kind", "one that accountants know", release.kind);
  const renyi = kind.renyi?.(release);
  const mu = kind.mu?.(release);
  if (mu !== undefined) {
    const rho = (mu * mu) / 2;
    const epsilonAt = (delta: number) => gaussianEpsilon({ delta, mu });
    return { epsilonAt, ...(renyi && { renyi }), rho: { classic: rho, tight: rho }, mu };
  }
  const rho = kind.rho?.(release);
  if (rho !== undefined) return concentrated(rho);
  const budget = kind.budget?.(release);
  if (budget !== undefined) {
    if (budget.delta === 0) return bounded(epsilon ?? budget.epsilon, renyi);
    return { stated: budget, epsilonAt: () => budget.epsilon };
  }
  const epsilonAt = (delta: number) =>
    kind.epsilonAt?.(release, delta) ?? refuse(`the release of ${release.kind}`, "one with an epsilon", release.kind);
  return { epsilonAt, ...(renyi && { renyi }) };
}

/** Of several releases on one sample, without sampling: what adds up of each. */
function togetherOf(parts: readonly EventKnowledge[]): Knowledge {
  const sumOf = (each: (part: EventKnowledge) => number | undefined): number | undefined =>
    parts.reduce<number | undefined>((sum, part) => {
      const value = each(part);
      return sum === undefined || value === undefined ? undefined : sum + part.times * value;
    }, 0);
  const [epsilon, delta] = [sumOf(({ stated }) => stated?.epsilon), sumOf(({ stated }) => stated?.delta)];
  const [classic, tight] = [sumOf(({ rho }) => rho?.classic), sumOf(({ rho }) => rho?.tight)];
  const curves = parts.flatMap(({ renyi, times }) => (renyi === undefined ? [] : [repeatRenyi(renyi, times)]));
  const renyi = curves.length === parts.length ? composeRenyi(curves) : undefined;
  const losses = parts.flatMap(({ loss, times }) => (loss === undefined ? [] : [{ loss, times }]));
  const stated = epsilon !== undefined && delta !== undefined && delta < 1 ? { epsilon, delta } : undefined;
  return {
    ...(stated && { stated }),
    epsilonAt: (granted) => {
      if (stated !== undefined) return stated.epsilon;
      if (losses.length === parts.length) return pldEpsilon({ events: losses, delta: granted }).upper;
      return renyi === undefined
        ? Infinity
        : renyiToApproximate(renyi, { delta: granted, orders: RENYI_ORDERS }).epsilon;
    },
    ...(renyi && { renyi }),
    ...(classic !== undefined && tight !== undefined && { rho: { classic, tight } }),
  };
}

function bounded(epsilon: number, renyi?: RenyiGuarantee): Knowledge {
  const guarantee = pure(epsilon);
  return {
    stated: { epsilon, delta: 0 },
    epsilonAt: () => epsilon,
    renyi: renyi ?? pureToRenyi(guarantee),
    rho: { classic: pureToZeroConcentratedClassic(guarantee).rho, tight: pureToZeroConcentrated(guarantee).rho },
  };
}

function concentrated(rho: number): Knowledge {
  requirePositive({ rho });
  return {
    epsilonAt: (delta) => zeroConcentratedEpsilon({ rho, delta }),
    renyi: zeroConcentratedToRenyi(zeroConcentrated(rho)),
    rho: { classic: rho, tight: rho },
  };
}

function sampled(whole: Knowledge, { named, samplingRate, batch, times }: ReadEvent): Knowledge {
  const amplify = (epsilon: number, delta: number) => {
    const guarantee = approximate(epsilon, delta);
    return batch === undefined
      ? amplifyPoisson({ guarantee, samplingRate, neighbours: "add-remove" })
      : amplifyWithoutReplacement({ guarantee, batchSize: batch.batchSize, size: batch.size, neighbours: "swap" });
  };
  const curveOf = (guarantee: RenyiGuarantee | PureGuarantee) =>
    batch === undefined
      ? poissonRenyi({ guarantee, samplingRate, neighbours: "add-remove" })
      : withoutReplacementRenyi({ guarantee, batchSize: batch.batchSize, size: batch.size, neighbours: "swap" });
  const { mu: _, stated, renyi, ...rest } = whole;
  if (stated !== undefined) {
    const { epsilon, delta } = amplify(stated.epsilon, stated.delta);
    if (delta > 0) return { stated: { epsilon, delta }, epsilonAt: () => epsilon };
    const least = curveOf(pure(stated.epsilon));
    return { ...bounded(epsilon), renyi: renyi === undefined ? least : lesserRenyi(curveOf(renyi), least) };
  }
  const epsilonAt = (delta: number) => {
    // Whoever is not in the sample loses nothing.
    if (delta >= samplingRate) return 0;
    const epsilon = whole.epsilonAt(delta / samplingRate);
    return epsilon === Infinity ? epsilon : amplify(epsilon, delta / samplingRate).epsilon;
  };
  const kind = kindOf(named);
  const exact = named && batch === undefined ? kind?.poissonRenyi?.(named, samplingRate) : undefined;
  const curve = exact ?? (renyi && curveOf(renyi));
  const limit =
    named && batch === undefined ? kind?.centralLimitMu?.bind(kind, named, { samplingRate, times }) : undefined;
  return { ...rest, epsilonAt, ...(curve && { renyi: curve }), ...(limit && { centralLimitMu: limit }) };
}
