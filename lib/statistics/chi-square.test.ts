import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { chiSquareTest, chiSquareUpperTail } from "./chi-square.ts";
import { coverageTail } from "./coverage.ts";

describe("chiSquareUpperTail", () => {
  it.each([
    // mpmath 1.3 at 40 digits: regularised incomplete gamma function.
    [3.841458820694124, 1, 0.05000000000000006],
    [10, 10, 0.4404932850652124],
    [0.5, 3, 0.9188914116546758],
    [100, 50, 3.454931382984864e-5],
    [1000, 100, 2.306076738035398e-148],
    [0.001, 2, 0.9995001249791693],
    [200, 5, 2.8406228986415315e-41],
    [1234.5, 1000, 4.874446151151963e-7],
  ])("at %d with %d degrees of freedom", (x, degreesOfFreedom, expected) => {
    expect(Math.abs(chiSquareUpperTail(x, degreesOfFreedom) / expected - 1)).toBeLessThan(1e-12);
  });
});

describe("chiSquareTest", () => {
  it("agrees with Mendel's peas", () => {
    // 315, 108, 101, 32 against 9 : 3 : 3 : 1. scipy 1.17.1: chisquare.
    const observed = [315, 108, 101, 32];
    const expected = [9, 3, 3, 1].map((share) => (share * 556) / 16);
    const { statistic, degreesOfFreedom, pValue } = chiSquareTest({ observed, expected });
    expect(statistic).toBeCloseTo(0.4700239808153477, 14);
    expect(degreesOfFreedom).toBe(3);
    expect(pValue).toBeCloseTo(0.925425895103616, 13);
    expect(chiSquareTest({ observed, expected, estimatedParameters: 1 }).degreesOfFreedom).toBe(2);
  });

  it("rejects a fair die as often as it says, and a die 10 % off nearly always", () => {
    // 2000 tests of 1200 throws at level 0.05, convicted at a level of 1e-6.
    const [intervals, errorRate] = [2000, 0.05];
    const random = stream(20261115, "chi-square level");
    const rejections = (biased: number) => {
      let rejected = 0;
      for (let i = 0; i < intervals; i++) {
        const observed = new Float64Array(6);
        for (let j = 0; j < 1200; j++) {
          const face = Math.floor(6 * sampleUniform(random));
          observed[face === 0 && sampleUniform(random) < biased ? 5 : face]++;
        }
        if (chiSquareTest({ observed, expected: new Float64Array(6).fill(200) }).pValue <= errorRate) rejected++;
      }
      return rejected;
    };
    expect(coverageTail({ misses: rejections(0), intervals, errorRate })).toBeGreaterThan(1e-6);
    expect(coverageTail({ misses: rejections(0.1), intervals, errorRate })).toBeLessThan(1e-6);
  });

  it("refuses small expectations, totals that differ, and too few categories", () => {
    expect(() => chiSquareTest({ observed: [1, 9], expected: [4, 6] })).toThrow(
      "expected[0] must be finite and at least 5, got 4",
    );
    expect(() => chiSquareTest({ observed: [10, 10], expected: [10, 11] })).toThrow(
      "the sum of expected must be the sum of observed = 20, got 21",
    );
    expect(() => chiSquareTest({ observed: [10], expected: [10] })).toThrow(
      "degreesOfFreedom must be an integer of at least 1, got 0",
    );
    expect(() => chiSquareTest({ observed: [10, 10], expected: [20] })).toThrow("expected must be of length 2, got 1");
    expect(() => chiSquareTest({ observed: [10.5, 9.5], expected: [10, 10] })).toThrow(
      "observed[0] must be an integer",
    );
  });
});
