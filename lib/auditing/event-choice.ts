/**
 * Event choice: from training outputs of two neighbours, the event that best tells them apart.
 *
 * An event is best if the log-ratio of its (quick, Wilson) limits on the training outputs is largest. Three families: half-lines of
 * a score (with the likelihood ratio as the score these contain the best event of all, by Neyman and Pearson's lemma); unions of
 * cells, in the order of their empirical ratio; and, for vectors, half-lines of a trained classifier (`classifier-event.ts`).
 * Source: DP-Sniper (Bichsel, Steffen, Bogunovic, Vechev, S&P 2021) for choosing the event on one part and counting on another.
 * Limits: candidates are at most 400 thresholds, dense at both ends. The choice may be poor, never invalid: it is counted on other outputs.
 * @example
 * ```ts
 * import { cellEvent, halfLineEvent } from "epsilab/auditing";
 * const outputs = { over: [3, 4, 5, 4, 3, 5, 4, 4], under: [0, 1, 2, 1, 0, 2, 1, 3], delta: 0, errorRate: 0.05 };
 * const event = halfLineEvent((output: number) => output)(outputs);
 * event(2); // => false
 * event.says; // => "score >= 3"
 * cellEvent((output: number) => output)(outputs).says; // => "one of the cells 4, 5, 3"
 * ```
 */
import { log } from "../numerics/logarithm.ts";
import { text } from "../numerics/parameters.ts";
import { refuse, requireFunction } from "../numerics/requirements.ts";
import { sortFloat64 } from "../numerics/sort.ts";
import { wilson } from "../statistics/proportion-interval.ts";
import type { EventCount } from "./certified-epsilon.ts";

export interface Training<Output> {
  /** Outputs of the neighbour under which the event shall be likely. */
  readonly over: readonly Output[];
  readonly under: readonly Output[];
  readonly delta: number;
  readonly errorRate: number;
  /**
   * What an event is worth, from a lower limit of its probability under `over` and an upper one under `under`; log((lower - delta)
   * / upper) unless it is given.
   */
  readonly worth?: (lower: number, upper: number) => number;
}

/** Whether an output is in the event; `says` says which it is, and `view` how to draw it, where the builder knows. */
export interface Event<Output> {
  (output: Output): boolean;
  readonly says?: string;
  readonly view?: EventView<Output>;
}

/** An event as a part of an axis: of the scores, or of the cells. */
export type EventView<Output> =
  | {
      readonly kind: "half-line";
      readonly name: string;
      readonly score: (output: Output) => number;
      readonly threshold: number;
      /** Whether it is the scores from the threshold upwards, or those up to it. */
      readonly above: boolean;
    }
  | {
      readonly kind: "cells";
      readonly keyOf: (output: Output) => string | number;
      readonly chosen: ReadonlySet<string | number>;
    };

export type EventChoice<Output> = (training: Training<Output>) => Event<Output>;

const CANDIDATES = 400;
/** How many cells an event names. */
const SHOWN = 6;

/** The best event {score >= t} or {score <= t}. A score may be infinite; `name` is what the event calls it. */
export function halfLineEvent<Output>(score: (output: Output) => number, name = "score"): EventChoice<Output> {
  requireFunction({ score });
  text.read(name, "name");
  return (training) => {
    const { over, under } = training;
    const promise = eventPromise(training);
    const [overScores, underScores] = [scoresOf(over, score), scoresOf(under, score)];
    const merged = sortFloat64(Float64Array.from([...overScores, ...underScores]));
    let best = { value: -Infinity, threshold: Infinity, above: true };
    for (const rank of spreadRanks(merged.length)) {
      const threshold = merged[rank];
      for (const above of [true, false]) {
        const hits = (scores: Float64Array) => countHits(scores, threshold, above);
        const value = promise(
          { successes: hits(overScores), trials: over.length },
          { successes: hits(underScores), trials: under.length },
        );
        if (value > best.value) best = { value, threshold, above };
      }
    }
    const { threshold, above } = best;
    return Object.assign((output: Output) => (above ? score(output) >= threshold : score(output) <= threshold), {
      says: `${name} ${above ? ">=" : "<="} ${threshold}`,
      view: { kind: "half-line" as const, name, score, threshold, above },
    });
  };
}

/** The best union of cells, cells being outputs of one key. */
export function cellEvent<Output>(keyOf: (output: Output) => string | number): EventChoice<Output> {
  requireFunction({ keyOf });
  return (training) => {
    const { over, under } = training;
    const promise = eventPromise(training);
    const counts = new Map<string | number, [number, number]>();
    [over, under].forEach((outputs, side) => {
      for (const output of outputs) {
        const key = keyOf(output);
        const count = counts.get(key) ?? [0, 0];
        count[side]++;
        counts.set(key, count);
      }
    });
    // Half a count more on each side, so that a cell seen once is not taken for a certainty.
    const ratio = ([overs, unders]: readonly [number, number]) => (overs + 0.5) / (unders + 0.5);
    const cells = [...counts].sort((a, b) => ratio(b[1]) - ratio(a[1]));
    const ranks = new Set(spreadRanks(cells.length));
    let [overs, unders, best, size] = [0, 0, -Infinity, 1];
    for (let k = 0; k < cells.length; k++) {
      overs += cells[k][1][0];
      unders += cells[k][1][1];
      if (!ranks.has(k)) continue;
      const value = promise({ successes: overs, trials: over.length }, { successes: unders, trials: under.length });
      if (value > best) [best, size] = [value, k + 1];
    }
    const chosen = new Set(cells.slice(0, size).map(([key]) => key));
    const shown = [...chosen].slice(0, SHOWN).join(", ");
    const more = chosen.size > SHOWN ? ` and ${chosen.size - SHOWN} more` : "";
    return Object.assign((output: Output) => chosen.has(keyOf(output)), {
      says: `one of the cells ${shown}${more}`,
      view: { kind: "cells" as const, keyOf, chosen },
    });
  };
}

/** What will be certified, nearly; it only ranks events. */
export function eventPromise({
  delta,
  errorRate,
  worth,
}: Omit<Training<unknown>, "over" | "under">): (over: EventCount, under: EventCount) => number {
  const of = worth ?? ((lower: number, upper: number) => (lower > delta ? log((lower - delta) / upper) : -Infinity));
  return (over, under) => {
    const value = of(wilson({ ...over, errorRate }).lower, wilson({ ...under, errorRate }).upper);
    return Number.isNaN(value) ? -Infinity : value;
  };
}

function scoresOf<Output>(outputs: readonly Output[], score: (output: Output) => number): Float64Array {
  const scores = Float64Array.from(outputs, score);
  for (let k = 0; k < scores.length; k++) if (Number.isNaN(scores[k])) refuse("score", "a number", Number.NaN);
  return sortFloat64(scores);
}

/** How many of the sorted scores are at least, or at most, the threshold. */
export function countHits(sorted: Float64Array, threshold: number, above: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (above ? sorted[middle] < threshold : sorted[middle] <= threshold) low = middle + 1;
    else high = middle;
  }
  return above ? sorted.length - low : low;
}

/** Ranks below `count`: evenly spread, and by powers of two from both ends. */
export function spreadRanks(count: number): number[] {
  const ranks = new Set<number>();
  const even = Math.min(count, CANDIDATES);
  for (let k = 0; k < even; k++) ranks.add(Math.floor((k * count) / even));
  for (let step = 1; step <= count; step *= 2) {
    ranks.add(step - 1);
    ranks.add(count - step);
  }
  return [...ranks].sort((a, b) => a - b);
}
