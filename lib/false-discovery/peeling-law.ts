/**
 * The exact law of what the private Benjamini-Hochberg procedure rejects, for a few hypotheses.
 *
 * All orders in which hypotheses can be peeled are gone through, each with its probability: a product of laws of report noisy max,
 * by quadrature. Given the order the noisy scores are independent, and which of them end up rejected follows from the intervals
 * between the levels that they fall into.
 * Accuracy: 1e-11 for each order.
 * Limits: at most 60 orders, that is three peels of five hypotheses.
 */

import { exp } from "../numerics/exponential.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { refuse } from "../numerics/requirements.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { ValueMap } from "../privacy/loss/value-map.ts";

export interface Peeling {
  readonly scale: number;
  readonly peels: number;
  /** The law of the index among scores: the larger, the likelier. */
  readonly indexLaw: (scores: readonly number[]) => DiscreteLaw<number>;
  /** What a noisy score must not exceed, for 1, 2, ... rejections. */
  readonly levels: readonly number[];
}

const MOST_ORDERS = 60;
const LOG_TWO = log(2);
const CERTAIN: DiscreteLaw<number> = { kind: "discrete", support: [0], neglected: 0, logMass: () => 0 };

/** Of the rejected hypotheses, in ascending order; `scores` are ln max(p, mu). */
export function rejectedLaw(
  { scale, peels, indexLaw, levels }: Peeling,
  scores: readonly number[],
): DiscreteLaw<readonly number[]> {
  const orders = Array.from({ length: peels }, (_, j) => scores.length - j).reduce(
    (product, left) => product * left,
    1,
  );
  if (orders > MOST_ORDERS) refuse("orders of peeling", `at most ${MOST_ORDERS} for a law`, orders);
  const terms = new ValueMap<readonly number[], number[]>();
  const peel = (order: readonly number[], logMass: number): void => {
    if (order.length === peels) {
      for (const [rejected, mass] of rejectedOf(order)) {
        const list = terms.get(rejected) ?? [];
        list.push(logMass + mass);
        terms.set(rejected, list);
      }
      return;
    }
    const left = scores.map((_, i) => i).filter((i) => !order.includes(i));
    const law = left.length === 1 ? CERTAIN : indexLaw(left.map((i) => -scores[i]));
    for (const choice of law.support) peel([...order, left[choice]], logMass + law.logMass(choice));
  };
  /** Each noisy score is in one of peels + 1 intervals: at most the first level, ..., above the last. */
  const rejectedOf = (order: readonly number[]): (readonly [readonly number[], number])[] => {
    const found: (readonly [readonly number[], number])[] = [];
    const place = (intervals: readonly number[], logMass: number): void => {
      const j = intervals.length;
      if (j < order.length) {
        for (let k = 0; k <= peels; k++) place([...intervals, k], logMass + logBetween(scores[order[j]], k));
        return;
      }
      const count = rejections(intervals);
      const rejected = order.filter((_, i) => intervals[i] < count).sort((a, b) => a - b);
      if (logMass > -Infinity) found.push([rejected, logMass]);
    };
    place([], 0);
    return found;
  };
  const logBetween = (score: number, k: number): number => {
    const upper = k < peels ? (levels[k] - score) / scale : Infinity;
    const lower = k > 0 ? (levels[k - 1] - score) / scale : -Infinity;
    return logLaplaceBetween(lower, upper);
  };
  peel([], 0);
  const table = new ValueMap(terms.entries().map(([rejected, list]) => [rejected, logSumExp(list)] as const));
  return {
    kind: "discrete",
    support: table.keys(),
    neglected: 0,
    logMass: (rejected) => table.get(rejected) ?? -Infinity,
  };
}

/** The largest r of which at least r scores are at most the r-th level; intervals count from 0. */
function rejections(intervals: readonly number[]): number {
  for (let r = intervals.length; r > 0; r--) if (intervals.filter((k) => k < r).length >= r) return r;
  return 0;
}

/** log P(lower < Z <= upper) for Laplace noise of scale 1. */
function logLaplaceBetween(lower: number, upper: number): number {
  if (!(lower < upper)) return -Infinity;
  if (lower >= 0) return -lower - LOG_TWO + log1p(-exp(lower - upper));
  if (upper <= 0) return upper - LOG_TWO + log1p(-exp(lower - upper));
  return log1p(-(exp(lower) + exp(-upper)) / 2);
}
