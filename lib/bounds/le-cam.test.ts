import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { binomialOverlap, centredBinomialDistance } from "./binomial-overlap.ts";
import { leCam, leCamAt } from "./le-cam.ts";
import { parameterPair } from "./parameter-pair.ts";

const bernoulli = { kind: "bernoulli" } as const;
const exact = { form: "total-variation", factor: "quarter" } as const;

function overlapByMasses(trials: number, first: number, second: number): number {
  let sum = 0;
  for (let successes = 0; successes <= trials; successes++) {
    const mass = (probability: number) => exp(binomialLogMass({ trials, successes, probability }));
    sum += Math.min(mass(first), mass(second));
  }
  return sum;
}

describe("the overlap of two binomial laws", () => {
  it.each([
    [1, 0.2, 0.7],
    [2, 0.4, 0.6],
    [7, 0.5, 0.5000001],
    [40, 0.9, 0.3],
    [100, 0.48, 0.52],
    [1001, 0.01, 0.05],
    [30, 0, 0.1],
    [30, 0.6, 1],
  ])("of %i trials at %f and %f is the sum of the smaller masses", (trials, first, second) => {
    const summed = overlapByMasses(trials, first, second);
    expect(Math.abs(binomialOverlap({ trials, first, second }) - summed)).toBeLessThan(1e-13 * summed);
  });

  it("is 0 for opposite constants and 1 for equal laws", () => {
    expect(binomialOverlap({ trials: 5, first: 0, second: 1 })).toBe(0);
    expect(binomialOverlap({ trials: 5, first: 0.3, second: 0.3 })).toBe(1);
  });

  it("keeps the distance of nearly equal laws: gap times the trials times half the largest mass of one trial less", () => {
    // d/dp P(K >= j) = n C(n - 1, j - 1) p^(j-1) (1-p)^(n-j), here at p = 1/2 and j = 33 of 64 or j = 3 of 5.
    const slope = (trials: number, j: number) =>
      trials * exp(binomialLogMass({ trials: trials - 1, successes: j - 1, probability: 0.5 }));
    for (const gap of [1e-3, 1e-8, 1e-14]) {
      const relative = gap * gap * 20 + 1e-12;
      expect(Math.abs(centredBinomialDistance(64, gap) / (gap * slope(64, 33)) - 1)).toBeLessThan(relative * 64);
      expect(Math.abs(centredBinomialDistance(5, gap) / (gap * slope(5, 3)) - 1)).toBeLessThan(relative);
    }
  });
});

describe("a pair of parameters", () => {
  it("has the divergence and the distance of its laws, by their definitions", () => {
    const uniform = parameterPair({ kind: "uniform", least: 0.1, most: 2 }, 0.5);
    // log(2 / 1.5), the constant logarithm of the ratio of the densities; and the mass of the second law beyond 1.5.
    expect(uniform).toMatchObject({ first: 1.5, second: 2, recordDistance: 0.25 });
    expect(uniform.divergence).toBeCloseTo(0.2876820724517809, 15);
    const normal = parameterPair({ kind: "gaussian-mean", sigma: 2 }, 2);
    expect(normal.divergence).toBeCloseTo(0.5, 15);
    expect(normal.recordDistance).toBeCloseTo(0.38292492254802624, 15);
    const bits = parameterPair({ kind: "product-bernoulli", dimension: 2 }, Math.SQRT2 * 0.2);
    // Laws (0.36, 0.48, 0.16) and (0.16, 0.48, 0.36) of the number of ones; twice 0.2 log(0.6 / 0.4).
    expect(bits.recordDistance).toBeCloseTo(0.2, 14);
    expect(bits.divergence).toBeCloseTo(0.4 * 0.4054651081081644, 14);
  });
});

describe("Le Cam's bound", () => {
  // Reference values, with the printed quarter.
  it.each([
    [100, 8.507762e-3],
    [1000, 2.687773e-3],
    [10_000, 8.498653e-4],
  ])("for %i bits is the published value", (size, value) => {
    expect(Math.abs(leCam({ model: bernoulli, size, ...exact }).value - value)).toBeLessThan(5e-7 * value);
  });

  it("is 0.0849856 / sqrt n for many bits, at z = 0.7518, and twice that by the triangle inequality", () => {
    const { value, pair } = leCam({ model: bernoulli, size: 1e8, ...exact });
    expect(value * 1e4).toBeCloseTo(0.0849856, 7);
    expect(pair.separation * 1e4).toBeCloseTo(0.7518, 3);
    expect(leCam({ model: bernoulli, size: 1e8, form: "total-variation", factor: "half" }).value).toBe(2 * value);
  });

  it("by the divergence is 0.0379 / sqrt n for bits", () => {
    const form = { form: "bretagnolle-huber", factor: "quarter" } as const;
    expect(leCam({ model: bernoulli, size: 1e6, ...form }).value * 1e3).toBeCloseTo(0.0379, 4);
  });

  it("for the mean of normal records is max z (1 - Phi(z)) sigma / sqrt n, at every n", () => {
    for (const [size, sigma] of [
      [1, 2],
      [50, 0.1],
    ]) {
      const { value } = leCam({ model: { kind: "gaussian-mean", sigma }, size, ...exact });
      expect((value * Math.sqrt(size)) / sigma).toBeCloseTo(2 * 0.0849856, 6);
    }
  });

  it("for Uniform[0, theta] is max (1 - r) r^n / 4", () => {
    const size = 9;
    const { value, pair } = leCam({ model: { kind: "uniform", least: 0.5, most: 1 }, size, ...exact });
    const closed = 0.1 * exp(9 * -0.10536051565782628) * 0.25;
    expect(Math.abs(value - closed)).toBeLessThan(1e-14);
    expect(pair.first).toBeCloseTo(0.9, 6);
    // A wider range of theta than the best gap needs does not matter, a narrower one does.
    const narrow = leCam({ model: { kind: "uniform", least: 0.95, most: 1 }, size, ...exact });
    expect(narrow.pair.separation).toBeCloseTo(0.05, 7);
    expect(narrow.value).toBeLessThan(value);
  });

  it("does not depend on the dimension of independent bits, along their diagonal", () => {
    const at = (dimension: number) =>
      leCam({ model: { kind: "product-bernoulli", dimension }, size: 10_000, ...exact });
    expect(at(1).value).toBeCloseTo(leCam({ model: bernoulli, size: 10_000, ...exact }).value, 15);
    expect(at(16).value / at(1).value).toBeCloseTo(1, 3);
  });

  it("is no larger at any other pair", () => {
    const best = leCam({ model: bernoulli, size: 37, ...exact });
    for (let k = 1; k <= 100; k++) {
      expect(leCamAt({ model: bernoulli, size: 37, ...exact }, k / 100).value).toBeLessThanOrEqual(best.value);
    }
  });

  it("refuses by name", () => {
    expect(() => leCam({ model: bernoulli, size: 0, ...exact })).toThrow("size must be an integer from 1");
    expect(() => leCam({ model: { kind: "normal" } as never, size: 1, ...exact })).toThrow("model.kind must be");
    expect(() => parameterPair(bernoulli, 1.5)).toThrow("separation must be above 0 and at most 1");
    expect(() => parameterPair({ kind: "product-bernoulli", dimension: 2.5 }, 1)).toThrow("dimension must be");
  });
});
