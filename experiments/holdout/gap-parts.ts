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
import { NO_MOMENTS } from "../../lib/statistics/moments.ts";
import {
  axis,
  boundedMeanOf,
  type Check,
  equal,
  estimateAtMost,
  exactStudy,
  intervalAlone,
  type Part,
  type SampleContext,
  sampledStudy,
  shareStudy,
  variant,
  z,
} from "../kit.ts";
import { epsilonOf, sizeOf } from "./axes.ts";
import type { Sums } from "./repetitions.ts";

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

/** Sums of the expected gap given the counts. */
function expectedGaps(setting: GapSetting, count: number, random: Stream): Sums<number> {
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

function judgeGap({ sum, squares }: Sums<number>, bound: number, { trials, errorRate }: SampleContext): Check {
  const mean = sum / trials;
  const moments = { ...NO_MOMENTS, count: trials, mean, squares: Math.max(0, squares - sum * mean) };
  return estimateAtMost(boundedMeanOf(moments, { least: -0.5, greatest: 0.5, errorRate }), bound);
}

const LABEL = 0.05;

const gapAxes = {
  size: sizeOf([50, 1000], [50, 200, 1000]),
  queries: axis(z.int().min(1).max(100_000), { means: "random queries to choose from", quick: [1000] }),
};
const gapStudy = sampledStudy({
  axes: {
    size: gapAxes.size,
    epsilon: epsilonOf([0.05, 0.5, 2], [0.05, 0.1, 0.2, 0.5, 1, 2, 5]),
    queries: gapAxes.queries,
  },
  trials: { quick: 12_000, full: 20_000 },
  blockSize: 2000,
  merge: "add",
  intervals: () => 1,
  block: expectedGaps,
  judge: (cell, sums, context) => ({
    checks: { sharp: judgeGap(sums, sharpExpectedGap(cell.epsilon), context) },
    values: {
      sharp: sharpExpectedGap(cell.epsilon),
      "total-variation": expectedGapBound({ epsilon: cell.epsilon, delta: 0 }),
      classic: -expm1(-cell.epsilon),
    },
  }),
});

export const gapPart: Part = {
  claim: "dp-generalization-expectation",
  asks: "Is the expected gap of the exponential mechanism's choice within tanh(epsilon / 4)?",
  study: gapStudy,
  controls: {
    "best-query": {
      says: "the best of all queries, without privacy, labelled epsilon = 0.05",
      study: variant(gapStudy, {
        axes: gapAxes,
        over: { size: [50, 200, 1000] },
        trials: { quick: 4000, full: 4000 },
        at: (cell) => ({ ...cell, epsilon: LABEL }),
        drawn: (cell) => ({ ...cell, epsilon: Infinity }),
        only: ["sharp"],
      }),
    },
  },
};

const toleranceOf = (cell: { readonly size: number; readonly factor: number }) => cell.factor / Math.sqrt(cell.size);

const gapTailStudy = shareStudy({
  axes: {
    size: gapAxes.size,
    factor: axis(z.number().positive().max(20), { means: "tolerance, times 1/sqrt(records)", quick: [1.5, 2, 2.5] }),
    queries: gapAxes.queries,
  },
  trials: { quick: 5000, full: 10_000 },
  blockSize: 2500,
  intervals: () => 1,
  block: (cell, count, random) => {
    const tolerance = toleranceOf(cell);
    return wideGaps({ ...cell, epsilon: tolerance, tolerance }, count, random);
  },
  judge: (cell, { wide }) => {
    const bound = overfittingTail({ epsilon: 0, tolerance: toleranceOf(cell), size: cell.size });
    return { checks: { tail: estimateAtMost(intervalAlone(wide), bound) } };
  },
});

export const gapTailPart: Part = {
  claim: "dp-generalization-whp",
  asks: "Is the gap beyond tau with probability at most 6 exp(-tau^2 n), at epsilon = tau?",
  study: gapTailStudy,
  controls: {
    "epsilon-above-tau": {
      says: "the bound used for a choice that is not private: epsilon far above tau",
      study: variant(gapTailStudy, {
        over: { size: [200, 1000], factor: [1.5], queries: [20_000] },
        trials: { quick: 400, full: 400 },
        blockSize: 200,
        block: (cell, count, random) =>
          wideGaps({ ...cell, epsilon: Infinity, tolerance: toleranceOf(cell) }, count, random),
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
const roundingOf = (universe: number) => ({ absolute: 4 * (1 / universe / universe + 1e-14) });

export const subsetPart: Part = {
  claim: "dp-generalization-expectation",
  asks: "Does subset selection attain tanh(epsilon / 4) on one record?",
  study: exactStudy({
    axes: { epsilon: epsilonOf([0.05, 0.1, 0.2, 0.5, 1, 2, 5]), points },
    exact: (cell) => ({
      checks: {
        sharp: equal(subsetGap(cell.epsilon, cell.points), sharpExpectedGap(cell.epsilon), roundingOf(cell.points)),
      },
    }),
  }),
  controls: {
    "total-variation": {
      says: "the bound tanh(epsilon / 2) said to be attained",
      study: exactStudy({
        axes: { epsilon: epsilonOf([0.1, 1]), points },
        exact: (cell) => {
          const bound = expectedGapBound({ epsilon: cell.epsilon, delta: 0 });
          return { checks: { attained: equal(subsetGap(cell.epsilon, cell.points), bound, roundingOf(cell.points)) } };
        },
      }),
    },
  },
};
