/**
 * Pair event: from training outputs of two neighbours, drawn in pairs with the same noise, the event and the bound that promise most.
 *
 * An event is a half-line of a number that is seen of each output, or a union of cells in the order of their ratio, which one half of the
 * training gives while the other says how many of them are taken. For each candidate three bounds are compared by quick (Wilson)
 * limits: `coupledLogRatio` of outputs with the same noise, `pairedLogRatio` and `certifiedLogRatio` of independent ones, whose counts
 * follow from the two probabilities.
 * With a delta only the last of them speaks.
 * Cells are few and ordered by other draws, so that what they promise is hardly luck: their limits are those of as many pairs as will be
 * counted, of which more make rarer events worth their while. Of many half-lines the best is lucky: theirs are of the training alone.
 * Limits: the choice may be poor, never invalid, as the event is counted on other outputs.
 */

import { log } from "../../numerics/logarithm.ts";
import { sortFloat64 } from "../../numerics/sort.ts";
import { wilson } from "../../statistics/proportion-interval.ts";
import { ALONE_SHARE } from "../coupled-log-ratio.ts";
import { countHits, spreadRanks } from "../event-choice.ts";

/** Numbers that are seen of outputs: those at one place were drawn with the same noise. */
interface TrainingPairs {
  /** Of the neighbour under which the event shall be likely. */
  readonly over: Float64Array;
  readonly under: Float64Array;
}

export type PairBound = "coupled" | "paired" | "two limits";

export interface PairEvent {
  readonly event: (seen: number) => boolean;
  readonly bound: PairBound;
  readonly value: number;
}

/** Of so many pairs. */
interface Shares {
  readonly over: number;
  readonly under: number;
  readonly both: number;
}

/** For ranking events only. */
const ERROR_RATE = 0.03;

interface Plan {
  /** At which epsilon is asked for; 0 by default. */
  readonly delta?: number;
  /** How many pairs will be counted; as many as are here by default. */
  readonly counted?: number;
}

/** The best event and bound, as far as these pairs say. */
export function pairEvent(
  sees: "half-lines" | "cells",
  pairs: TrainingPairs,
  { delta = 0, counted = pairs.over.length }: Plan = {},
): PairEvent {
  return sees === "cells" ? cells(pairs, delta, counted) : halfLine(pairs, delta, pairs.over.length);
}

function halfLine({ over, under }: TrainingPairs, delta: number, promised: number): PairEvent {
  const trials = over.length;
  const least = sortFloat64(over.map((score, k) => Math.min(score, under[k])));
  const most = sortFloat64(over.map((score, k) => Math.max(score, under[k])));
  const [overs, unders] = [sortFloat64(over.slice()), sortFloat64(under.slice())];
  let best: { threshold: number; above: boolean; bound: PairBound; value: number } | undefined;
  for (const scores of [overs, unders]) {
    for (const rank of spreadRanks(trials)) {
      const threshold = scores[rank];
      for (const above of [true, false]) {
        const counts = {
          over: countHits(overs, threshold, above),
          under: countHits(unders, threshold, above),
          both: countHits(above ? least : most, threshold, above),
        };
        const promise = bestBound(counts, { trials, promised, delta });
        if (best === undefined || promise.value > best.value) best = { threshold, above, ...promise };
      }
    }
  }
  const { threshold, above, bound, value } = best as NonNullable<typeof best>;
  return { event: above ? (seen) => seen >= threshold : (seen) => seen <= threshold, bound, value };
}

/** An event that is rarer is taken only if there is no other: its promise is luck. */
const FEWEST = 50;

/** What is added to each count, so that a rare cell is not taken for a good one. */
const SHRINK = 10;

function cells({ over, under }: TrainingPairs, delta: number, counted: number): PairEvent {
  const half = over.length >> 1;
  const counts = new Map<number, [number, number]>();
  [over, under].forEach((seen, side) => {
    for (let k = 0; k < half; k++) {
      const count = counts.get(seen[k]) ?? [SHRINK, SHRINK];
      count[side]++;
      counts.set(seen[k], count);
    }
  });
  const score = (cell: number) => {
    const [overs, unders] = counts.get(cell) ?? [1, 1];
    return overs / unders;
  };
  const scored = (seen: Float64Array) => seen.subarray(half).map(score);
  const { event, ...rest } = halfLine({ over: scored(over), under: scored(under) }, delta, counted);
  // Few cells, many outputs: each is looked up once.
  const chosen = new Set([...counts.keys()].filter((cell) => event(score(cell))));
  return { event: (cell) => chosen.has(cell), ...rest };
}

function bestBound(
  seen: Shares,
  {
    trials: trained,
    promised: trials,
    delta,
  }: { readonly trials: number; readonly promised: number; readonly delta: number },
): { readonly bound: PairBound; readonly value: number } {
  if (seen.over < FEWEST) return { bound: "two limits", value: seen.over / trained - FEWEST };
  const counts = trials === trained ? seen : scaled(seen, trials / trained);
  const limits = ["two limits", twoLimitsPromise(counts, trials, delta)] as const;
  const promises: readonly (readonly [PairBound, number])[] =
    delta > 0
      ? [limits]
      : [["coupled", coupledPromise(counts, trials)], ["paired", pairedPromise(counts, trials)], limits];
  const [bound, value] = promises.reduce((best, each) => (each[1] > best[1] ? each : best));
  return { bound, value };
}

/** As many pairs would have, at the same shares. */
function scaled({ over, under, both }: Shares, factor: number): Shares {
  const [overs, unders] = [Math.round(factor * over), Math.round(factor * under)];
  return { over: overs, under: unders, both: Math.min(Math.round(factor * both), overs, unders) };
}

function coupledPromise({ over, under, both }: Shares, trials: number): number {
  if (over === 0) return -Infinity;
  const shared = wilson({ successes: both, trials: over, errorRate: 2 * (1 - ALONE_SHARE) * ERROR_RATE }).upper;
  const alone = wilson({ successes: under - both, trials, errorRate: 2 * ALONE_SHARE * ERROR_RATE }).upper;
  return -log(shared + (alone * trials) / over);
}

function pairedPromise({ over, under }: Shares, trials: number): number {
  const [p, q] = [over / trials, under / trials];
  const discordant = trials * (p * (1 - q) + q * (1 - p));
  if (over === 0 || discordant < 1) return -Infinity;
  const whole = Math.round(discordant);
  const successes = Math.min(whole, Math.round(trials * p * (1 - q)));
  const share = wilson({ successes, trials: whole, errorRate: 2 * ERROR_RATE }).lower;
  const odds = share / (1 - share);
  return share === 0 ? -Infinity : log(Math.min(odds, odds / (1 - q + odds * q)));
}

function twoLimitsPromise({ over, under }: Shares, trials: number, delta: number): number {
  const { lower } = wilson({ successes: over, trials, errorRate: ERROR_RATE });
  const { upper } = wilson({ successes: under, trials, errorRate: ERROR_RATE });
  return lower > delta ? log((lower - delta) / upper) : -Infinity;
}
