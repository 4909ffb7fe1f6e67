/**
 * How the functions of lib/random are called, for the fuzz test.
 */
import fc from "fast-check";
import { aliasTable, stream } from "../../lib/random/index.ts";
import {
  anyNumber,
  count,
  hugeCount,
  listOf,
  nonNegative,
  openProbability,
  positive,
  probability,
  record,
} from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

const random = fc.nat().map((seed) => stream(seed, "fuzz"));
const UNIT = [0, 1] as const;
const NON_NEGATIVE = [0, Infinity] as const;
const out = count.map((length) => new Float64Array(length));
const rational = fc.oneof(
  record({ numerator: fc.integer({ min: 0, max: 40 }), denominator: count }),
  record({ numerator: fc.bigInt({ min: 1n, max: 40n }), denominator: fc.bigInt({ min: 1n, max: 10n }) }),
);
/** A dimension and room for some vectors of it. */
const vectors = fc
  .tuple(count, count)
  .map(([dimension, many]) => ({ dimension, out: new Float64Array(dimension * many) }));
/** Not to be spoiled: callers get it whole. */
const table = Object.assign(Object.create(null), aliasTable([1, 0, 5, 2]));
const trials = record({ trials: hugeCount, probability });
const weights = record({ trials: hugeCount, weights: listOf(positive) });

/** What stands in the array to be filled does not matter. */
const OUT = /^[01]\.\d/;

/** A sampler and its batch, of one parameter. */
function pair(name: string, parameter: fc.Arbitrary<unknown>, expected: Omit<Entry, "args">): Record<string, Entry> {
  return {
    [`sample${name}`]: takes([parameter, random], expected),
    [`fill${name}`]: takes([parameter, out, random], { ...expected, free: OUT }),
  };
}

export const RANDOM: Readonly<Record<string, Entry>> = {
  ...pair("Bernoulli", probability, { range: UNIT }),
  ...pair("Beta", record({ a: positive, b: positive }), { range: UNIT }),
  ...pair("Binomial", trials, { range: NON_NEGATIVE }),
  ...pair("DiscreteGaussian", positive, {}),
  ...pair("Exponential", positive, { range: NON_NEGATIVE }),
  ...pair("Gamma", record({ shape: positive, scale: positive }), { range: NON_NEGATIVE }),
  ...pair("Geometric", openProbability, { range: NON_NEGATIVE }),
  ...pair("Gumbel", record({ location: anyNumber, scale: positive }), {}),
  ...pair("Laplace", positive, {}),
  ...pair("Normal", record({ mean: anyNumber, sigma: positive }), {}),
  ...pair("Poisson", nonNegative, { range: NON_NEGATIVE }),
  ...pair("DiscreteLaplace", positive, {}),
  sampleUniform: takes([random], { range: UNIT }),
  fillUniform: takes([out, random], { range: UNIT, free: OUT }),
  sampleBernoulliExp: takes([rational, random], { range: UNIT }),
  sampleExactDiscreteGaussian: takes([rational, random]),
  sampleExactDiscreteLaplace: takes([rational, random]),
  sampleBoundedInteger: takes([hugeCount, random], { range: NON_NEGATIVE }),
  sampleBoundedBigInt: takes([fc.bigInt({ min: 1n, max: 10n ** 40n }), random]),
  aliasTable: takes([listOf(nonNegative)]),
  sampleCategorical: takes([fc.constant(table), random], { range: NON_NEGATIVE }),
  fillCategorical: takes([fc.constant(table), out, random], { range: NON_NEGATIVE, free: OUT }),
  sampleMultinomial: takes([weights, random], { range: NON_NEGATIVE }),
  fillMultinomial: {
    args: fc
      .tuple(random, weights, count)
      .map(([source, given, many]) => [given, new Float64Array(many * given.weights.length), source]),
    range: NON_NEGATIVE,
    free: /^1\.\d/,
  },
  sampleSphere: takes([count, random], { range: [-1, 1] }),
  sampleBall: takes([count, random], { range: [-1, 1] }),
  fillSphere: {
    args: fc.tuple(random, vectors).map(([source, given]) => [given.dimension, given.out, source]),
    range: [-1, 1],
    free: OUT,
  },
  fillBall: {
    args: fc.tuple(random, vectors).map(([source, given]) => [given.dimension, given.out, source]),
    range: [-1, 1],
    free: OUT,
  },
  sampleBallNoise: takes([record({ dimension: count, scale: positive }), random]),
  fillBallNoise: {
    args: fc
      .tuple(random, vectors, positive)
      .map(([source, given, scale]) => [{ dimension: given.dimension, scale }, given.out, source]),
    free: OUT,
  },
  samplePermutation: takes([count, random], { range: NON_NEGATIVE }),
  shuffle: takes([listOf(fc.string()), random], { unchecked: true }),
  samplePoissonSubsample: takes([record({ size: count, samplingRate: probability }), random], { range: NON_NEGATIVE }),
  sampleSubset: {
    args: fc
      .tuple(random, count, count)
      .map(([source, a, b]) => [{ size: Math.max(a, b), count: Math.min(a, b) }, source]),
    range: NON_NEGATIVE,
  },
  secureRandom: takes([], { follow: ({ uint32 }: { uint32(): number }) => [uint32()] }),
  stream: takes([fc.oneof(fc.nat(), fc.string(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), fc.string(), fc.nat()], {
    free: /^[01]/,
    follow: (made: ReturnType<typeof stream>) => [made.uint32(), made.child("a", 1).uint32()],
  }),
};
