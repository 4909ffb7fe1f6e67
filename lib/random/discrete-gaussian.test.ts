import { describe, expect, it } from "vitest";
import { fillDiscreteGaussian, sampleDiscreteGaussian } from "./discrete-gaussian.ts";
import { stream } from "./stream.ts";

describe("sampleDiscreteGaussian", () => {
  it.each([0, -1, Number.NaN, Infinity, 1e25, "3"])("refuses the variance %o", (value) => {
    const variance = value as number;
    const message = /^variance must be positive and at most 2\^80, got /;
    expect(() => sampleDiscreteGaussian(stream(1), variance)).toThrow(message);
    expect(() => fillDiscreteGaussian(stream(1), variance, new Float64Array(1))).toThrow(message);
  });

  it("is 0 where nothing else has room", () => {
    const draws = fillDiscreteGaussian(stream(1), 1e-320, new Float64Array(1000));
    expect(draws.every((x) => Object.is(x, 0))).toBe(true);
  });

  it.each([40_000, 60_000, 1e24])("gives integers of both signs, never minus zero, at variance %d", (variance) => {
    const draws = fillDiscreteGaussian(stream(1), variance, new Float64Array(20_000));
    expect(draws.every((x) => Number.isSafeInteger(x) && !Object.is(x, -0))).toBe(true);
    expect(draws.some((x) => x < 0) && draws.some((x) => x > 0)).toBe(true);
  });
});
