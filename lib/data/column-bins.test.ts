import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnBins } from "./column-bins.ts";
import { integerColumn, numberColumn } from "./domain.ts";

const numbers = (lower: number, upper: number, bins: number) => columnBins(numberColumn({ lower, upper }), bins);

describe("bins of numbers", () => {
  it("end at the integers where they are as many, and an end is of the bin above it", () => {
    for (const lower of [0, -3, -500, 7, -1000000007, 4503599627370496])
      for (const bins of [1, 2, 3, 7, 10, 25, 29, 49, 100, 333, 997, 1000])
        for (const width of [1, 3]) {
          const { edges = [], binOf } = numbers(lower, lower + bins * width, bins);
          edges.forEach((edge, k) => {
            if (edge !== lower + k * width) expect([lower, bins, k, edge]).toEqual([lower, bins, k, lower + k * width]);
            if (binOf(edge) !== Math.min(k, bins - 1)) expect([lower, bins, binOf(edge)]).toEqual([lower, bins, k]);
          });
        }
    for (let bins = 1; bins <= 1000; bins++) {
      const { edges = [] } = numbers(0, bins, bins);
      if (!edges.every((edge, k) => edge === k)) expect([bins, ...edges]).toEqual([bins]);
    }
    expect([7, 14, 28, 55, 56].map(numbers(0, 100, 100).binOf)).toEqual([7, 14, 28, 55, 56]);
  });

  it("end at the float64 numbers nearest to the fractions", () => {
    expect(numbers(-1, 1, 20).edges).toEqual(Array.from({ length: 21 }, (_, k) => (k - 10) / 10));
    expect(numbers(0, 1, 1000).edges).toEqual(Array.from({ length: 1001 }, (_, k) => k / 1000));
  });

  it("begin at lower, end at upper and never go back, whatever the bounds", () => {
    const bound = fc.double({ min: -1e100, max: 1e100, noNaN: true });
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: 1, max: 200 }), (one, other, bins) => {
        fc.pre(Math.abs(one - other) >= 1e-100);
        const [lower, upper] = one < other ? [one, other] : [other, one];
        const { edges = [] } = numbers(lower, upper, bins);
        expect([edges[0], edges[bins]]).toEqual([lower + 0, upper + 0]);
        expect(edges.every((edge, k) => k === 0 || edge >= edges[k - 1])).toBe(true);
      }),
    );
    const { edges = [] } = numbers(1e15, 1e15 + 1, 64);
    expect(edges.every((edge, k) => k === 0 || edge >= edges[k - 1])).toBe(true);
  });

  it("have names that differ wherever the ends do", () => {
    expect(numbers(0, 1, 3).names).toEqual(["0 to 0.333333", "0.333333 to 0.666667", "0.666667 to 1"]);
    expect(numbers(1e7, 1e7 + 3, 3).names).toEqual([
      "10000000 to 10000001",
      "10000001 to 10000002",
      "10000002 to 10000003",
    ]);
    for (const [lower, upper, bins] of [
      [1e15, 1e15 + 10, 7],
      [1234567, 1234567.5, 100],
      [-1, 1, 1048576],
    ]) {
      const { names } = numbers(lower, upper, bins);
      expect(new Set(names).size).toBe(bins);
    }
  });

  it("hold an integer each where there are as many integers", () => {
    const { edges = [], binOf } = columnBins(integerColumn({ lower: 0, upper: 25 }), 25);
    expect(edges).toEqual(Array.from({ length: 26 }, (_, k) => k));
    expect([7, 14, 24, 25].map(binOf)).toEqual([7, 14, 24, 24]);
  });
});
