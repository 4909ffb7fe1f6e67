/**
 * How the functions of lib/random are called, for the fuzz test.
 */
import fc from "fast-check";
import type { AnyDeclaration } from "../../lib/numerics/parameters.ts";
import { ballNoiseParameters } from "../../lib/random/ball-noise.ts";
import { betaParameters } from "../../lib/random/beta.ts";
import { binomialParameters } from "../../lib/random/binomial.ts";
import { gammaParameters } from "../../lib/random/gamma.ts";
import { gumbelParameters } from "../../lib/random/gumbel.ts";
import { aliasTable, stream } from "../../lib/random/index.ts";
import { multinomialParameters } from "../../lib/random/multinomial.ts";
import { normalParameters } from "../../lib/random/normal.ts";
import { poissonSubsampleParameters } from "../../lib/random/poisson-subsample.ts";
import { subsetParameters } from "../../lib/random/subset.ts";
import { count, hugeCount, listOf, nonNegative, openProbability, positive, probability, record } from "./arguments.ts";
import { argumentsOf, type Own } from "./declared.ts";
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
const weights = argumentsOf(multinomialParameters, { trials: hugeCount }) as fc.Arbitrary<{
  weights: readonly number[];
}>;

/** What stands in the array to be filled does not matter. */
const OUT = /^[01]\.\d/;

/** A sampler and its batch, of one parameter. */
function pair(name: string, parameter: fc.Arbitrary<unknown>, expected: Omit<Entry, "args">): Record<string, Entry> {
  return {
    [`sample${name}`]: takes([parameter, random], expected),
    [`fill${name}`]: takes([parameter, out, random], { ...expected, free: OUT }),
  };
}

/** The same of declared parameters. A single draw of right ones does not look for others: it takes less time than that. */
function declaredPair(
  name: string,
  declaration: AnyDeclaration,
  { own = {}, ...expected }: Omit<Entry, "args"> & { readonly own?: Own } = {},
): Record<string, Entry> {
  const { [`fill${name}`]: batch, ...one } = pair(name, argumentsOf(declaration, own), expected);
  return { ...one, [`fill${name}`]: { ...batch, isDeclared: 0 } };
}

export const RANDOM: Readonly<Record<string, Entry>> = {
  ...pair("Bernoulli", probability, { range: UNIT }),
  ...declaredPair("Beta", betaParameters, { range: UNIT }),
  ...declaredPair("Binomial", binomialParameters, { own: { trials: hugeCount }, range: NON_NEGATIVE }),
  ...pair("DiscreteGaussian", positive, {}),
  ...pair("Exponential", positive, { range: NON_NEGATIVE }),
  ...declaredPair("Gamma", gammaParameters, { range: NON_NEGATIVE }),
  ...pair("Geometric", openProbability, { range: NON_NEGATIVE }),
  ...declaredPair("Gumbel", gumbelParameters),
  ...pair("Laplace", positive, {}),
  ...declaredPair("Normal", normalParameters),
  ...pair("Poisson", nonNegative, { range: NON_NEGATIVE }),
  ...pair("DiscreteLaplace", positive, {}),
  sampleUniform: takes([random], { range: UNIT }),
  fillUniform: takes([out, random], { range: UNIT, free: OUT }),
  sampleBernoulliExp: takes([rational, random], { range: UNIT, mixed: /^0/ }),
  sampleExactDiscreteGaussian: takes([rational, random], { mixed: /^0/ }),
  sampleExactDiscreteLaplace: takes([rational, random], { mixed: /^0/ }),
  sampleBoundedInteger: takes([hugeCount, random], { range: NON_NEGATIVE }),
  sampleBoundedBigInt: takes([fc.bigInt({ min: 1n, max: 10n ** 40n }), random]),
  aliasTable: takes([listOf(nonNegative)]),
  sampleCategorical: takes([fc.constant(table), random], { range: NON_NEGATIVE }),
  fillCategorical: takes([fc.constant(table), out, random], { range: NON_NEGATIVE, free: OUT }),
  sampleMultinomial: takes([weights, random], { range: NON_NEGATIVE, isDeclared: 0 }),
  fillMultinomial: {
    args: fc
      .tuple(random, weights, count)
      .map(([source, given, many]) => [given, new Float64Array(many * given.weights.length), source]),
    range: NON_NEGATIVE,
    isDeclared: 0,
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
  sampleBallNoise: takes([argumentsOf(ballNoiseParameters), random], { isDeclared: 0 }),
  fillBallNoise: {
    args: fc
      .tuple(random, vectors, positive)
      .map(([source, given, scale]) => [{ dimension: given.dimension, scale }, given.out, source]),
    isDeclared: 0,
    free: OUT,
  },
  samplePermutation: takes([count, random], { range: NON_NEGATIVE }),
  shuffle: takes([listOf(fc.string()), random], { unchecked: true, mixed: /^0/ }),
  samplePoissonSubsample: takes([argumentsOf(poissonSubsampleParameters), random], {
    range: NON_NEGATIVE,
    isDeclared: 0,
  }),
  sampleSubset: takes([argumentsOf(subsetParameters), random], { range: NON_NEGATIVE }),
  secureRandom: takes([], { follow: ({ uint32 }: { uint32(): number }) => [uint32()] }),
  stream: takes([fc.oneof(fc.nat(), fc.string(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), fc.string(), fc.nat()], {
    free: /^[01]/,
    mixed: /^2/,
    follow: (made: ReturnType<typeof stream>) => [made.uint32(), made.child("a", 1).uint32()],
  }),
};
