import { describe, expect, it } from "vitest";
import { fillGeometric, sampleGeometric } from "./geometric.ts";
import { stream } from "./stream.ts";

describe("sampleGeometric", () => {
  it.each([0, -0.1, 1.1, Number.NaN, Infinity, "0.5"])("refuses the probability %o", (value) => {
    const probability = value as number;
    const message = /^probability must be above 1e-300 and at most 1, got /;
    expect(() => sampleGeometric(probability, stream(1))).toThrow(message);
    expect(() => fillGeometric(probability, new Float64Array(1), stream(1))).toThrow(message);
  });

  it("never fails with probability 1", () => {
    expect(fillGeometric(1, new Float64Array(10_000), stream(1)).every((x) => x === 0)).toBe(true);
  });

  it("gives finite integers for tiny probabilities", () => {
    const draws = fillGeometric(2e-300, new Float64Array(1000), stream(1));
    expect(draws.every((x) => Number.isInteger(x) && x > 0)).toBe(true);
  });
});
