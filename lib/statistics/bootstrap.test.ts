import { mean, median } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { bootstrap } from "./bootstrap.ts";
import { coverageTail } from "./coverage.ts";

const average = (sample: Float64Array) => mean(sample as unknown as number[]);

describe("bootstrap", () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 20];

  it("reflects the percentile interval at the estimate", () => {
    const { estimate, percentile, basic } = bootstrap(
      { values, statistic: average, resamples: 2000, errorRate: 0.05 },
      stream(1, "bootstrap"),
    );
    expect(estimate).toBe(6.5);
    expect(basic.lower).toBe(13 - percentile.upper);
    expect(basic.upper).toBe(13 - percentile.lower);
    expect(percentile.lower < 6.5 && 6.5 < percentile.upper).toBe(true);
  });

  it("knows the exact law of the mean of two values: 0, 1/2, 1 with weights 1, 2, 1", () => {
    // The quantiles at 0.4 / 2 and 1 - 0.4 / 2 fall into the outer quarters; at 0.6 / 2 into the middle.
    const sample = { values: [0, 1], statistic: average, resamples: 5000 };
    expect(bootstrap({ ...sample, errorRate: 0.4 }, stream(2, "bootstrap")).percentile).toEqual({ lower: 0, upper: 1 });
    expect(bootstrap({ ...sample, errorRate: 0.6 }, stream(2, "bootstrap")).percentile).toEqual({
      lower: 0.5,
      upper: 0.5,
    });
  });

  it("is a function of the stream, and of nothing else", () => {
    const run = (seed: number) =>
      bootstrap({ values, statistic: average, resamples: 500, errorRate: 0.05 }, stream(seed, "bootstrap"));
    expect(run(3)).toEqual(run(3));
    expect(run(3)).not.toEqual(run(4));
  });

  it("does not touch the values, and serves any statistic", () => {
    const own = Float64Array.from(values);
    const middle = (sample: Float64Array) => median(Array.from(sample));
    const { estimate } = bootstrap(
      { values: own, statistic: middle, resamples: 500, errorRate: 0.05 },
      stream(5, "bootstrap"),
    );
    expect(estimate).toBe(5.5);
    expect([...own]).toEqual(values);
  });

  it("covers a normal mean nearly as often as it says; at half its width it does not", () => {
    // 600 samples of 60, 400 resamples each. The percentile interval of 60 values is short by a factor sqrt(59 / 60) and of normal, not
    // t, quantiles: it misses with probability 0.057, which 600 intervals at a level of 1e-6 cannot tell from 0.05.
    const [intervals, errorRate] = [600, 0.05];
    const random = stream(20261115, "bootstrap coverage");
    const sample = new Float64Array(60);
    const misses = { percentile: 0, basic: 0, half: 0 };
    for (let i = 0; i < intervals; i++) {
      fillNormal({ mean: 2, sigma: 1 }, sample, random);
      const { estimate, percentile, basic } = bootstrap(
        { values: sample, statistic: average, resamples: 400, errorRate },
        random,
      );
      if (percentile.lower > 2 || percentile.upper < 2) misses.percentile++;
      if (basic.lower > 2 || basic.upper < 2) misses.basic++;
      if (Math.abs(estimate - 2) > (percentile.upper - percentile.lower) / 4) misses.half++;
    }
    const tail = (count: number) => coverageTail({ misses: count, intervals, errorRate });
    expect(tail(misses.percentile)).toBeGreaterThan(1e-6);
    expect(tail(misses.basic)).toBeGreaterThan(1e-6);
    expect(tail(misses.half)).toBeLessThan(1e-6);
  });

  it("refuses too few resamples, values, and statistics that are not finite", () => {
    const sample = { values, statistic: average, resamples: 400, errorRate: 0.05 };
    expect(() => bootstrap({ ...sample, resamples: 399 }, stream(6))).toThrow(
      "resamples must be an integer of at least 400, got 399",
    );
    expect(() => bootstrap({ ...sample, values: [1] }, stream(6))).toThrow("values must be a list of at least 2");
    expect(() => bootstrap({ ...sample, statistic: () => Number.NaN }, stream(6))).toThrow(
      "the statistic of the values must be finite",
    );
  });
});
