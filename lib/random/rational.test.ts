import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rationalBound } from "../mechanisms/laws/rational-bound.ts";
import { exactFraction, fractionOf } from "./rational.ts";

describe("exactFraction", () => {
  it("is the float64 itself, in lowest terms: 0.1 is 3602879701896397 / 2^55", () => {
    expect(exactFraction(0.1)).toEqual({ numerator: 3602879701896397n, denominator: 1n << 55n });
    expect(exactFraction(3)).toEqual({ numerator: 3n, denominator: 1n });
    expect(exactFraction(5e-324)).toEqual({ numerator: 1n, denominator: 1n << 1074n });
    fc.assert(
      fc.property(fc.double({ min: 1e-250, max: 1e15, noNaN: true }), (value) => {
        const fraction = exactFraction(value);
        expect(fractionOf("value", fraction, 1n)).toEqual(fraction);
        expect(Number(fraction.numerator) / Number(fraction.denominator)).toBe(value);
        // What is exact needs no rounding up.
        expect(rationalBound(fraction)).toBe(value);
      }),
    );
  });

  it("refuses what is no positive number", () => {
    for (const value of [0, -1, Number.NaN, Infinity])
      expect(() => exactFraction(value)).toThrow("value must be positive");
  });

  it("leaves other fractions rounded up", () => {
    expect(rationalBound({ numerator: 1n, denominator: 3n })).toBeGreaterThan(1 / 3);
    expect(rationalBound({ numerator: (1n << 53n) + 1n, denominator: 1n << 54n })).toBeGreaterThan(0.5);
  });
});
