import fc from "fast-check";
import { sampleVariance as peerVariance } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { fillExponential } from "../random/exponential.ts";
import { stream } from "../random/stream.ts";
import {
  excessKurtosis,
  type Moments,
  mergeMoments,
  momentsOf,
  NO_MOMENTS,
  sampleVariance,
  skewness,
  standardError,
} from "./moments.ts";

const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 60 });

/** Relative to the sums of absolute powers about any point of the range: what rounding can do. */
function close(actual: Moments, expected: Moments): void {
  const range = Math.max(expected.greatest - expected.least, Math.abs(expected.mean), 1e-300);
  // 1e-300: powers of tiny deviations underflow.
  const unit = (power: number) => 1e-12 * expected.count * power + 1e-300;
  expect(actual.count).toBe(expected.count);
  expect(Math.abs(actual.mean - expected.mean)).toBeLessThanOrEqual(1e-13 * range);
  expect(Math.abs(actual.squares - expected.squares)).toBeLessThanOrEqual(unit(range * range));
  expect(Math.abs(actual.cubes - expected.cubes)).toBeLessThanOrEqual(unit(range * range * range));
  expect(Math.abs(actual.fourths - expected.fourths)).toBeLessThanOrEqual(unit(range * range * range * range));
  expect([actual.least, actual.greatest]).toEqual([expected.least, expected.greatest]);
}

describe("momentsOf", () => {
  it("knows a sample by heart", () => {
    const moments = momentsOf([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(moments).toEqual({ count: 8, mean: 5, squares: 32, cubes: 42, fourths: 356, least: 2, greatest: 9 });
    expect(sampleVariance(moments)).toBe(32 / 7);
    expect(standardError(moments)).toBeCloseTo(Math.sqrt(32 / 7 / 8), 15);
    // scipy 1.17.1: skew and kurtosis of the same sample.
    expect(skewness(moments)).toBeCloseTo(0.65625, 15);
    expect(excessKurtosis(moments)).toBeCloseTo(-0.21875, 15);
  });

  it("passes NIST's hardest set: 1001 values near 1e7 + 0.2 with a variance of 0.01", () => {
    // NIST StRD NumAcc4: 10000000.2, then 500 pairs 10000000.1 and 10000000.3; certified mean 10000000.2, deviation 0.1.
    const hard = [10000000.2, ...Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 10000000.1 : 10000000.3))];
    const moments = momentsOf(hard);
    expect(Math.abs(moments.mean / 10000000.2 - 1)).toBeLessThan(1e-15);
    // The values themselves are rounded to 2e-9, a relative 1e-8 of the deviation.
    expect(Math.abs(sampleVariance(moments) / 0.01 - 1)).toBeLessThan(2e-8);
  });

  it("agrees with simple-statistics on the variance", () => {
    fc.assert(
      fc.property(values, (sample) => {
        expect(sampleVariance(momentsOf(sample))).toBeCloseTo(peerVariance(sample), 6);
      }),
    );
  });

  it("refuses values that are not finite, saying which", () => {
    expect(() => momentsOf([1, Number.NaN])).toThrow("value 1 must be finite, got NaN");
    expect(() => momentsOf([Infinity])).toThrow("value 0 must be finite, got Infinity");
    expect(() => momentsOf([1e308, 1e308])).toThrow("the sum of the values must be finite");
    expect(() => sampleVariance(momentsOf([1]))).toThrow("count must be an integer of at least 2, got 1");
    expect(() => skewness(momentsOf([1, 1]))).toThrow("squares must be positive");
  });
});

describe("mergeMoments", () => {
  it("gives the moments of the joined values", () => {
    fc.assert(
      fc.property(values, values, (left, right) => {
        close(mergeMoments(momentsOf(left), momentsOf(right)), momentsOf([...left, ...right]));
      }),
    );
  });

  it("has the empty summary as its neutral element", () => {
    const moments = momentsOf([1, 2, 5]);
    expect(mergeMoments(moments, NO_MOMENTS)).toEqual(moments);
    expect(mergeMoments(NO_MOMENTS, moments)).toEqual(moments);
    expect(momentsOf([])).toEqual(NO_MOMENTS);
  });
});

describe("the fold of block summaries", () => {
  const foldMoments = (summaries: readonly Moments[]) => summaries.reduce(mergeMoments, NO_MOMENTS);
  const blocks = Array.from({ length: 64 }, (_, block) =>
    fillExponential(1, new Float64Array(500), stream(20261115, "moments", block)),
  );

  it("has the same bits whatever the order in which the blocks arrived", () => {
    const inOrder = foldMoments(blocks.map(momentsOf));
    const arrived = new Map<number, Moments>();
    for (const step of [5, 27, 63]) {
      arrived.clear();
      for (let i = 0; i < 64; i++) arrived.set((i * step) % 64, momentsOf(blocks[(i * step) % 64]));
      const byIndex = Array.from({ length: 64 }, (_, block) => arrived.get(block) ?? NO_MOMENTS);
      expect(foldMoments(byIndex)).toEqual(inOrder);
    }
  });

  it("agrees up to rounding with one pass over all values, and with the law", () => {
    const total = foldMoments(blocks.map(momentsOf));
    close(total, momentsOf(blocks.flatMap((block) => [...block])));
    // 32 000 exponentials: mean 1, variance 1, skewness 2, excess kurtosis 6, each within six standard errors (mpmath moments of the law).
    expect(Math.abs(total.mean - 1)).toBeLessThan(6 * standardError(total));
    expect(Math.abs(skewness(total) - 2)).toBeLessThan(0.5);
    expect(Math.abs(excessKurtosis(total) - 6)).toBeLessThan(6);
  });

  it("is not the fold in another order, to the bit, which is why the order is fixed", () => {
    expect(foldMoments(blocks.map(momentsOf).reverse())).not.toEqual(foldMoments(blocks.map(momentsOf)));
  });
});
