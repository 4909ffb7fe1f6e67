import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rationalBound } from "../mechanisms/laws/rational-bound.ts";
import { exactFraction, fractionOf, numberOf } from "./rational.ts";

describe("exactFraction", () => {
  it("is the float64 itself, in lowest terms: 0.1 is 3602879701896397 / 2^55", () => {
    expect(exactFraction(0.1)).toEqual({ numerator: 3602879701896397n, denominator: 1n << 55n });
    expect(exactFraction(3)).toEqual({ numerator: 3n, denominator: 1n });
    expect(exactFraction(5e-324)).toEqual({ numerator: 1n, denominator: 1n << 1074n });
    fc.assert(
      fc.property(fc.double({ min: 1e-250, max: 1e15, noNaN: true }), (value) => {
        const fraction = exactFraction(value);
        expect(fractionOf("value", fraction, 1n)).toEqual(fraction);
        expect(numberOf(fraction)).toBe(value);
        // What is exact needs no rounding up.
        expect(rationalBound("epsilon", fraction)).toBe(value);
      }),
    );
  });

  it("refuses what is no positive number", () => {
    for (const value of [0, -1, Number.NaN, Infinity])
      expect(() => exactFraction(value)).toThrow("value must be positive");
  });

  it("leaves other fractions rounded up", () => {
    expect(rationalBound("epsilon", { numerator: 1n, denominator: 3n })).toBeGreaterThan(1 / 3);
    expect(rationalBound("epsilon", { numerator: (1n << 53n) + 1n, denominator: 1n << 54n })).toBeGreaterThan(0.5);
  });

  it("refuses to bound what float64 cannot hold with all its digits", () => {
    for (const [numerator, denominator] of [
      [1n, 1n << 1329n],
      [1n << 1329n, 1n],
      [1n, 1n << 1030n],
    ])
      expect(() => rationalBound("epsilon", { numerator, denominator })).toThrow(
        "epsilon must be from 1e-300 to 1e+300",
      );
  });
});

describe("numberOf", () => {
  const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true, noDefaultInfinity: true });

  it("gives back every float64, by parts of any size", () => {
    fc.assert(
      fc.property(positive, fc.bigInt({ min: 1n, max: 1n << 2325n }), (value, factor) => {
        const { numerator, denominator } = exactFraction(value);
        expect(numberOf({ numerator: numerator * factor, denominator: denominator * factor })).toBe(value);
      }),
    );
  });

  it("is the nearest float64 of what lies between two of them", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-290, max: 1e290, noNaN: true }), (value) => {
        const { numerator, denominator } = exactFraction(value);
        const tail = 3n << 1329n;
        // A 2^-55th of the value more or less, and a 2^-53rd with a little more, which is past the half of every step.
        const at = (part: bigint) =>
          numberOf({ numerator: numerator * (tail + part), denominator: denominator * tail });
        expect([at(tail >> 55n), at(-(tail >> 55n))]).toEqual([value, value]);
        expect(at((tail >> 53n) + 1n)).toBeGreaterThanOrEqual(value);
        expect(at(tail >> 52n)).toBeGreaterThan(value);
      }),
    );
    expect(numberOf({ numerator: 0n, denominator: 1n << 1329n })).toBe(0);
    expect(numberOf({ numerator: 1n, denominator: 1n << 1329n })).toBe(0);
    expect(numberOf({ numerator: 1n << 1329n, denominator: 3n })).toBe(Infinity);
    expect(numberOf({ numerator: (1n << 1024n) - (1n << 971n), denominator: 1n })).toBe(Number.MAX_VALUE);
  });
});
