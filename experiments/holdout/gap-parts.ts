/**
 * The generalisation gap of a private choice: the exponential mechanism among random queries, and subset selection.
 *
 * Each of m queries is a fair coin on every record, so that its mean on n records is Binomial(n, 1/2) / n and its expectation 1/2. Given
 * those counts the chance of each is known, and so is the expected gap: only the counts are drawn.
 */
import {
  expectedGapBound,
  overfittingTail,
  sharpExpectedGap,
  subsetSelectionGap,
} from "../../lib/adaptive/generalisation.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { fillBinomial } from "../../lib/random/binomial.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { empiricalBernstein } from "../../lib/statistics/empirical-bernstein.ts";
import { judgeProbabilityBound } from "../../lib/statistics/verdict.ts";
import {
  axis,
  type Check,
  exactStudy,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  z,
} from "../kit.ts";
import { epsilonOf, sizeOf } from "./axes.ts";

interface GapSetting {
  readonly size: number;
  readonly queries: number;
  /** Infinity for the best query, without privacy. */
  readonly epsilon: number;
}

/** Calls `seen` with the number of queries of each count, and the weight of one, for `count` samples. */
function forSamples(
  { size, queries, epsilon }: GapSetting,
  count: number,
  seen: (numbers: Int32Array, weights: Float64Array) => void,
  random: Stream,
): void {
  const counts = new Float64Array(queries);
  const numbers = new Int32Array(size + 1);
  const weights = new Float64Array(size + 1);
  // Of a query that is `behind` ones behind the best: the score ones / n has sensitivity 1 / n.
  const decay = Float64Array.from({ length: size + 1 }, (_, behind) =>
    epsilon === Infinity ? (behind === 0 ? 1 : 0) : exp((-epsilon * behind) / 2),
  );
  for (let r = 0; r < count; r++) {
    fillBinomial({ trials: size, probability: 0.5 }, counts, random);
    numbers.fill(0);
    let best = 0;
    for (let j = 0; j < queries; j++) {
      numbers[counts[j]]++;
      if (counts[j] > best) best = counts[j];
    }
    for (let ones = 0; ones <= best; ones++) weights[ones] = numbers[ones] * decay[best - ones];
    weights.fill(0, best + 1);
    seen(numbers, weights);
  }
}

interface GapSums {
  readonly sum: number;
  readonly squares: number;
}

/** Sums of the expected gap given the counts. */
function expectedGaps(setting: GapSetting, count: number, random: Stream): GapSums {
  let [sum, squares] = [0, 0];
  forSamples(
    setting,
    count,
    (_, weights) => {
      let [total, ones] = [0, 0];
      for (let k = 0; k < weights.length; k++) {
        total += weights[k];
        ones += weights[k] * k;
      }
      const gap = ones / total / setting.size - 0.5;
      sum += gap;
      squares += gap * gap;
    },
    random,
  );
  return { sum, squares };
}

/** How often the gap of the query that is drawn is beyond the tolerance, either way. */
function wideGaps(
  setting: GapSetting & { readonly tolerance: number },
  count: number,
  random: Stream,
): { wide: number } {
  let wide = 0;
  forSamples(
    setting,
    count,
    (_, weights) => {
      let rest = sampleUniform(random) * weights.reduce((total, weight) => total + weight, 0);
      let ones = weights.length - 1;
      for (; ones > 0; ones--) {
        rest -= weights[ones];
        if (rest < 0) break;
      }
      if (Math.abs(ones / setting.size - 0.5) > setting.tolerance) wide++;
    },
    random,
  );
  return { wide };
}

function judgeGap({ sum, squares }: GapSums, bound: number, { trials, errorRate }: SampleContext): Check {
  const mean = sum / trials;
  const variance = Math.max(0, squares - sum * mean) / (trials - 1);
  const { lower, upper } = empiricalBernstein({ count: trials, mean, variance, least: -0.5, greatest: 0.5, errorRate });
  const verdict = upper <= bound ? "holds" : lower > bound ? "violated" : "inconclusive";
  return { verdict, estimate: mean, lower, upper, standardError: Math.sqrt(variance / trials), theory: bound };
}

const queriesOf = (quick: readonly number[]) =>
  axis(z.int().min(1).max(100_000), { means: "random queries to choose from", quick });
const LABEL = 0.05;

