import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { sampleNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { coverageTail } from "./coverage.ts";
import { medianInterval } from "./median-interval.ts";

const ranked = (count: number, errorRate: number) =>
  medianInterval({ values: Array.from({ length: count }, (_, i) => count - i), errorRate });

describe("medianInterval", () => {
  it("has the ranks of tables: 1 and 6 of 6 at 0.05, 2 and 9 of 10, 6 and 15 of 20, 40 and 61 of 100", () => {
    // Conover, Practical Nonparametric Statistics (1999), section 3.2; binomial tails by hand: 2 / 64, 22 / 1024, 43400 / 2^20.
    expect(ranked(6, 0.05).interval).toEqual({ lower: 1, upper: 6 });
    expect(ranked(10, 0.05).interval).toEqual({ lower: 2, upper: 9 });
    expect(ranked(20, 0.05).interval).toEqual({ lower: 6, upper: 15 });
    expect(ranked(100, 0.05).interval).toEqual({ lower: 40, upper: 61 });
    expect(ranked(7, 0.05).median).toBe(4);
    expect(ranked(8, 0.05).median).toBe(4.5);
  });

  it("says nothing of too few values: 2^-19 is the least error of 20", () => {
    const least = 1 / 524288;
    expect(ranked(20, least).interval).toEqual({ lower: 1, upper: 20 });
    expect(ranked(20, 0.99 * least).interval).toEqual({ lower: -Infinity, upper: Infinity });
    expect(ranked(1, 0.5).interval).toEqual({ lower: -Infinity, upper: Infinity });
  });

  it.each([0.05, 0.01])(
    "covers the median of a skewed law as often as it says at %d, and two ranks nearer does not",
    (errorRate) => {
      const random = stream(20261115, "median", errorRate === 0.05 ? 5 : 1);
      const [intervals, count] = [4000, 20];
      let [misses, narrower] = [0, 0];
      for (let i = 0; i < intervals; i++) {
        const values = Array.from({ length: count }, () => exp(2 * sampleNormal({ mean: 0, sigma: 1 }, random)));
        const { lower, upper } = medianInterval({ values, errorRate }).interval;
        if (lower > 1 || upper < 1) misses++;
        const sorted = values.sort((a, b) => a - b);
        if (sorted[sorted.indexOf(lower) + 2] > 1 || sorted[sorted.indexOf(upper) - 2] < 1) narrower++;
      }
      expect(coverageTail({ misses, intervals, errorRate })).toBeGreaterThan(1e-6);
      expect(coverageTail({ misses: narrower, intervals, errorRate })).toBeLessThan(1e-6);
    },
  );

  it("refuses what is no sample", () => {
    expect(() => medianInterval({ values: [], errorRate: 0.1 })).toThrow("values must be a list of at least 1");
    expect(() => medianInterval({ values: [1, Number.NaN], errorRate: 0.1 })).toThrow(
      "values[1] must be finite, got NaN",
    );
    expect(() => medianInterval({ values: [1], errorRate: 0 })).toThrow("errorRate");
  });
});
