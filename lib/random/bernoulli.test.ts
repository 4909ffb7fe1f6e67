import { describe, expect, it } from "vitest";
import { fillBernoulli, sampleBernoulli } from "./bernoulli.ts";
import { stream } from "./stream.ts";

describe("sampleBernoulli", () => {
  it.each([-0.1, 1.1, Number.NaN, Infinity, "0.5"])("refuses the probability %o", (value) => {
    const probability = value as number;
    const message = /^probability must be between 0 and 1, got /;
    expect(() => sampleBernoulli(probability, stream(1))).toThrow(message);
    expect(() => fillBernoulli(probability, new Float64Array(1), stream(1))).toThrow(message);
  });

  it.each([0, 1])("is constant for probability %d", (probability) => {
    const draws = fillBernoulli(probability, new Float64Array(100_000), stream(1));
    expect(draws.every((x) => x === probability)).toBe(true);
  });
});
