/**
 * How the excess falls with the number of records: replications of a whole grid of sizes, a slope each, judged by the exact
 * interval of their median.
 *
 * The claim is judged of the median exponent, and says so: half of all replications fall at least that fast. The mean exponent of
 * skewed slopes may be another; an interval of it that is valid at 40 replications is not known without a bound on the slopes. In a
 * replication the smaller datasets are beginnings of the largest, and all sizes have the same noise up to its scale: the slopes
 * differ little from one replication to the next.
 */
import { sampleLogistic } from "../../lib/learning/logistic-sample.ts";
import { pow } from "../../lib/numerics/power.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import {
  axis,
  type Judgement,
  medianSlopeNear,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { epsilonOf, penaltyOf } from "./axes.ts";
import { perturbationOf } from "./perturbations.ts";
import { populationMinimiser, truthOf } from "./population.ts";
import { firstRecords, trialOn } from "./trial.ts";

const METHODS = ["output", "objective"] as const;
const POINTS = 5;
const DRAWS = 4;

interface SlopeCell {
  readonly method: (typeof METHODS)[number];
  readonly dimension: number;
  readonly penalty: number;
  readonly epsilon: number;
  readonly spread: number;
}

/** From the least size where the method's own rate has set in, equally far apart on a log axis. */
function sizesOf({ method, spread, ...cell }: SlopeCell): number[] {
  const least = perturbationOf(method, cell).leastSize(cell.dimension);
  return Array.from({ length: POINTS }, (_, k) => Math.ceil(least * pow(spread, k / (POINTS - 1))));
}

function slopes(cell: SlopeCell, count: number, random: Stream): readonly number[] {
  const sizes = sizesOf(cell);
  const truth = truthOf(cell.dimension);
  const method = perturbationOf(cell.method, cell);
  const start = populationMinimiser(cell.dimension, cell.penalty);
  return Array.from({ length: count }, (_, i) => {
    const all = sampleLogistic({ size: sizes[POINTS - 1], truth }, random);
    const noise = random.child("noise", i);
    const excesses = sizes.map((size) => {
      const trial = trialOn(firstRecords(all, size), cell.penalty, start, noise);
      let sum = 0;
      for (let draw = 0; draw < DRAWS; draw++) sum += trial.excess(method.release(trial, draw));
      return sum;
    });
    return logLogSlope({ x: sizes, y: excesses }).slope;
  });
}

function judge(cell: SlopeCell, values: readonly number[], claimed: number, { errorRate }: SampleContext): Judgement {
  return {
    checks: { slope: medianSlopeNear({ slopes: values, gridPoints: POINTS, errorRate }, claimed) },
    values: { sizes: sizesOf(cell), replications: values.length },
  };
}

const slopeStudy = sampledStudy({
  axes: {
    method: axis(z.enum(METHODS), { means: "private method", quick: METHODS }),
    dimension: axis(z.int().min(2).max(200), { means: "features", quick: [5], full: [2, 5, 10] }),
    penalty: penaltyOf([0.01]),
    epsilon: epsilonOf([1], [1, 3]),
    spread: axis(z.number().min(2).max(1000), {
      means: "the largest number of records over the least",
      quick: [4],
      full: [16],
    }),
  },
  // Of 20 replications the interval is from the least to the largest slope, at an error of 2^-19.
  trials: { quick: 20, full: 40, most: 160 },
  blockSize: 5,
  intervals: () => 1,
  block: slopes,
  merge: (one, other) => [...one, ...other],
  judge: (cell, values, context) => judge(cell, values, -2, context),
});

export const slopePart: Part = {
  claim: "dp-erm-rates",
  asks: "Does the excess of both perturbations fall like 1 / n^2 where the noise is small, by the median exponent of replications?",
  study: slopeStudy,
  controls: {
    "rate-without-strong-convexity": {
      says: "the rate 1 / n of risks that are convex only",
      study: variant(slopeStudy, {
        over: { dimension: [5] },
        judge: (cell, values, context) => judge(cell, values, -1, context),
      }),
    },
  },
};
