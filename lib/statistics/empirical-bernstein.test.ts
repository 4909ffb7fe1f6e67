import { describe, expect, it } from "vitest";
import { log } from "../numerics/logarithm.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { coverageTail } from "./coverage.ts";
import { empiricalBernstein } from "./empirical-bernstein.ts";
import { halfWidth } from "./interval.ts";
import { momentsOf, sampleVariance } from "./moments.ts";

const sample = { count: 1000, mean: 0.3, variance: 0.04, least: 0, greatest: 1, errorRate: 0.01 };

describe("empiricalBernstein", () => {
  it("has the half-width of the theorem", () => {
    // sqrt(2 * 0.04 * ln 400 / 1000) + 7 ln 400 / (3 * 999), by mpmath 1.3 at 40 digits.
    const { lower, upper } = empiricalBernstein(sample);
    expect((upper - lower) / 2).toBeCloseTo(0.03588739124172113, 15);
    expect((upper + lower) / 2).toBeCloseTo(0.3, 15);
  });

  it("scales and shifts with the variable", () => {
    const moved = empiricalBernstein({ ...sample, mean: 10 * 0.3 - 2, variance: 100 * 0.04, least: -2, greatest: 8 });
    const { lower, upper } = empiricalBernstein(sample);
    expect(moved.lower).toBeCloseTo(10 * lower - 2, 13);
    expect(moved.upper).toBeCloseTo(10 * upper - 2, 13);
  });

  it("shrinks as 1 / N without variance, as 1 / sqrt N with it", () => {
    const width = (count: number, variance: number) => halfWidth(empiricalBernstein({ ...sample, count, variance }));
    expect(width(1_000_001, 0) / width(100_000_001, 0)).toBeCloseTo(100, 6);
    expect(width(1e12, 0.04) / width(1e14, 0.04)).toBeCloseTo(10, 3);
  });

  it("covers the mean of a rare event; without its second term, or with the normal interval, it would not", () => {
    // 20 000 samples of 50 events of probability 0.01: most have variance 0. Convicted at a level of 1e-6.
    const [intervals, errorRate, probability, count] = [20_000, 0.05, 0.01, 50];
    const random = stream(20261115, "empirical-bernstein coverage");
    const values = new Float64Array(count);
    const misses = { honest: 0, varianceOnly: 0, normal: 0 };
    for (let i = 0; i < intervals; i++) {
      for (let j = 0; j < count; j++) values[j] = sampleUniform(random) < probability ? 1 : 0;
      const moments = momentsOf(values);
      const { mean } = moments;
      const variance = sampleVariance(moments);
      const { lower, upper } = empiricalBernstein({ count, mean, variance, least: 0, greatest: 1, errorRate });
      const distance = Math.abs(mean - probability);
      if (probability < lower || probability > upper) misses.honest++;
      if (distance > Math.sqrt((2 * variance * log(4 / errorRate)) / count)) misses.varianceOnly++;
      if (distance > 1.96 * Math.sqrt(variance / count)) misses.normal++;
    }
    expect(coverageTail({ misses: misses.honest, intervals, errorRate })).toBeGreaterThan(1e-6);
    expect(coverageTail({ misses: misses.varianceOnly, intervals, errorRate })).toBeLessThan(1e-6);
    expect(coverageTail({ misses: misses.normal, intervals, errorRate })).toBeLessThan(1e-6);
  });

  it("refuses means and variances that the range forbids", () => {
    expect(() => empiricalBernstein({ ...sample, mean: 1.5 })).toThrow(
      "mean must be between least = 0 and greatest = 1, got 1.5",
    );
    expect(() => empiricalBernstein({ ...sample, variance: 0.3 })).toThrow("variance must be at most 0.21");
    expect(() => empiricalBernstein({ ...sample, greatest: 0 })).toThrow("greatest must be above least = 0, got 0");
    expect(() => empiricalBernstein({ ...sample, count: 1 })).toThrow("count must be an integer of at least 2");
    expect(() => empiricalBernstein({ ...sample, errorRate: 2 })).toThrow("errorRate");
  });
});
