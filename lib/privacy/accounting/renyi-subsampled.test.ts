import { describe, expect, it } from "vitest";
import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalDensity } from "../../numerics/normal.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";

const curveOf = (noiseMultiplier: number, samplingRate: number) =>
  poissonGaussianRenyi({ noiseMultiplier, samplingRate });

function relative(value: number, reference: number): number {
  return Math.abs(value / reference - 1);
}

describe("poissonGaussianRenyi", () => {
  it("agrees with rows C23 and C24, fifty steps at q = 0.01 and sigma = 2.5", () => {
    const rows = [
      [1.5, 6.50070897e-4],
      [2.5, 1.085418057e-3],
      [5, 2.18075656e-3],
      [50, 2.38460375e-2],
      [100, 167.416308],
    ];
    for (const [order, reference] of rows) {
      expect(relative(50 * curveOf(2.5, 0.01).epsilonAt(order), reference)).toBeLessThan(5e-9);
    }
  });

  it("agrees with row C25 (autodp), q = 0.01", () => {
    const rows = [
      [1.25, 0.1, 39.47435359280898],
      [2, 0.1, 90.7896596280238],
      [10, 0.1, 494.8831442377909],
      [1.25, 0.25, 0.1103603174246269],
      [2, 0.25, 6.790784234628705],
      [4.5, 0.25, 30.079066903729597],
    ];
    for (const [order, sigma, reference] of rows) {
      expect(relative(curveOf(sigma, 0.01).epsilonAt(order), reference)).toBeLessThan(1e-11);
    }
  });

  it("keeps its digits at orders next to 1 (quadrature with 40 digits)", () => {
    expect(relative(curveOf(0.6, 0.01).epsilonAt(1.0000001), 0.0005720791794896193)).toBeLessThan(1e-12);
    expect(relative(curveOf(1.5, 0.3).epsilonAt(1.000000003), 0.02209346036047288)).toBeLessThan(1e-12);
  });

  it("is the integral at fractional orders", () => {
    for (const [order, sigma, rate] of [
      [1.1, 2.5, 0.01],
      [1.5, 1, 0.2],
      [3.3, 2, 0.2],
      [7.7, 0.8, 0.05],
    ]) {
      const integrand = (x: number) =>
        (normalDensity(x / sigma) / sigma) * exp(order * log1p(rate * (exp((2 * x - 1) / (2 * sigma * sigma)) - 1)));
      const { value } = integrate(integrand, {
        lower: -40 * sigma,
        upper: order + 38 * sigma,
        kinks: [-3 * sigma, 0, 3 * sigma, order - 3 * sigma, order, order + 3 * sigma],
        relativeTolerance: 1e-13,
      });
      const reference = log(value) / (order - 1);
      expect(Math.abs(curveOf(sigma, rate).epsilonAt(order) - reference)).toBeLessThan(1e-12 / (order - 1));
    }
  });

  it("is continuous at the integers, where the method changes", () => {
    for (const [order, sigma, rate] of [
      [2, 1, 1e-5],
      [5, 0.25, 0.01],
      [64, 2.5, 0.01],
      [3, 10, 0.5],
    ]) {
      const curve = curveOf(sigma, rate);
      expect(relative(curve.epsilonAt(order + 1e-12), curve.epsilonAt(order))).toBeLessThan(3e-12);
    }
  });

  it("is the plain binomial sum at integer orders", () => {
    const [order, sigma, rate] = [6, 1.3, 0.1];
    let sum = 0;
    for (let k = 0; k <= order; k++) {
      const weight = logBinomialCoefficient(order, k) + (order - k) * log1p(-rate) + k * log(rate);
      sum += exp(weight + (k * (k - 1)) / (2 * sigma * sigma));
    }
    expect(curveOf(sigma, rate).epsilonAt(order)).toBeCloseTo(log(sum) / (order - 1), 13);
  });

  it("is the Gaussian curve at rate 1, and no more than that below it", () => {
    expect(curveOf(2, 1).epsilonAt(3.5)).toBeCloseTo(3.5 / 8, 14);
    expect(curveOf(2, 0.999).epsilonAt(3.5)).toBeLessThan(3.5 / 8);
    expect(curveOf(2, 0.999999).epsilonAt(3.5)).toBeCloseTo(3.5 / 8, 5);
  });

  it("bounds fractional orders from above where the noise is too small to resolve them", () => {
    const curve = curveOf(5e-4, 0.1);
    expect(curve.epsilonAt(2.5)).toBeGreaterThan(curve.epsilonAt(2));
    expect(curve.epsilonAt(2.5)).toBeLessThan(curve.epsilonAt(3));
  });

  it("refuses what it cannot answer", () => {
    expect(() => curveOf(0, 0.1)).toThrow("noiseMultiplier must be positive");
    expect(() => curveOf(1, 0)).toThrow("samplingRate must be above 0");
    expect(() => curveOf(1, 0.5).epsilonAt(1)).toThrow("order must be above 1");
    expect(() => curveOf(1, 0.5).epsilonAt(Number.NaN)).toThrow(RangeError);
  });
});
