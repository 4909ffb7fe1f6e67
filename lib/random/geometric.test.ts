import { describe, expect, it } from "vitest";
import { fillGeometric, sampleGeometric } from "./geometric.ts";
import { stream } from "./stream.ts";

describe("sampleGeometric", () => {
  it.each([0, -0.1, 1.1, Number.NaN, Infinity, "0.5"])("refuses the probability %o", (value) => {
    const probability = value as number;
    const message = /^probability must be above 1e-300 and at most 1, got /;
    expect(() => sampleGeometric(stream(1), probability)).toThrow(message);
    expect(() => fillGeometric(stream(1), probability, new Float64Array(1))).toThrow(message);
  });

  it("never fails with probability 1", () => {
    expect(fillGeometric(stream(1), 1, new Float64Array(10_000)).every((x) => x === 0)).toBe(true);
  });

  it("gives finite integers for tiny probabilities", () => {
    const draws = fillGeometric(stream(1), 2e-300, new Float64Array(1000));
    expect(draws.every((x) => Number.isInteger(x) && x > 0)).toBe(true);
  });
});
