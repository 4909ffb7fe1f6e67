/**
 * Composition: what several events on the same records lose in all, for any adaptive sequence of them.
 *
 * `epsilonAt` and `deltaAt` are certified intervals, `tradeOff` a curve that no attack lies below, `compare` all accountants side by side.
 *
 * Theorem: if a pair of laws dominates each release, the pair of products dominates their adaptive composition.
 * Source: Zhu, Dong, Wang (AISTATS 2022) on dominating pairs; Kairouz, Oh, Viswanath (2015) for the worst pair of (epsilon, delta).
 * Method: a mechanism gives its own dominating pair; one that has none, and a guarantee, gives the worst pair of that guarantee.
 * The pairs are composed by Fourier transform (`pld-accountant.ts`). If some release has a zero-concentrated, Renyi or trade-off
 * guarantee only, which has no pair, the upper end of epsilon is the least that the other accountants give; they are asked, too,
 * where a pair is not attained or the interval is wide.
 * Limits: `upper` holds for every sequence. `lower` is what independent releases reach on neighbours that are the worst for all of
 * them, so it is 0 unless every pair is attained. All mechanisms must have one neighbouring relation.
 * @example
 * ```ts
 * import { compose, laplace, poissonSampled } from "epsilab";
 * const composed = compose([
 *   { mechanism: laplace({ epsilon: 0.1, sensitivity: 1, neighbours: "add-remove" }), times: 10 },
 *   poissonSampled({ kind: "gaussian", sigma: 2, sensitivity: 1 }, { samplingRate: 0.01, times: 1000 }),
 * ]);
 * composed.epsilonAt(1e-5).upper; // => 1.261...
 * composed.deltaAt(1).upper; // => 0.000269...
 * ```
 * @claim pld
 */
import { leastOf } from "../../numerics/extremes.ts";
import { refuse, requireNonNegative, requireProbabilityBelowOne } from "../../numerics/requirements.ts";
import { composeRenyi, repeatRenyi } from "../conversions/composition.ts";
import { RENYI_ORDERS, renyiDelta } from "../conversions/renyi-conversions.ts";
import type { Neighbours } from "../guarantees/neighbours.ts";
import { type CertifiedInterval, type PldEvent, pldDelta, pldEpsilon, pldUpperDeltas } from "../loss/pld-accountant.ts";
import { coveringMuOf } from "../trade-off/covering-gaussian.ts";
import { pldTradeOff } from "../trade-off/pld-trade-off.ts";
import { gaussianTradeOff, type TradeOff } from "../trade-off/trade-off.ts";
import { tradeOffDelta, tradeOffFromProfile } from "../trade-off/trade-off-profile.ts";
import {
  type AccountantComparison,
  ALL_ACCOUNTANTS,
  type ComparisonParameters,
  compareAccountants,
} from "./accountant-comparison.ts";
import { knowledgeOf } from "./event-knowledge.ts";
import type { Releases } from "./privacy-event.ts";
import { type ReadEvent, readEvents } from "./read-event.ts";
import { kindOf } from "./releases/release-kinds.ts";

export interface ComposedPrivacy {
  /** Undefined if no event names one. */
  readonly neighbours: Neighbours | undefined;
  /** Whether `lower` is reached by independent releases on common worst neighbours. */
  readonly attained: boolean;
  /**
   * The least epsilon at this delta, which may be 0: then the sum of the largest losses, Infinity where there is none; `tolerance`
   * is the width wanted: 5e-4, or a twentieth of epsilon where that is less.
   */
  epsilonAt(delta: number, tolerance?: number): CertifiedInterval;
  /** The least delta at this epsilon; `tolerance` is the width wanted relative to delta: 1e-3. */
  deltaAt(epsilon: number, tolerance?: number): CertifiedInterval;
  /**
   * A curve that no test between neighbours lies below: exact for Gaussian noise, else the one that certified deltas at 257
   * epsilons allow.
   */
  readonly tradeOff: TradeOff;
  /** The epsilon of every accountant at one delta, 1e-5 by default. */
  compare(parameters?: ComparisonParameters): AccountantComparison;
}

/**
 * Of a mechanism, an event, or a list of either; what stands without `times` is released once.
 * @also composition, accountant, pld accountant, privacy accounting
 */
export function compose(events: Releases): ComposedPrivacy {
  const read = readEvents(events);
  const speaking = read.filter(({ silent }) => !silent);
  const attained = speaking.every(({ pair }) => pair?.attained === true);
  const losses = pldEvents(speaking);
  const honest = (interval: CertifiedInterval): CertifiedInterval =>
    attained ? interval : { lower: 0, estimate: interval.upper, upper: interval.upper };
  const bound = (upper: number): CertifiedInterval => ({ lower: 0, estimate: upper, upper });
  const epsilonAt = (delta: number, tolerance?: number): CertifiedInterval => {
    requireProbabilityBelowOne({ delta });
    if (speaking.length === 0) return bound(0);
    if (losses === undefined) return bound(delta === 0 ? Infinity : leastUpper(events, delta));
    const found = honest(pldEpsilon({ events: losses, delta, ...(tolerance !== undefined && { tolerance }) }));
    // A pair that no neighbours reach may lose more than the releases do; other accountants may then know better.
    if (delta === 0 || found.upper - found.lower <= WIDE * found.upper) return found;
    const upper = Math.min(found.upper, leastUpper(events, delta));
    return { lower: Math.min(found.lower, upper), estimate: Math.min(found.estimate, upper), upper };
  };
  const deltaAt = (epsilon: number, tolerance?: number): CertifiedInterval => {
    requireNonNegative({ epsilon });
    if (speaking.length === 0) return bound(0);
    if (losses === undefined) return bound(renyiUpper(speaking, epsilon));
    return honest(pldDelta({ events: losses, epsilon, ...(tolerance !== undefined && { tolerance }) }));
  };
  let curve: TradeOff | undefined;
  return {
    neighbours: read.find(({ neighbours }) => neighbours !== undefined)?.neighbours,
    attained,
    epsilonAt,
    deltaAt,
    get tradeOff() {
      curve ??= tradeOffOf(speaking, losses, { epsilonAt, deltaAt });
      return curve;
    },
    compare: (parameters) => compareAccountants(events, parameters),
  };
}

