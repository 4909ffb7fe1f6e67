/**
 * Subsample and aggregate on n normal records of mean 1/2 and variance 1, exactly: the variance and the mean squared error against
 * the best, c / n.
 *
 * The mean of a block is normal, so that the moments of its clamped estimate are integrals of one variable, to which the variance
 * of the Laplace noise is added. The variance is (1 + o(1)) c / n for the mean (c = 1) and for exp(mean) (c = e) if k = n^a blocks
 * are many more than sqrt(n) and their records still grow, 1/2 < a < 1. So is the mean squared error of the mean, whose blocks have
 * no bias. Every block of exp(mean) is off by about e^(1/2) k / (2 n), which the average keeps: k^2 / (4 n) is added to the ratio
 * of the errors, and no k is good for noise and bias.
 * Sources: Nissim, Raskhodnikova, Smith (2007); Smith (2011).
 */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { subsampleAggregate } from "../../lib/learning/subsample-aggregate.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { normalDensity } from "../../lib/numerics/normal.ts";
import { pow } from "../../lib/numerics/power.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { learningEpsilonOf } from "./axes.ts";

const CENTRE = 0.5;
const ESTIMATORS = {
  mean: { of: (mean: number) => mean, inverse: (value: number) => value, lower: -1, upper: 2 },
  "exp-of-mean": { of: exp, inverse: log, lower: 0.5, upper: 5 },
} as const;
type Estimator = keyof typeof ESTIMATORS;
const NAMES = Object.keys(ESTIMATORS) as [Estimator, ...Estimator[]];
const estimator = axis(z.enum(NAMES), { means: "estimator of a block", quick: NAMES });

/** Mean and variance of the clamped estimate of a block of this many records. */
function blockMoments(estimator: Estimator, records: number): { readonly mean: number; readonly variance: number } {
  const { of, inverse, lower, upper } = ESTIMATORS[estimator];
  const spread = 1 / Math.sqrt(records);
  const kinks = [lower, upper].map((end) => (inverse(end) - CENTRE) / spread);
  const moment = (value: (estimate: number) => number) =>
    integrate((x) => value(Math.min(upper, Math.max(lower, of(CENTRE + spread * x)))) * normalDensity(x), {
      lower: -38,
      upper: 38,
      kinks: [-8, 0, 8, ...kinks],
      relativeTolerance: 1e-9,
      absoluteTolerance: 1e-14,
    }).value;
  const mean = moment((estimate) => estimate);
  return { mean, variance: moment((estimate) => (estimate - mean) * (estimate - mean)) };
}

interface BlockCell {
  readonly size: number;
  readonly blocks: number;
  readonly epsilon: number;
}

/** Variance of the noise on the average of the blocks. */
function noiseVariance(estimator: Estimator, { blocks, epsilon }: BlockCell): number {
  const { lower, upper } = ESTIMATORS[estimator];
  const scale = (upper - lower) / (blocks * epsilon);
  return 2 * scale * scale;
}

/** c: the variance of the estimate from n records is c / n, nearly. */
const constantOf = (estimator: Estimator) => (estimator === "mean" ? 1 : exp(2 * CENTRE));

/** How many blocks there are of each number of records, which differ by one. */
function blockSizes({ size, blocks }: BlockCell): readonly { readonly count: number; readonly records: number }[] {
  const [short, larger] = [Math.floor(size / blocks), size % blocks];
  return [
    { count: blocks - larger, records: short },
    { count: larger, records: short + 1 },
  ].filter(({ count }) => count > 0);
}

/** n times the variance over c, and n times the mean squared error over c. */
function ratiosOf(estimator: Estimator, cell: BlockCell): { readonly variance: number; readonly error: number } {
  const { size, blocks } = cell;
  const kinds = blockSizes(cell).map(({ count, records }) => ({ count, ...blockMoments(estimator, records) }));
  const truth = ESTIMATORS[estimator].of(CENTRE);
  const bias = kinds.reduce((sum, { count, mean }) => sum + (count / blocks) * (mean - truth), 0);
  const sample = kinds.reduce((sum, each) => sum + (each.count / blocks / blocks) * each.variance, 0);
  const variance = sample + noiseVariance(estimator, cell);
  const best = constantOf(estimator) / size;
  return { variance: variance / best, error: (bias * bias + variance) / best };
}

/** What is claimed where blocks have no bias: the sample's share, which is 1 in blocks of equal size, and that of the noise. */
function withoutBias(estimator: Estimator, cell: BlockCell): number {
  const { size, blocks } = cell;
  const sample = blockSizes(cell).reduce((sum, { count, records }) => sum + count / blocks / blocks / records, 0);
  return size * (sample + noiseVariance(estimator, cell) / constantOf(estimator));
}

/** The loss when the records of one block of ten move its mean across the whole range. */
function worstLoss(epsilon: number): number {
  const { lower, upper } = ESTIMATORS.mean;
  const { law } = subsampleAggregate<number>({
    epsilon,
    blocks: 10,
    aggregate: "mean",
    lower,
    upper,
    estimator: (records) => records.reduce((sum, record) => sum + record / records.length, 0),
  });
  const records = new Array<number>(40).fill(CENTRE);
  const [first, second] = [-100, 100].map((record) => law(records.with(17, record)));
  const limits = [-100, 100].map((x) => first.logDensity(x) - second.logDensity(x));
  return continuousEpsilon({ first, second }, { kind: "monotone", limits: [limits[0], limits[1]] }).lower;
}

