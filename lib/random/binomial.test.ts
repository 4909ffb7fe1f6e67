import { describe, expect, it } from "vitest";
import { fillBinomial, sampleBinomial } from "./binomial.ts";
import { drawBinomial } from "./binomial-rejection.ts";
import { stream } from "./stream.ts";

const LARGEST = Number.MAX_SAFE_INTEGER;

describe("sampleBinomial", () => {
  it.each([
    [{ trials: -1, probability: 0.5 }, "trials must be an integer of at least 0, got -1"],
    [{ trials: 1.5, probability: 0.5 }, "trials must be an integer of at least 0, got 1.5"],
    [{ trials: Infinity, probability: 0.5 }, "trials must be an integer of at least 0, got Infinity"],
    [{ trials: 1, probability: -0.1 }, "probability must be between 0 and 1, got -0.1"],
    [{ trials: 1, probability: Number.NaN }, "probability must be between 0 and 1, got NaN"],
    [{ trials: 1, probability: "1" as unknown as number }, 'probability must be between 0 and 1, got "1"'],
  ])("refuses %o", (parameters, message) => {
    expect(() => sampleBinomial(parameters, stream(1))).toThrow(new RangeError(message));
    expect(() => fillBinomial(parameters, new Float64Array(1), stream(1))).toThrow(new RangeError(message));
  });

  it.each([
    [0, 0.5, 0],
    [0, 1, 0],
    [10, 0, 0],
    [10, 1, 10],
    [LARGEST, 0, 0],
    [LARGEST, 1, LARGEST],
    [LARGEST, 1e-300, 0],
  ])("of %d trials with probability %d is %d", (trials, probability, expected) => {
    expect(fillBinomial({ trials, probability }, new Float64Array(100), stream(1))).toEqual(
      new Float64Array(100).fill(expected),
    );
    expect(drawBinomial(trials, probability, stream(1))).toBe(expected);
  });

  it.each([
    [1, 0.5],
    [2_000_000, 0.999],
    [LARGEST, 0.25],
    [LARGEST, 1e-15],
  ])(
    "of %d trials with probability %d gives integers within six standard errors of the mean",
    (trials, probability) => {
      const draws = fillBinomial({ trials, probability }, new Float64Array(10_000), stream(1));
      expect(draws.every((x) => Number.isSafeInteger(x) && x >= 0 && x <= trials)).toBe(true);
      const mean = trials * probability;
      const distance = draws.reduce((sum, x) => sum + (x - mean), 0) / draws.length;
      expect(Math.abs(distance)).toBeLessThan(6 * Math.sqrt((mean * (1 - probability)) / draws.length));
    },
  );

  it("gives the same draws whatever was drawn with other parameters before", () => {
    const parameters = { trials: 30, probability: 0.4 };
    const before = fillBinomial(parameters, new Float64Array(100), stream(1));
    for (let trials = 1; trials < 40; trials++) sampleBinomial({ trials, probability: 0.3 }, stream(2));
    expect(fillBinomial(parameters, new Float64Array(100), stream(1))).toEqual(before);
  });
});
