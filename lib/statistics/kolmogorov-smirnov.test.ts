import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalCdf } from "../numerics/normal.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { coverageTail } from "./coverage.ts";
import { kolmogorovSmirnov, kolmogorovSmirnovTwoSample } from "./kolmogorov-smirnov.ts";

const uniformCdf = (x: number) => Math.min(1, Math.max(0, x));

describe("kolmogorovSmirnov", () => {
  it("agrees with SciPy", () => {
    // scipy 1.17.1: kstest(values, "uniform", method="exact").
    const values = [0.61, 0.29, 0.06, 0.59, -0.0, 0.74, 0.51, 0.17, 0.93, 0.42];
    const { statistic, pValue } = kolmogorovSmirnov(values, uniformCdf);
    expect(statistic).toBeCloseTo(0.19000000000000006, 14);
    expect(pValue).toBeCloseTo(0.7994599807966072, 12);
  });

  it("looks at both sides of every jump", () => {
    expect(kolmogorovSmirnov([0.9], uniformCdf).statistic).toBeCloseTo(0.9, 15);
    expect(kolmogorovSmirnov([0.1], uniformCdf).statistic).toBeCloseTo(0.9, 15);
    expect(kolmogorovSmirnov([0.5, 0.5], uniformCdf).statistic).toBe(0.5);
  });

  it("rejects the true law as often as it says, and one shifted by five standard errors nearly always", () => {
    const [intervals, errorRate, count] = [2000, 0.05, 50];
    const random = stream(20261115, "kolmogorov-smirnov level");
    const values = new Float64Array(count);
    const rejections = (shift: number) => {
      let rejected = 0;
      for (let i = 0; i < intervals; i++) {
        fillNormal({ mean: shift / Math.sqrt(count), sigma: 1 }, values, random);
        if (kolmogorovSmirnov(values, normalCdf).pValue <= errorRate) rejected++;
      }
      return rejected;
    };
    expect(coverageTail({ misses: rejections(0), intervals, errorRate })).toBeGreaterThan(1e-6);
    expect(rejections(5)).toBeGreaterThan(0.9 * intervals);
  });

  it("refuses NaN, nothing, and a cdf that leaves [0, 1]", () => {
    expect(() => kolmogorovSmirnov([1, Number.NaN], uniformCdf)).toThrow("values must be numbers, got NaN");
    expect(() => kolmogorovSmirnov([], uniformCdf)).toThrow("the length of values must be an integer of at least 1");
    expect(() => kolmogorovSmirnov([3], (x) => x)).toThrow("cdf(3) must be between 0 and 1, got 3");
  });
});

describe("kolmogorovSmirnovTwoSample", () => {
  it("agrees with SciPy's exact p-values", () => {
    // scipy 1.17.1: ks_2samp(first, second, method="exact").
    const first = [1.2, 3.4, 0.7, 2.2, 5.1, 4.4, 2.9];
    const second = [6.1, 4.9, 3.8, 7.7, 5.5];
    const { statistic, pValue } = kolmogorovSmirnovTwoSample(first, second);
    expect(statistic).toBeCloseTo(0.7142857142857143, 15);
    expect(pValue).toBeCloseTo(0.06565656565656565, 14);
  });

  it("counts two of all the paths when the samples do not overlap", () => {
    // 2 / C(2n, n): every arrangement is equally likely, and two have distance 1.
    const ascending = (count: number, from: number) => Float64Array.from({ length: count }, (_, i) => from + i);
    let choices = 1;
    for (let i = 1; i <= 30; i++) choices *= (30 + i) / i;
    const { statistic, pValue } = kolmogorovSmirnovTwoSample(ascending(30, 0), ascending(30, 100));
    expect(statistic).toBe(1);
    expect(Math.abs((pValue * choices) / 2 - 1)).toBeLessThan(1e-12);
  });

  it("is symmetric, and 1 for a sample against itself", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }),
        (first, second) => {
          const [there, back] = [kolmogorovSmirnovTwoSample(first, second), kolmogorovSmirnovTwoSample(second, first)];
          expect(back.statistic).toBeCloseTo(there.statistic, 14);
          expect(back.pValue).toBeCloseTo(there.pValue, 12);
          expect(kolmogorovSmirnovTwoSample(first, first)).toEqual({ statistic: 0, pValue: 1 });
        },
      ),
    );
  });

  it("passes to the one-sample law beyond the lattice with at most 7 % of difference", () => {
    const staircase = (count: number, shift: number) =>
      Float64Array.from({ length: count }, (_, i) => (i + 0.5) / count + shift);
    for (const shift of [0.02, 0.04]) {
      // Just inside and just beyond a product of 1e7, at nearly the same distance.
      const exact = kolmogorovSmirnovTwoSample(staircase(3162, 0), staircase(3162, shift));
      const beyond = kolmogorovSmirnovTwoSample(staircase(3163, 0), staircase(3163, shift));
      const moved =
        (beyond.statistic - exact.statistic) * 4 * 3162 * exact.statistic + exact.statistic * exact.statistic * 2;
      expect(Math.abs(beyond.pValue / exact.pValue - 1)).toBeLessThan(0.07 + Math.abs(moved));
    }
  });

  it("refuses NaN and nothing", () => {
    expect(() => kolmogorovSmirnovTwoSample([], [1])).toThrow("the length of first");
    expect(() => kolmogorovSmirnovTwoSample([1], [Number.NaN])).toThrow("second must be numbers");
  });
});
