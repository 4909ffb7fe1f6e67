import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secureRandom } from "./secure.ts";
import { stream } from "./stream.ts";
import { sampleSubset } from "./subset.ts";

describe("sampleSubset", () => {
  it.each([
    [{ size: -1, count: 0 }, "size must be an integer from 0 to 2147483647, got -1"],
    [{ size: 2.5, count: 0 }, "size must be an integer from 0 to 2147483647, got 2.5"],
    [{ size: 2147483648, count: 0 }, "size must be an integer from 0 to 2147483647, got 2147483648"],
    [{ size: 3, count: -1 }, "count must be an integer of at least 0, got -1"],
    [{ size: 3, count: Number.NaN }, "count must be an integer of at least 0, got NaN"],
    [{ size: 3, count: 4 }, "count must be at most the size, 3, got 4"],
  ])("refuses %o", (parameters, message) => {
    expect(() => sampleSubset(parameters, stream(1))).toThrow(new RangeError(message));
  });

  it("gives different integers below the size, in increasing order", () => {
    const sizes = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(sizes, sizes, fc.boolean(), (a, b, secure) => {
        const [count, size] = [Math.min(a, b), Math.max(a, b)];
        const subset = sampleSubset({ size, count }, secure ? secureRandom() : stream(1, a, b));
        const increasing = subset.every((item, i) => item >= 0 && item < size && (i === 0 || item > subset[i - 1]));
        return subset.length === count && increasing;
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("is empty for count 0 and everything for count = size", () => {
    expect([...sampleSubset({ size: 5, count: 0 }, stream(1))]).toEqual([]);
    expect([...sampleSubset({ size: 5, count: 5 }, stream(1))]).toEqual([0, 1, 2, 3, 4]);
    expect([...sampleSubset({ size: 0, count: 0 }, stream(1))]).toEqual([]);
  });
});
