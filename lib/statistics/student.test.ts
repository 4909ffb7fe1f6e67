import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { coverageTail } from "./coverage.ts";
import { momentsOf, sampleVariance } from "./moments.ts";
import { studentInterval, studentUpperQuantile, studentUpperTail } from "./student.ts";

describe("studentUpperTail", () => {
  it.each([
    // mpmath 1.3 at 40 digits: half the regularised incomplete beta function.
    [1, 1, 0.25],
    [12.706204736432095, 1, 0.02499999999949565],
    [2, 2, 0.09175170953613698],
    [0.001, 3, 0.49963244748473046],
    [1e-8, 5, 0.4999999962039331],
    [2.5, 4.5, 0.029952843251100272],
    [3, 10, 0.006671827511284789],
    [50, 10, 1.23715516465134e-13],
    [1e10, 10, 1.23046875e-96],
    [1e30, 3, 1.102657790843584e-90],
    [5, 100, 0.0000012250867067519001],
    [20, 100, 4.997133930668478e-37],
    [1.96, 1e4, 0.025011760115916524],
    [6, 1e6, 9.869249061772174e-10],
    [21, 1e6, 3.443365885934004e-98],
    [4, 30, 0.00019092281804187843],
    [0.5, 0.5, 0.3786590364647183],
  ])("at %d with %d degrees of freedom", (t, degreesOfFreedom, expected) => {
    expect(Math.abs(studentUpperTail(t, degreesOfFreedom) / expected - 1)).toBeLessThan(1e-12);
  });

  it("is 1/2 at 0, 0 and 1 at the infinities, and adds up to 1 with the lower tail", () => {
    expect(studentUpperTail(0, 7)).toBe(0.5);
    expect(studentUpperTail(Infinity, 7)).toBe(0);
    expect(studentUpperTail(-Infinity, 7)).toBe(1);
    expect(studentUpperTail(1.3, 7) + studentUpperTail(-1.3, 7)).toBeCloseTo(1, 15);
  });
});

describe("studentUpperQuantile", () => {
  it.each([
    // mpmath 1.3 at 40 digits: roots of the tail.
    [0.4, 1, 0.32491969623290623],
    [0.025, 1, 12.706204736174705],
    [0.005, 2, 9.924843200918293],
    [0.025, 9, 2.2621571627982053],
    [0.49999, 7, 0.00002597460275982049],
    [1e-6, 19, 6.723394282200187],
    [1e-12, 999, 7.124319732760654],
    [1e-100, 50, 667.4921739829574],
    [0.05, 1e6, 1.6448551507220404],
    [1e-9, 1e6, 5.997862455710895],
    [0.3, 2.5, 0.5973077382523175],
    [1e-300, 3, 1.033110836044653e100],
    [5e-6, 4.5, 21.690919407999555],
  ])("of %d with %d degrees of freedom", (tail, degreesOfFreedom, expected) => {
    // Next to the median the tail is known to 2^-53, so its distance from 1/2 to 1e-11 of 1e-5.
    const tolerance = Math.abs(tail - 0.5) < 1e-4 ? 1e-11 : 1e-12;
    expect(Math.abs(studentUpperQuantile(tail, degreesOfFreedom) / expected - 1)).toBeLessThan(tolerance);
  });

  it("inverts the tail", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-12, max: 0.4999, noNaN: true }),
        fc.integer({ min: 1, max: 10_000 }),
        (tail, freedom) => {
          const back = studentUpperTail(studentUpperQuantile(tail, freedom), freedom);
          expect(Math.abs(back / tail - 1)).toBeLessThan(1e-11);
        },
      ),
    );
  });

  it("is odd about the median and has its limits", () => {
    expect(studentUpperQuantile(0.25, 3)).toBe(-studentUpperQuantile(0.75, 3));
    expect(studentUpperQuantile(0.5, 3)).toBe(0);
    expect(studentUpperQuantile(0, 3)).toBe(Infinity);
    expect(studentUpperQuantile(1, 3)).toBe(-Infinity);
  });

  it("refuses what is no probability or number of degrees", () => {
    expect(() => studentUpperQuantile(-0.1, 3)).toThrow("tail must be between 0 and 1, got -0.1");
    expect(() => studentUpperQuantile(0.5, 0)).toThrow("degreesOfFreedom must be positive");
    expect(() => studentUpperTail(Number.NaN, 1)).toThrow("t must be a number");
  });
});

describe("studentInterval", () => {
  it("agrees with SciPy on Student's sleep data", () => {
    // scipy 1.17.1, t.interval: the first drug, mean 0.75.
    const moments = momentsOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
    const interval = studentInterval({
      count: 10,
      mean: moments.mean,
      variance: sampleVariance(moments),
      errorRate: 0.05,
    });
    expect(interval.lower).toBeCloseTo(-0.5297804135262318, 13);
    expect(interval.upper).toBeCloseTo(2.0297804135262316, 13);
  });

  it("covers a normal mean as often as it says; 10 % narrower, or with normal quantiles, it does not", () => {
    // 20 000 samples of 6, convicted at a level of 1e-6.
    const [intervals, errorRate] = [20_000, 0.01];
    const random = stream(20261115, "student-interval coverage");
    const sample = new Float64Array(6);
    const misses = { honest: 0, narrow: 0, normal: 0 };
    for (let i = 0; i < intervals; i++) {
      const moments = momentsOf(fillNormal({ mean: 5, sigma: 3 }, sample, random));
      const { lower, upper } = studentInterval({
        count: 6,
        mean: moments.mean,
        variance: sampleVariance(moments),
        errorRate,
      });
      const halfWidth = (upper - lower) / 2;
      const distance = Math.abs(moments.mean - 5);
      if (distance > halfWidth) misses.honest++;
      if (distance > 0.9 * halfWidth) misses.narrow++;
      if (distance > 2.5758293035489004 * Math.sqrt(sampleVariance(moments) / 6)) misses.normal++;
    }
    expect(coverageTail({ misses: misses.honest, intervals, errorRate })).toBeGreaterThan(1e-6);
    expect(coverageTail({ misses: misses.narrow, intervals, errorRate })).toBeLessThan(1e-6);
    expect(coverageTail({ misses: misses.normal, intervals, errorRate })).toBeLessThan(1e-6);
  });

  it("refuses one value and a negative variance", () => {
    expect(() => studentInterval({ count: 1, mean: 0, variance: 1, errorRate: 0.1 })).toThrow(
      "count must be an integer of at least 2",
    );
    expect(() => studentInterval({ count: 5, mean: 0, variance: -1, errorRate: 0.1 })).toThrow(
      "variance must be non-negative",
    );
    expect(() => studentInterval({ count: 5, mean: Number.NaN, variance: 1, errorRate: 0.1 })).toThrow(
      "mean must be finite",
    );
  });
});
