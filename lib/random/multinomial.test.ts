import { describe, expect, it } from "vitest";
import { fillMultinomial, sampleMultinomial } from "./multinomial.ts";
import { stream } from "./stream.ts";

describe("sampleMultinomial", () => {
  it.each([
    [{ trials: -1, weights: [1] }, "trials must be an integer of at least 0, got -1"],
    [{ trials: 0.5, weights: [1] }, "trials must be an integer of at least 0, got 0.5"],
    [{ trials: 1, weights: [1, -1] }, "weights[1] must be non-negative and finite, got -1"],
    [{ trials: 1, weights: [Number.NaN, 1] }, "weights[0] must be non-negative and finite, got NaN"],
    [{ trials: 1, weights: [1, Infinity] }, "weights[1] must be non-negative and finite, got Infinity"],
    [{ trials: 1, weights: [0, 0] }, "the sum of weights must be positive and finite, got 0"],
    [{ trials: 1, weights: [] }, "weights must be a list of at least 1, got an array of length 0"],
  ])("refuses %o", (parameters, message) => {
    expect(() => sampleMultinomial(parameters, stream(1))).toThrow(new RangeError(message));
    expect(() => fillMultinomial(parameters, new Float64Array(0), stream(1))).toThrow(new RangeError(message));
  });

  it("gives counts that sum to the trials, and none where the weight is zero", () => {
    const weights = [0, 1e-300, 3, 0, 2.5, 1e-9, 0];
    const counts = fillMultinomial({ trials: 1_000_000, weights }, new Float64Array(7 * 200), stream(1));
    for (let at = 0; at < counts.length; at += 7) {
      const row = counts.subarray(at, at + 7);
      expect(row.reduce((sum, count) => sum + count)).toBe(1_000_000);
      expect([row[0], row[1], row[3], row[6]]).toEqual([0, 0, 0, 0]);
    }
  });

  it("gives all to a single category, and zeros without trials", () => {
    expect([...sampleMultinomial({ trials: 9, weights: [5] }, stream(1))]).toEqual([9]);
    expect([...sampleMultinomial({ trials: 0, weights: [1, 1] }, stream(1))]).toEqual([0, 0]);
  });
});
