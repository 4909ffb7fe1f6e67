import { describe, expect, it } from "vitest";
import { fillPoisson, samplePoisson } from "./poisson.ts";
import { stream } from "./stream.ts";

const TWO_50 = 1125899906842624;

describe("samplePoisson", () => {
  it.each([-1, Number.NaN, Infinity, 2e15, "3"])("refuses the mean %o", (value) => {
    const mean = value as number;
    const message = /^mean must be between 0 and 2\^50, got /;
    expect(() => samplePoisson(mean, stream(1))).toThrow(message);
    expect(() => fillPoisson(mean, new Float64Array(1), stream(1))).toThrow(message);
  });

  it.each([0, 1e-320])("of mean %d is 0", (mean) => {
    expect(fillPoisson(mean, new Float64Array(1000), stream(1)).every((x) => x === 0)).toBe(true);
  });

  it("gives integers at the largest mean", () => {
    const draws = fillPoisson(TWO_50, new Float64Array(1000), stream(1));
    expect(draws.every((x) => Number.isSafeInteger(x) && Math.abs(x / TWO_50 - 1) < 1e-6)).toBe(true);
  });
});
