import { describe, expect, it } from "vitest";
import { drawLogGamma, fillGamma, sampleGamma } from "./gamma.ts";
import { stream } from "./stream.ts";

describe("sampleGamma", () => {
  it.each([
    [{ shape: 0, scale: 1 }, "shape must be positive and finite, got 0"],
    [{ shape: -1, scale: 1 }, "shape must be positive and finite, got -1"],
    [{ shape: Number.NaN, scale: 1 }, "shape must be positive and finite, got NaN"],
    [{ shape: 1, scale: Infinity }, "scale must be positive and at most 1e+300, got Infinity"],
    [{ shape: 1, scale: "2" as unknown as number }, 'scale must be positive and at most 1e+300, got "2"'],
  ])("refuses %o", (parameters, message) => {
    expect(() => sampleGamma(parameters, stream(1))).toThrow(new RangeError(message));
    expect(() => fillGamma(parameters, new Float64Array(1), stream(1))).toThrow(new RangeError(message));
  });

  it("gives the mean itself where float64 has no room for the sigma", () => {
    expect(sampleGamma({ shape: 1e300, scale: 1e-300 }, stream(1))).toBeCloseTo(1, 14);
  });

  it("gives zero, never NaN, for shapes so small that nothing else is likely", () => {
    const draws = fillGamma({ shape: 1e-320, scale: 1 }, new Float64Array(1000), stream(1));
    expect(draws.every((x) => x === 0)).toBe(true);
  });
});

describe("drawLogGamma", () => {
  it("keeps what is far below float64", () => {
    const random = stream(1);
    let sum = 0;
    for (let i = 0; i < 10_000; i++) sum += drawLogGamma(1e-300, random) * 1e-300;
    // -shape log X is a standard exponential in the limit: five standard errors of the mean of 1e4.
    expect(Math.abs(sum / 10_000 + 1)).toBeLessThan(0.05);
  });
});