function judge(estimator: Estimator, cell: BlockCell): Judgement {
  const { error: ratio, variance } = ratiosOf(estimator, cell);
  const unbiased = withoutBias(estimator, cell);
  const expected = estimator === "mean" ? unbiased : unbiased + (cell.blocks * cell.blocks) / (4 * cell.size);
  // Clamping, and what is left out of the expansion of the bias, are small in large blocks.
  const large = cell.size / cell.blocks >= 40;
  return {
    checks: {
      epsilon: equal(worstLoss(cell.epsilon), cell.epsilon, { share: 1e-9 }),
      ...(estimator === "mean" && { "no-bias": atMost(ratio, unbiased, { share: 1e-6 }) }),
      ...(large && { ratio: equal(ratio, expected, { share: estimator === "mean" ? 1e-3 : 0.05 }) }),
    },
    values: { ratio, variance, blocks: cell.blocks },
  };
}

const epsilon = axis(z.number().min(0.05).max(20), { means: "epsilon", quick: [1], full: [0.3, 1, 3] });

export const blocksPart: Part = {
  claim: "subsample-aggregate",
  asks: "Is the error of the mean that of the sample and of the noise, and has exp(mean) the bias of its blocks besides?",
  study: exactStudy({
    axes: {
      estimator,
      size: axis(z.int().min(100).max(10_000_000), {
        means: "records, n",
        quick: [10_000, 100_000],
        full: [1000, 10_000, 100_000, 1_000_000],
      }),
      exponent: axis(z.number().min(0.1).max(0.95), {
        means: "a, of k = n^a blocks",
        quick: [0.5, 0.6, 0.75],
        full: [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85],
      }),
      epsilon,
    },
    exact: ({ estimator, size, exponent, epsilon: level }) =>
      judge(estimator, { size, blocks: Math.round(pow(size, exponent)), epsilon: level }),
  }),
  controls: {
    "optimal-with-bias": {
      says:
        "the mean squared error c / n, noise added, claimed for exp(mean) with k well above sqrt(n): " +
        "the variance is that, the bias of the blocks stays",
      refutes: ["E36"],
      study: exactStudy({
        axes: {
          size: axis(z.literal(100_000), { means: "records, n", quick: [100_000] }),
          blocks: axis(z.literal([999, 3162, 17_782]), { means: "blocks, k", quick: [999, 3162, 17_782] }),
          epsilon: axis(z.literal(1), { means: "epsilon", quick: [1] }),
        },
        exact: (cell) => ({
          checks: {
            ratio: atMost(ratiosOf("exp-of-mean", cell).error, withoutBias("exp-of-mean", cell), { share: 0.05 }),
          },
        }),
      }),
    },
  },
};

/**
 * How far n times the variance over c may be above 1: the share of the noise, and what a block of n / k records adds. Both vanish
 * for k = n^a, 1/2 < a < 1.
 */
function vanishing(estimator: Estimator, cell: BlockCell): number {
  const { size, blocks } = cell;
  return (size * noiseVariance(estimator, cell)) / constantOf(estimator) + (2 * blocks) / size;
}

interface RateCell {
  readonly size: number;
  readonly exponent: number;
  readonly epsilon: number;
}

const blocksAt = ({ size, exponent, epsilon }: RateCell): BlockCell => ({
  ...{ size, epsilon },
  blocks: Math.round(pow(size, exponent)),
});

/** The ratio must be nearer to 1 than with a hundredth of the records. */
const EARLIER = 100;

function judgeVariance(estimator: Estimator, cell: RateCell): Judgement {
  const own = blocksAt(cell);
  const { variance } = ratiosOf(estimator, own);
  const earlier = ratiosOf(estimator, blocksAt({ ...cell, size: Math.round(cell.size / EARLIER) })).variance;
  return {
    checks: {
      variance: atMost(variance, 1 + vanishing(estimator, own)),
      nearer: atMost(Math.abs(variance - 1), Math.abs(earlier - 1)),
    },
    values: { variance, blocks: own.blocks },
  };
}

const many = axis(z.int().min(1_000_000).max(1_000_000_000_000), {
  means: "records, n",
  quick: [1_000_000, 1_000_000_000_000],
  full: [1_000_000, 100_000_000, 10_000_000_000, 1_000_000_000_000],
});

export const blockVariancePart: Part = {
  claim: "subsample-aggregate",
  asks: "Does n times the variance over c tend to 1 with k = n^a blocks, 1/2 < a < 1, for exp(mean) as for the mean?",
  study: exactStudy({
    axes: {
      estimator,
      size: many,
      exponent: axis(z.number().min(0.51).max(0.75), {
        means: "a, of k = n^a blocks",
        quick: [0.6],
        full: [0.55, 0.6, 0.65, 0.7, 0.75],
      }),
      epsilon,
    },
    exact: ({ estimator, ...cell }) => judgeVariance(estimator, cell),
  }),
  controls: {
    "root-n-blocks": {
      says: "a variance within 5 % of c / n claimed with sqrt(n) blocks: the noise keeps its share, whatever n",
      study: exactStudy({
        axes: {
          estimator,
          size: many,
          epsilon: learningEpsilonOf([1], [0.3, 1, 3]),
        },
        exact: ({ estimator, ...cell }) => ({
          checks: { variance: atMost(ratiosOf(estimator, blocksAt({ ...cell, exponent: 0.5 })).variance, 1.05) },
        }),
      }),
    },
  },
};
