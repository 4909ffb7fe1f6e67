import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { pow } from "../numerics/power.ts";
import { sampleExponential } from "../random/exponential.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { coverageTail } from "./coverage.ts";
import { logLogSlope, logLogSlopeInterval, replicatedLogLogSlope } from "./log-log-slope.ts";
import { medianInterval } from "./median-interval.ts";
import { momentsOf, sampleVariance } from "./moments.ts";
import { studentInterval } from "./student.ts";
import { judgeRate } from "./verdict.ts";

const grid = [100, 200, 500, 1000, 2000, 5000, 10_000];

describe("logLogSlope", () => {
  it("finds the exponent and the factor of an exact power law, for any weights", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 7, maxLength: 7 }),
        (exponent, factor, weights) => {
          const y = grid.map((x) => factor * pow(x, exponent));
          const fit = logLogSlope({ x: grid, y, weights });
          expect(fit.slope).toBeCloseTo(exponent, 11);
          expect(fit.intercept).toBeCloseTo(log(factor), 10);
          expect(fit.standardError).toBeLessThan(1e-12);
        },
      ),
    );
  });

  it("gives ln n / n the slope -0.850 on 1e2 .. 1e4", () => {
    // numpy polyfit of degree 1 on 21 log-spaced points.
    const x = Array.from({ length: 21 }, (_, i) => 100 * pow(10, i / 10));
    const { slope } = logLogSlope({ x, y: x.map((n) => log(n) / n) });
    expect(slope).toBeCloseTo(-0.85, 2);
    expect(slope).toBeCloseTo(-0.8515101242073495, 12);
  });

  it("agrees with SciPy on a noisy line", () => {
    // scipy 1.17.1: linregress of the logarithms, slope and stderr; numpy polyfit with w = sqrt(weights) for the weighted slope.
    const y = [3.1, 2.4, 1.3, 1.05, 0.66, 0.47, 0.3];
    const { slope, standardError } = logLogSlope({ x: grid, y });
    expect(slope).toBeCloseTo(-0.505900342604214, 13);
    expect(standardError).toBeCloseTo(0.016871316078824593, 13);
    expect(logLogSlope({ x: grid, y, weights: [1, 2, 3, 4, 5, 6, 7] }).slope).toBeCloseTo(-0.5068365003001409, 13);
  });

  it("refuses zeros, single points and ragged arrays", () => {
    expect(() => logLogSlope({ x: [1, 2], y: [0, 1] })).toThrow("y[0] must be positive and finite, got 0");
    expect(() => logLogSlope({ x: [1], y: [1] })).toThrow("x must be a list of at least 2");
    expect(() => logLogSlope({ x: [2, 2], y: [1, 3] })).toThrow("x must be of at least two different values, got 2");
    expect(() => logLogSlope({ x: [1, 2], y: [1] })).toThrow("y must be of length 2, got 1");
    expect(() => logLogSlope({ x: [1, 2], y: [1, 2], weights: [1] })).toThrow("weights must be of length 2");
    expect(() => logLogSlopeInterval({ x: [1, 2], y: [1, 2] }, 0.1)).toThrow("at least 3");
    expect(() => replicatedLogLogSlope({ x: grid, replications: [], errorRate: 0.1 })).toThrow(
      "replications must be a list of at least 1",
    );
  });
});

describe("coverage", () => {
  it("the interval of one fit covers the slope as often as it says; 20 % narrower, or with weights forgotten, it does not", () => {
    // 3000 grids with log-normal noise, at a level of 1e-6.
    const errorRate = 0.05;
    const random = stream(20261115, "log-log-slope coverage");
    const deviations = [0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01];
    const weights = deviations.map((sigma) => 1 / (sigma * sigma));
    const noise = new Float64Array(grid.length);
    const draw = () => {
      fillNormal({ mean: 0, sigma: 1 }, noise, random);
      return grid.map((x, i) => pow(x, -0.5) * exp(deviations[i] * noise[i]));
    };
    const intervals = 3000;
    const misses = { single: 0, singleNarrow: 0, unweighted: 0 };
    for (let i = 0; i < intervals; i++) {
      const y = draw();
      const count = (kind: "single" | "unweighted", withWeights: boolean) => {
        const { lower, upper } = logLogSlopeInterval(withWeights ? { x: grid, y, weights } : { x: grid, y }, errorRate);
        const [distance, half] = [Math.abs((lower + upper) / 2 + 0.5), (upper - lower) / 2];
        if (distance > half) misses[kind]++;
        if (withWeights && distance > 0.8 * half) misses.singleNarrow++;
      };
      count("single", true);
      count("unweighted", false);
    }
    const tail = (count: number, of: number) => coverageTail({ misses: count, intervals: of, errorRate });
    expect(tail(misses.single, intervals)).toBeGreaterThan(1e-6);
    expect(tail(misses.singleNarrow, intervals)).toBeLessThan(1e-6);
    expect(tail(misses.unweighted, intervals)).toBeLessThan(1e-6);
  });

  it.each([1e-2, 1e-3])(
    "a true rate is refuted no more often than %d allows, of 20 replications with skewed slopes",
    (errorRate) => {
      // Of x = 1, 10 and y = 1, 10^(S - 1): the slope is S - 1, S exponential, whose median is log 2; a t-interval of the mean,
      // which is 1, fails.
      const random = stream(20261115, "skewed slopes", errorRate === 1e-2 ? 2 : 3);
      const intervals = 5000;
      const x = [1, 10];
      let [refuted, byMean] = [0, 0];
      for (let i = 0; i < intervals; i++) {
        const slopes = Array.from({ length: 20 }, () => sampleExponential(1, random));
        const replications = slopes.map((slope) => [1, pow(10, slope)]);
        const measured = replicatedLogLogSlope({ x, replications, errorRate });
        if (judgeRate({ ...measured, gridPoints: 5 }, { slope: Math.LN2, tolerance: 1e-6 }).verdict === "violated")
          refuted++;
        const moments = momentsOf(slopes);
        const { lower, upper } = studentInterval({
          count: 20,
          mean: moments.mean,
          variance: sampleVariance(moments),
          errorRate,
        });
        if (lower > 1 + 1e-6 || upper < 1 - 1e-6) byMean++;
      }
      expect(coverageTail({ misses: refuted, intervals, errorRate })).toBeGreaterThan(1e-6);
      expect(coverageTail({ misses: byMean, intervals, errorRate })).toBeLessThan(1e-6);
    },
  );

  it("the median is judged: of 60 exponential slopes the true one is refuted in at most 0.01, the true mean in a fifth", () => {
    const random = stream(20261115, "median, not mean");
    const intervals = 1000;
    const refuted = { median: 0, mean: 0 };
    for (let i = 0; i < intervals; i++) {
      const values = Array.from({ length: 60 }, () => sampleExponential(1, random));
      const { median, interval } = medianInterval({ values, errorRate: 0.01 });
      const measured = { slope: median, interval, gridPoints: 5, replications: 60 };
      const isRefuted = (slope: number) => judgeRate(measured, { slope, tolerance: 1e-6 }).verdict === "violated";
      if (isRefuted(Math.LN2)) refuted.median++;
      if (isRefuted(1)) refuted.mean++;
    }
    expect(coverageTail({ misses: refuted.median, intervals, errorRate: 0.01 })).toBeGreaterThan(1e-6);
    expect(refuted.mean).toBeGreaterThan(intervals / 5);
  });
});
