import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { fillUniform } from "../random/uniform.ts";
import { coverageTail } from "./coverage.ts";
import { bandHalfWidth, distributionBand, oneSidedBandWidth } from "./dvoretzky-kiefer-wolfowitz.ts";

describe("bandHalfWidth", () => {
  it("has Massart's constant", () => {
    // sqrt(ln 40 / 200) and sqrt(ln 20 / 200), by mpmath 1.3 at 40 digits.
    expect(bandHalfWidth({ count: 100, errorRate: 0.05 })).toBeCloseTo(0.13581015157406195, 15);
    expect(oneSidedBandWidth({ count: 100, errorRate: 0.05 })).toBeCloseTo(0.12238734153404082, 15);
  });

  it("refuses a one-sided error rate beyond 1/2, where the theorem ends", () => {
    expect(() => oneSidedBandWidth({ count: 10, errorRate: 0.6 })).toThrow(
      "errorRate must be above 0 and at most 1/2, got 0.6",
    );
    expect(() => bandHalfWidth({ count: 0, errorRate: 0.5 })).toThrow("count");
  });
});

describe("distributionBand", () => {
  it("steps by 1 / N at each value, ties together, and stays within [0, 1]", () => {
    const { at, halfWidth } = distributionBand([3, 1, 2, 2], 0.5);
    expect(at(0.9)).toEqual({ lower: 0, upper: halfWidth });
    expect(at(1)).toEqual({ lower: 0, upper: 0.25 + halfWidth });
    expect(at(2)).toEqual({ lower: 0.75 - halfWidth, upper: 1 });
    expect(at(Infinity)).toEqual({ lower: 1 - halfWidth, upper: 1 });
  });

  it("refuses NaN", () => {
    expect(() => distributionBand([1, Number.NaN], 0.1)).toThrow("values must be numbers, got NaN");
    expect(() => distributionBand([1], 0.1).at(Number.NaN)).toThrow("x must be a number");
    expect(() => distributionBand([], 0.1)).toThrow("count");
  });
});

describe("coverage", () => {
  it("holds the uniform law within the band as often as it says; not 10 % narrower, nor the one-sided width on both sides", () => {
    // 20 000 samples of 1000, convicted at a level of 1e-6.
    const [intervals, errorRate, count] = [20_000, 0.01, 1000];
    const random = stream(20261115, "band coverage");
    const values = new Float64Array(count);
    const width = bandHalfWidth({ count, errorRate });
    const oneSided = oneSidedBandWidth({ count, errorRate });
    const misses = { both: 0, narrow: 0, above: 0, bothByOneSided: 0, narrowAbove: 0 };
    for (let i = 0; i < intervals; i++) {
      fillUniform(values, random).sort();
      let above = 0;
      let below = 0;
      for (let j = 0; j < count; j++) {
        above = Math.max(above, (j + 1) / count - values[j]);
        below = Math.max(below, values[j] - j / count);
      }
      const distance = Math.max(above, below);
      if (distance > width) misses.both++;
      if (distance > 0.9 * width) misses.narrow++;
      if (above > oneSided) misses.above++;
      if (above > 0.9 * oneSided) misses.narrowAbove++;
      if (distance > oneSided) misses.bothByOneSided++;
    }
    const tail = (count: number) => coverageTail({ misses: count, intervals, errorRate });
    expect(tail(misses.both)).toBeGreaterThan(1e-6);
    expect(tail(misses.above)).toBeGreaterThan(1e-6);
    expect(tail(misses.narrow)).toBeLessThan(1e-6);
    expect(tail(misses.narrowAbove)).toBeLessThan(1e-6);
    expect(tail(misses.bothByOneSided)).toBeLessThan(1e-6);
  });
});
