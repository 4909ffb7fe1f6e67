import { describe, expect, it } from "vitest";
import { fillBeta, sampleBeta } from "./beta.ts";
import { stream } from "./stream.ts";

describe("sampleBeta", () => {
  it.each([
    [{ a: 0, b: 1 }, "a must be finite and at least 1e-300, got 0"],
    [{ a: 1, b: -2 }, "b must be finite and at least 1e-300, got -2"],
    [{ a: Number.NaN, b: 1 }, "a must be finite and at least 1e-300, got NaN"],
    [{ a: 1, b: Infinity }, "b must be finite and at least 1e-300, got Infinity"],
    [{ a: "1" as unknown as number, b: 1 }, 'a must be finite and at least 1e-300, got "1"'],
  ])("refuses %o", (parameters, message) => {
    expect(() => sampleBeta(parameters, stream(1))).toThrow(new RangeError(message));
    expect(() => fillBeta(parameters, new Float64Array(1), stream(1))).toThrow(new RangeError(message));
  });

  it("is a coin for the smallest shapes, with heads in proportion to them", () => {
    const draws = fillBeta({ a: 3e-300, b: 1e-300 }, new Float64Array(100_000), stream(1));
    expect(draws.every((x) => x === 0 || x === 1)).toBe(true);
    const heads = draws.reduce((sum, x) => sum + x);
    // Five standard errors.
    expect(Math.abs(heads - 75_000)).toBeLessThan(5 * Math.sqrt(100_000 * 0.75 * 0.25));
  });

  it("stays at the mean for huge shapes", () => {
    expect(sampleBeta({ a: 1e307, b: 3e307 }, stream(1))).toBeCloseTo(0.25, 14);
  });
});
