/**
 * The samplers of integers, permutations and subsets with the laws that they must follow, as masses up to a factor.
 */
import { exp } from "../../numerics/exponential.ts";
import { lowerBeta } from "../../numerics/incomplete-beta.ts";
import { logGamma } from "../../numerics/log-gamma.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { fillBernoulli } from "../../random/bernoulli.ts";
import { sampleBernoulliExp } from "../../random/bernoulli-exp.ts";
import { fillBeta } from "../../random/beta.ts";
import { fillBinomial } from "../../random/binomial.ts";
import { drawBinomial } from "../../random/binomial-rejection.ts";
import { sampleBoundedBigInt, sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { aliasTable, fillCategorical } from "../../random/categorical.ts";
import { fillDiscreteGaussian } from "../../random/discrete-gaussian.ts";
import { fillDiscreteLaplace } from "../../random/discrete-laplace.ts";
import { sampleExactDiscreteGaussian } from "../../random/exact-discrete-gaussian.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import { fillGeometric } from "../../random/geometric.ts";
import { fillMultinomial } from "../../random/multinomial.ts";
import { samplePermutation } from "../../random/permutation.ts";
import { fillPoisson } from "../../random/poisson.ts";
import { samplePoissonSubsample } from "../../random/poisson-subsample.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleSubset } from "../../random/subset.ts";
import { type IntegerFamily, integerLaw } from "../integer-family.ts";
import type { SamplerCase } from "./sampler-contract.ts";

/** Masses exp(logMass(k)) for `count` outcomes from `first` on. */
function masses(first: number, count: number, logMass: (k: number) => number) {
  return { first, masses: new Float64Array(count).map((_, cell) => exp(logMass(first + cell))) };
}

/** Outcomes within ten standard deviations and 60 of the mean, not below 0. */
function around(mean: number, sigma: number, logMass: (k: number) => number) {
  const first = Math.max(0, Math.floor(mean - 10 * sigma - 60));
  return masses(first, Math.ceil(mean + 10 * sigma + 60) - first, logMass);
}

const logFactorial = (k: number) => logGamma(k + 1);

export const binomial =
  (trials: number): IntegerFamily =>
  ([p]) => {
    const { first, masses: all } = around(trials * p, Math.sqrt(trials * p * (1 - p)), (k) =>
      k > trials
        ? -Infinity
        : logFactorial(trials) - logFactorial(k) - logFactorial(trials - k) + k * log(p) + (trials - k) * log1p(-p),
    );
    return { first, masses: all };
  };
const poisson: IntegerFamily = ([mean]) => around(mean, Math.sqrt(mean), (k) => k * log(mean) - mean - logFactorial(k));
const geometric: IntegerFamily = ([p]) => masses(0, Math.ceil(45 / p), (k) => log(p) + k * log1p(-p));
const discreteLaplace: IntegerFamily = ([scale]) => {
  const last = Math.ceil(45 * scale + 3);
  return masses(-last, 2 * last + 1, (k) => -Math.abs(k) / scale);
};
export const discreteGaussian: IntegerFamily = ([variance]) => {
  const last = Math.ceil(10 * Math.sqrt(variance) + 3);
  return masses(-last, 2 * last + 1, (k) => (-k * k) / (2 * variance));
};
const bernoulli: IntegerFamily = ([p]) => ({ first: 0, masses: Float64Array.of(1 - p, p) });
const bernoulliExp: IntegerFamily = ([gamma]) => bernoulli([exp(-gamma)]);

/** Equal masses, and a tilt that stands in for the parameter which they do not have. */
const equal =
  (count: number): IntegerFamily =>
  ([tilt]) =>
    masses(0, count, (k) => (tilt * k) / count);

/** The weights 1, w1, 3, w3, 0.5 of a categorical law. */
const categorical: IntegerFamily = ([second, fourth]) => ({
  first: 0,
  masses: Float64Array.of(1, second, 3, fourth, 0.5),
});

/** Of 4 independent indices, the set that was taken, as bits. */
const patterns: IntegerFamily = ([p]) =>
  masses(0, 16, (set) => {
    const taken = (set & 1) + ((set >> 1) & 1) + ((set >> 2) & 1) + ((set >> 3) & 1);
    return taken * log(p) + (4 - taken) * log1p(-p);
  });

/** 5 trials in three categories of weights 1, w and v: the counts a, b of the first two as a + 6 b. */
const threeCategories: IntegerFamily = ([w, v]) =>
  masses(0, 36, (code) => {
    const [a, b] = [code % 6, Math.floor(code / 6)];
    const c = 5 - a - b;
    return c < 0 ? -Infinity : b * log(w) + c * log(v) - logFactorial(a) - logFactorial(b) - logFactorial(c);
  });

/** Cells of the beta law with tiny shapes, from next to 0 to next to 1. */
const EDGES = [1e-300, 1e-200, 1e-100, 1e-30, 1e-6, 0.25, 0.75, 1 - 1e-6, 1 - 1e-12];
const betaCells: IntegerFamily = ([a, b]) => {
  const cumulative = [0, ...EDGES.map((x) => lowerBeta({ a, b, x })), 1];
  return { first: 0, masses: Float64Array.from(EDGES.concat(1), (_, i) => cumulative[i + 1] - cumulative[i]) };
};

const filled =
  (fill: (out: Float64Array, random: Stream) => void): SamplerCase[3] =>
  (size, random) => {
    const out = new Float64Array(size);
    fill(out, random);
    return out;
  };
const drawn = (draw: (random: Stream) => number): SamplerCase[3] =>
  filled((out, random) => {
    for (let i = 0; i < out.length; i++) out[i] = draw(random);
  });

/** By family of masses in place of laws. */
type Row = readonly [name: string, family: IntegerFamily, parameters: readonly number[], ...rest: Rest];
type Rest = SamplerCase extends readonly [string, unknown, unknown, ...infer Others] ? Others : never;

const rows: readonly Row[] = [
  [
    "categorical",
    categorical,
    [2, 0.25],
    filled((out, r) => fillCategorical(aliasTable([1, 2, 3, 0.25, 0.5]), out, r)),
  ],
  ["bernoulli", bernoulli, [0.3], filled((out, r) => fillBernoulli(0.3, out, r))],
  ["geometric", geometric, [0.2], filled((out, r) => fillGeometric(0.2, out, r))],
  ["geometric, rare", geometric, [1e-3], filled((out, r) => fillGeometric(1e-3, out, r))],
  ["binomial", binomial(1000), [0.5], filled((out, r) => fillBinomial({ trials: 1000, probability: 0.5 }, out, r))],
  ["binomial, small", binomial(20), [0.9], filled((out, r) => fillBinomial({ trials: 20, probability: 0.9 }, out, r))],
  [
    "binomial by rejection",
    binomial(1e6),
    [0.7],
    filled((out, r) => fillBinomial({ trials: 1e6, probability: 0.7 }, out, r)),
  ],
  ["binomial once, by rejection", binomial(50), [0.3], drawn((r) => drawBinomial(50, 0.3, r)), { 1e5: 2 }],
  ["binomial once, by inversion", binomial(50), [0.1], drawn((r) => drawBinomial(50, 0.1, r))],
  ["poisson", poisson, [3.5], filled((out, r) => fillPoisson(3.5, out, r))],
  ["poisson by rejection", poisson, [60_000], filled((out, r) => fillPoisson(60_000, out, r))],
  ["two-sided geometric", discreteLaplace, [2], filled((out, r) => fillDiscreteLaplace(2, out, r)), { 1e6: 2 }],
  [
    "two-sided geometric, cut from Laplace",
    discreteLaplace,
    [50],
    filled((out, r) => fillDiscreteLaplace(50, out, r)),
    { 1e6: 2 },
  ],
  ["discrete gaussian", discreteGaussian, [0.5], filled((out, r) => fillDiscreteGaussian(0.5, out, r))],
  ["discrete gaussian, tabulated", discreteGaussian, [400], filled((out, r) => fillDiscreteGaussian(400, out, r))],
  ["discrete gaussian, rounded", discreteGaussian, [60_000], filled((out, r) => fillDiscreteGaussian(60_000, out, r))],
  [
    "multinomial",
    threeCategories,
    [2, 0.5],
    (size, random) => {
      const counts = fillMultinomial({ trials: 5, weights: [1, 2, 0.5] }, new Float64Array(3 * size), random);
      return new Float64Array(size).map((_, i) => counts[3 * i] + 6 * counts[3 * i + 1]);
    },
    { 1e6: 2 },
  ],
  [
    "a count of a large multinomial",
    binomial(1000),
    [0.3],
    (size, random) => {
      const counts = fillMultinomial({ trials: 1000, weights: [5, 3, 2] }, new Float64Array(3 * size), random);
      return new Float64Array(size).map((_, i) => counts[3 * i + 1]);
    },
  ],
  [
    "beta, tiny shapes",
    betaCells,
    [2e-3, 1e-3],
    (size, random) => cellsOf(fillBeta({ a: 2e-3, b: 1e-3 }, new Float64Array(size), random)),
  ],
  ["bounded integer", equal(1000), [0], drawn((r) => sampleBoundedInteger(1000, r))],
  [
    "bounded integer beyond 2^32",
    equal(1000),
    [0],
    drawn((r) => Math.floor(sampleBoundedInteger(5_000_000_000_000, r) / 5_000_000_000)),
  ],
  ["permutation", equal(120), [0], drawn((r) => rankOf(samplePermutation(5, r)))],
  ["subset", equal(10), [0], drawn((r) => rankOfPair(sampleSubset({ size: 5, count: 2 }, r)))],
  ["subset of most", equal(10), [0], drawn((r) => rankOfPair(leftOut(5, sampleSubset({ size: 5, count: 3 }, r))))],
  ["sparse subset", equal(4950), [0], drawn((r) => rankOfPair(sampleSubset({ size: 100, count: 2 }, r)))],
  [
    "poisson subsample",
    patterns,
    [0.3],
    drawn((r) => bitsOf(samplePoissonSubsample({ size: 4, samplingRate: 0.3 }, r))),
  ],
];

export const discreteSamplers = rows.map(
  ([name, family, parameters, ...rest]): SamplerCase => [
    name,
    (values) => integerLaw(family, values),
    parameters,
    ...rest,
  ],
);

/** Samplers of single draws without rounding, from any source of randomness. */
const exactRows: readonly [
  name: string,
  family: IntegerFamily,
  parameters: readonly number[],
  draw: (random: Random) => number,
  seeds?: Readonly<Record<number, number>>,
][] = [
  ["bernoulli-exp", bernoulliExp, [0.4], (r) => sampleBernoulliExp({ numerator: 2, denominator: 5 }, r)],
  [
    "bernoulli-exp beyond 1",
    bernoulliExp,
    [2.25],
    (r) => sampleBernoulliExp({ numerator: 9n, denominator: 4n }, r),
    { 1e5: 2 },
  ],
  [
    "exact discrete laplace",
    discreteLaplace,
    [2.5],
    (r) => Number(sampleExactDiscreteLaplace({ numerator: 5, denominator: 2 }, r)),
  ],
  [
    "exact discrete gaussian",
    discreteGaussian,
    [4 / 3],
    (r) => Number(sampleExactDiscreteGaussian({ numerator: 4, denominator: 3 }, r)),
  ],
  [
    "exact discrete gaussian, wide",
    discreteGaussian,
    [300],
    (r) => Number(sampleExactDiscreteGaussian({ numerator: 300n, denominator: 1n }, r)),
  ],
  [
    "bounded bigint",
    equal(1000),
    [0],
    (r) => Number(sampleBoundedBigInt(1000n * 12345678901234567890n, r) / 12345678901234567890n),
  ],
];

export const exactSamplers = exactRows.map(
  ([name, family, parameters, draw, seeds = {}]): SamplerCase<Random> => [
    name,
    (values) => integerLaw(family, values),
    parameters,
    (size, random) => new Float64Array(size).map(() => draw(random)),
    seeds,
  ],
);

function cellsOf(draws: Float64Array): Float64Array {
  return draws.map((x) => {
    const cell = EDGES.findIndex((edge) => x <= edge);
    return cell < 0 ? EDGES.length : cell;
  });
}

function bitsOf(taken: Int32Array): number {
  return taken.reduce((bits, index) => bits | (1 << index), 0);
}

/** Among all orders of its length, by the factorial number system. */
function rankOf(order: Int32Array): number {
  let rank = 0;
  for (let i = 0; i < order.length; i++) {
    let smaller = 0;
    for (let j = i + 1; j < order.length; j++) if (order[j] < order[i]) smaller++;
    rank = rank * (order.length - i) + smaller;
  }
  return rank;
}

/** Of a pair a < b: all pairs with a smaller b come before it. */
function rankOfPair([a, b]: Int32Array): number {
  return (b * (b - 1)) / 2 + a;
}

function leftOut(size: number, taken: Int32Array): Int32Array {
  return new Int32Array(size).map((_, i) => i).filter((i) => !taken.includes(i));
}