/** The losses of events, for the accountant; undefined if one of them has none. */
export function pldEvents(events: readonly ReadEvent[]): readonly PldEvent[] | undefined {
  const losses: PldEvent[] = [];
  for (const { pair, times, silent } of events) {
    if (silent) continue;
    if (pair === undefined) return undefined;
    losses.push({ loss: pair, times });
  }
  return losses;
}

/** Of an interval, relative to its upper end: worth asking the other accountants. */
const WIDE = 0.05;

const OTHERS = ALL_ACCOUNTANTS.filter((accountant) => accountant !== "privacy-loss distribution");

/** The least upper bound of the accountants other than that of the privacy loss; Infinity if none of them applies. */
function leastUpper(events: Releases, delta: number): number {
  const { rows } = compareAccountants(events, { delta }, OTHERS);
  return leastOf([Infinity, ...rows.filter(({ upperBound }) => upperBound).map(({ epsilon }) => epsilon)]);
}

function renyiUpper(events: readonly ReadEvent[], epsilon: number): number {
  const single =
    events.length === 1 && events[0].times === 1 && events[0].samplingRate === 1 ? events[0].guarantee : undefined;
  if (single?.kind === "trade-off") return tradeOffDelta(single.curve, epsilon);
  const curves = events.map((event) => {
    const { name, renyi, times } = knowledgeOf(event);
    return renyi === undefined
      ? refuse(`guarantee of ${name}`, "one with a privacy-loss distribution or a Renyi curve", event.guarantee?.kind)
      : repeatRenyi(renyi, times);
  });
  return renyiDelta(composeRenyi(curves), { epsilon, orders: RENYI_ORDERS });
}

/** The grid of epsilons ends where delta is this small. */
const LEAST_DELTA = 1e-10;
const GRID = 256;
/** Where compositions are sharpest, as shares of the grid. */
const ANCHORS = [0, 0.2, 0.5, 0.8];

function tradeOffOf(
  events: readonly ReadEvent[],
  losses: readonly PldEvent[] | undefined,
  { epsilonAt, deltaAt }: Pick<ComposedPrivacy, "epsilonAt" | "deltaAt">,
): TradeOff {
  const [first] = events;
  if (first === undefined) return gaussianTradeOff(0);
  const mus = events.map((event) =>
    event.samplingRate === 1 && kindOf(event.named)?.mu !== undefined ? knowledgeOf(event).mu : undefined,
  );
  if (mus.every((mu) => mu !== undefined))
    return gaussianTradeOff(Math.sqrt(mus.reduce((sum, mu, k) => sum + events[k].times * mu * mu, 0)));
  if (events.length === 1 && first.times === 1) {
    if (losses !== undefined) return pldTradeOff(namedLosses(events, losses)[0].loss);
    if (first.guarantee?.kind === "trade-off" && first.samplingRate === 1) return first.guarantee.curve;
  }
  let largest = Infinity;
  // Losses that are infinite with some probability leave no finite epsilon at a smaller delta.
  for (let delta = LEAST_DELTA; delta < 0.5 && largest === Infinity; delta *= 2) largest = epsilonAt(delta).upper;
  if (largest === Infinity) return tradeOffFromProfile([{ epsilon: 0, delta: deltaAt(0).upper }]);
  // Delta bends most at small epsilons.
  const epsilons = Array.from({ length: GRID + 1 }, (_, k) => largest * (k / GRID) * (k / GRID));
  const deltas =
    losses === undefined
      ? epsilons.map((epsilon) => deltaAt(epsilon).upper)
      : pldUpperDeltas(losses, { epsilons, anchors: ANCHORS.map((share) => share * largest) });
  const curve = tradeOffFromProfile(epsilons.map((epsilon, k) => ({ epsilon, delta: Math.min(1, deltas[k]) })));
  return losses === undefined ? curve : { ...curve, coveringMu: () => coveringMuOf(namedLosses(events, losses)) };
}

/** The losses with the names of their releases, which a batch does not keep. */
function namedLosses(events: readonly ReadEvent[], losses: readonly PldEvent[]): readonly PldEvent[] {
  return losses.map(({ loss, times }, k) => {
    const { named } = events[k];
    return { loss: named === undefined ? loss : { ...loss, release: named }, times };
  });
}
