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
const OUT = /^[12]\.\d/;

/** A sampler and its batch, of one parameter. */
function pair(name: string, parameter: fc.Arbitrary<unknown>, expected: Omit<Entry, "args">): Record<string, Entry> {
  return {
    [`sample${name}`]: takes([random, parameter], expected),
    [`fill${name}`]: takes([random, parameter, out], { ...expected, free: OUT }),
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
  fillUniform: takes([random, out], { range: UNIT, free: OUT }),
  sampleBernoulliExp: takes([random, rational], { range: UNIT }),
  sampleExactDiscreteGaussian: takes([random, rational]),
  sampleExactDiscreteLaplace: takes([random, rational]),
  sampleBoundedInteger: takes([random, hugeCount], { range: NON_NEGATIVE }),
  sampleBoundedBigInt: takes([random, fc.bigInt({ min: 1n, max: 10n ** 40n })]),
  aliasTable: takes([listOf(nonNegative)]),
  sampleCategorical: takes([random, fc.constant(table)], { range: NON_NEGATIVE }),
  fillCategorical: takes([random, fc.constant(table), out], { range: NON_NEGATIVE, free: OUT }),
  sampleMultinomial: takes([random, weights], { range: NON_NEGATIVE }),
  fillMultinomial: {
    args: fc
      .tuple(random, weights, count)
      .map(([source, given, many]) => [source, given, new Float64Array(many * given.weights.length)]),
    range: NON_NEGATIVE,
    free: /^2\.\d/,
  },
  sampleSphere: takes([random, count], { range: [-1, 1] }),
  sampleBall: takes([random, count], { range: [-1, 1] }),
  fillSphere: {
    args: fc.tuple(random, vectors).map(([source, given]) => [source, given.dimension, given.out]),
    range: [-1, 1],
    free: OUT,
  },
  fillBall: {
    args: fc.tuple(random, vectors).map(([source, given]) => [source, given.dimension, given.out]),
    range: [-1, 1],
    free: OUT,
  },
  sampleBallNoise: takes([random, record({ dimension: count, scale: positive })]),
  fillBallNoise: {
    args: fc
      .tuple(random, vectors, positive)
      .map(([source, given, scale]) => [source, { dimension: given.dimension, scale }, given.out]),
    free: OUT,
  },
  samplePermutation: takes([random, count], { range: NON_NEGATIVE }),
  shuffle: takes([random, listOf(fc.string())], { unchecked: true }),
  samplePoissonSubsample: takes([random, record({ size: count, probability })], { range: NON_NEGATIVE }),
  sampleSubset: {
    args: fc
      .tuple(random, count, count)
      .map(([source, a, b]) => [source, { size: Math.max(a, b), count: Math.min(a, b) }]),
    range: NON_NEGATIVE,
  },
  secureRandom: takes([], { follow: ({ uint32 }: { uint32(): number }) => [uint32()] }),
  stream: takes([fc.oneof(fc.nat(), fc.string(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), fc.string(), fc.nat()], {
    free: /^[01]/,
    follow: (made: ReturnType<typeof stream>) => [made.uint32(), made.child("a", 1).uint32()],
  }),
};