export const gapPart: Part = {
  claim: "dp-generalization-expectation",
  asks: "Is the expected gap of the exponential mechanism's choice within tanh(epsilon / 4)?",
  study: sampledStudy({
    axes: {
      size: sizeOf([50, 1000], [50, 200, 1000]),
      epsilon: epsilonOf([0.05, 0.5, 2], [0.05, 0.1, 0.2, 0.5, 1, 2, 5]),
      queries: queriesOf([1000]),
    },
    trials: { quick: 12_000, full: 20_000 },
    blockSize: 2000,
    merge: "add",
    intervals: () => 1,
    block: expectedGaps,
    judge: (cell, sums, context): Judgement => ({
      checks: { sharp: judgeGap(sums, sharpExpectedGap(cell.epsilon), context) },
      values: {
        sharp: sharpExpectedGap(cell.epsilon),
        "total-variation": expectedGapBound({ epsilon: cell.epsilon, delta: 0 }),
        classic: -expm1(-cell.epsilon),
      },
    }),
  }),
  controls: {
    "best-query": {
      says: "the best of all queries, without privacy, labelled epsilon = 0.05",
      study: sampledStudy({
        axes: { size: sizeOf([50, 200, 1000]), queries: queriesOf([1000]) },
        trials: { quick: 4000, full: 4000 },
        blockSize: 2000,
        merge: "add",
        intervals: () => 1,
        block: (cell, count, random) => expectedGaps({ ...cell, epsilon: Infinity }, count, random),
        judge: (_, sums, context) => ({ checks: { sharp: judgeGap(sums, sharpExpectedGap(LABEL), context) } }),
      }),
    },
  },
};

const factorOf = (quick: readonly number[]) =>
  axis(z.number().positive().max(20), { means: "tolerance, times 1/sqrt(records)", quick });

function judgeTail(wide: number, bound: number, { trials, errorRate }: SampleContext): Check {
  const { verdict, interval } = judgeProbabilityBound(
    { successes: wide, trials, errorRate },
    { relation: "at-most", bound },
  );
  return { verdict, estimate: wide / trials, ...interval, theory: bound };
}

const tailOf = (size: number, tolerance: number) => overfittingTail({ epsilon: 0, tolerance, size });

export const gapTailPart: Part = {
  claim: "dp-generalization-whp",
  asks: "Is the gap beyond tau with probability at most 6 exp(-tau^2 n), at epsilon = tau?",
  study: sampledStudy({
    axes: { size: sizeOf([50, 1000], [50, 200, 1000]), factor: factorOf([1.5, 2, 2.5]), queries: queriesOf([1000]) },
    trials: { quick: 5000, full: 10_000 },
    blockSize: 2500,
    intervals: () => 1,
    block: (cell, count, random) => {
      const tolerance = cell.factor / Math.sqrt(cell.size);
      return wideGaps({ ...cell, epsilon: tolerance, tolerance }, count, random);
    },
    judge: (cell, { wide }, context) => ({
      checks: { tail: judgeTail(wide, tailOf(cell.size, cell.factor / Math.sqrt(cell.size)), context) },
    }),
  }),
  controls: {
    "epsilon-above-tau": {
      says: "the bound used for a choice that is not private: epsilon far above tau",
      study: sampledStudy({
        axes: { size: sizeOf([200, 1000]), factor: factorOf([1.5]), queries: queriesOf([20_000]) },
        trials: { quick: 400, full: 400 },
        blockSize: 200,
        intervals: () => 1,
        block: (cell, count, random) =>
          wideGaps({ ...cell, epsilon: Infinity, tolerance: cell.factor / Math.sqrt(cell.size) }, count, random),
        judge: (cell, { wide }, context) => ({
          checks: { tail: judgeTail(wide, tailOf(cell.size, cell.factor / Math.sqrt(cell.size)), context) },
        }),
      }),
    },
  },
};

const points = axis(z.int().min(2).max(1_000_000_000), { means: "points of the universe", quick: [1_000_000] });

function subsetGap(epsilon: number, universe: number): number {
  const chosen = Math.min(universe - 1, Math.max(1, Math.round(universe / (1 + exp(epsilon / 2)))));
  return subsetSelectionGap({ epsilon, points: universe, chosen });
}

/** Off by the rounding of the subset's size only. */
function equality(estimate: number, theory: number, universe: number): Check {
  const margin = 1 / universe / universe + 1e-14;
  return { verdict: Math.abs(estimate - theory) <= margin * 4 ? "holds" : "violated", estimate, theory };
}

export const subsetPart: Part = {
  claim: "dp-generalization-expectation",
  asks: "Does subset selection attain tanh(epsilon / 4) on one record?",
  study: exactStudy({
    axes: { epsilon: epsilonOf([0.05, 0.1, 0.2, 0.5, 1, 2, 5]), points },
    exact: (cell) => ({
      checks: { sharp: equality(subsetGap(cell.epsilon, cell.points), sharpExpectedGap(cell.epsilon), cell.points) },
    }),
  }),
  controls: {
    "total-variation": {
      says: "the bound tanh(epsilon / 2) said to be attained",
      study: exactStudy({
        axes: { epsilon: epsilonOf([0.1, 1]), points },
        exact: (cell) => {
          const bound = expectedGapBound({ epsilon: cell.epsilon, delta: 0 });
          return { checks: { attained: equality(subsetGap(cell.epsilon, cell.points), bound, cell.points) } };
        },
      }),
    },
  },
};
