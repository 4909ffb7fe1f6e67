import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { continuousLaw, distributionOf, numberLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { cauchyLaw } from "./cauchy-law.ts";
import { discreteGaussianNoise } from "./discrete-gaussian-noise.ts";
import { discreteLaplaceNoise } from "./discrete-laplace-noise.ts";
import { gridNoiseLaw } from "./grid-noise-law.ts";
import { integerNoiseLaw } from "./integer-noise-law.ts";
import { laplaceLaw } from "./laplace-law.ts";
import { normalLaw } from "./normal-law.ts";
import { piecewiseConstantLaw } from "./piecewise-constant-law.ts";
import { staircaseLaw } from "./staircase-law.ts";

const CONTINUOUS: readonly (readonly [string, ContinuousLaw])[] = [
  ["Laplace", laplaceLaw(3, 0.7)],
  ["normal", normalLaw(-2, 5)],
  ["staircase", staircaseLaw({ centre: 1, sensitivity: 2, epsilon: 0.8, gamma: 0.4 })],
  ["piecewise constant", piecewiseConstantLaw([0, 1, 4, 5], [0, -1, 0.5])],
];
const DISCRETE: readonly (readonly [string, NumberLaw])[] = [
  ["discrete Laplace", integerNoiseLaw(discreteLaplaceNoise(2.5), 3)],
  [
    "discrete Laplace on a grid of halves",
    gridNoiseLaw(discreteLaplaceNoise(0.3), -1n, { numerator: 1n, denominator: 2n }),
  ],
  ["narrow discrete Gaussian", integerNoiseLaw(discreteGaussianNoise(0.4), 0)],
  ["discrete Gaussian", integerNoiseLaw(discreteGaussianNoise(30), -7)],
  ["discrete Laplace in tenths", gridNoiseLaw(discreteLaplaceNoise(4), 12n, { numerator: 1n, denominator: 10n })],
];
const LEVELS = [1e-9, 0.025, 0.3, 0.5, 0.8, 0.99];

describe.each(CONTINUOUS)("the %s law", (_, law) => {
  // Without its closed forms: by quadrature of the density and bisection of the distribution function.
  const { logDensity, cdf, kinks, range } = law;
  const computed = continuousLaw({ logDensity, cdf, kinks, range });

  it("has the mean and the variance of its density", () => {
    expect(Math.abs(law.mean() - computed.mean())).toBeLessThan(1e-9);
    expect(law.variance() / computed.variance()).toBeCloseTo(1, 9);
  });

  it("has quantiles at which its distribution function passes their levels", () => {
    for (const level of LEVELS) {
      expect(law.cdf(law.quantile(level)) / level).toBeCloseTo(1, 12);
      expect(law.quantile(level)).toBeCloseTo(computed.quantile(level), 8);
    }
  });

  it("has an interval that it misses equally often on both sides", () => {
    const { lower, upper } = law.interval(0.9);
    expect(law.cdf(lower)).toBeCloseTo(0.05, 13);
    expect(1 - law.cdf(upper)).toBeCloseTo(0.05, 13);
  });

  it.each([0, 1, -0.1, Number.NaN, "0.5"])("refuses %s for a probability and a confidence", (bad) => {
    expect(() => law.quantile(bad as number)).toThrow(/^probability must be strictly between 0 and 1, got /);
    expect(() => law.interval(bad as number)).toThrow(/^confidence must be strictly between 0 and 1, got /);
  });

  it("has no probability below what is no number", () => {
    expect(() => law.cdf(Number.NaN)).toThrow("x must be a number, got NaN");
  });
});

describe.each(DISCRETE)("the law of %s", (_, law) => {
  const { kind, support, logMass, neglected } = law;
  const summed = distributionOf({ kind, support, logMass, neglected });

  it("has the mean and the variance of its masses", () => {
    expect(Math.abs(law.mean() - summed.mean())).toBeLessThan(1e-12);
    expect(law.variance() / summed.variance()).toBeCloseTo(1, 11);
  });

  it("has the distribution function and the quantiles of its masses", () => {
    for (const x of support.slice(support.length / 2 - 8, support.length / 2 + 8)) {
      expect(law.cdf(x)).toBeCloseTo(summed.cdf(x), 13);
      expect(law.cdf(x + 1e-9)).toBe(law.cdf(x));
    }
    for (const level of LEVELS) expect(law.quantile(level)).toBe(summed.quantile(level));
    expect(law.cdf(Infinity)).toBe(1);
    expect(law.cdf(-Infinity)).toBe(0);
  });

  it("has an interval with at least its confidence, and none a place shorter", () => {
    const { lower, upper } = law.interval(0.9);
    const massOf = (from: number, to: number) =>
      support.filter((x) => x >= from && x <= to).reduce((sum, x) => sum + exp(logMass(x)), 0);
    expect(massOf(lower, upper)).toBeGreaterThanOrEqual(0.9);
    const inside = support.filter((x) => x > lower && x < upper);
    expect(massOf(inside[0], inside[inside.length - 1])).toBeLessThan(0.9);
  });

  it("has no probability below what is no number, listed or not", () => {
    expect(() => law.cdf(Number.NaN)).toThrow("x must be a number, got NaN");
    expect(() => summed.cdf(Number.NaN)).toThrow("x must be a number, got NaN");
  });
});

describe("a law of listed numbers", () => {
  it("has all of its mass up to its last outcome, however its masses round", () => {
    const seventh = -log(7);
    const law = numberLaw({ kind: "discrete", support: [6, 5, 4, 3, 2, 1, 0], logMass: () => seventh, neglected: 0 });
    expect(law.cdf(6)).toBe(1);
    expect(law.cdf(Infinity)).toBe(1);
    expect(law.cdf(5.9)).toBeCloseTo(6 / 7, 14);
    expect(law.cdf(-0.1)).toBe(0);
  });
});

describe("wide discrete Gaussian noise", () => {
  it("has the tails of a sum, by Euler and Maclaurin's formula", () => {
    const { tail, logMass } = discreteGaussianNoise(1.0001e8);
    for (const first of [0, 100, 20_000, 60_000]) {
      let sum = 0;
      for (let k = 150_000; k > first; k--) sum += exp(logMass(k));
      expect(tail(first) / sum).toBeCloseTo(1, 10);
    }
  });
});

describe("the Cauchy law", () => {
  it("has quartiles one scale from its centre, and refuses to give a mean", () => {
    const law = cauchyLaw(2, 3);
    expect(law.interval(0.5).lower).toBeCloseTo(-1, 12);
    expect(law.interval(0.5).upper).toBeCloseTo(5, 12);
    expect(law.mean).toThrow("the law must be one whose mean converges");
    expect(law.variance).toThrow("the law must be one whose variance converges");
  });
});
