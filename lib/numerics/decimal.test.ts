import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Decimal,
  decimalOf,
  decimalWords,
  isAtMost,
  nearestNumber,
  numberAbove,
  productOf,
  sumOf,
  ZERO,
} from "./decimal.ts";

const amount = () => fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const total = (values: readonly number[]) => values.map(decimalOf).reduce(sumOf, ZERO);
const equal = (first: Decimal, second: Decimal) => isAtMost(first, second) && isAtMost(second, first);

/** The same by fractions over a power of ten that is large enough for every float64. */
const PLACES = 400;
function scaled(value: number): bigint {
  const [digits, power = "0"] = value.toString().split("e");
  const [whole, part = ""] = digits.split(".");
  return BigInt(whole + part + "0".repeat(PLACES - part.length + Number(power)));
}

describe("decimals", () => {
  it("are what is written: 0.1 is a tenth, and 0.1 and 0.2 are 0.3", () => {
    expect(equal(total([0.1, 0.2]), decimalOf(0.3))).toBe(true);
    expect(equal(total(Array.from({ length: 10 }, () => 0.1)), decimalOf(1))).toBe(true);
    expect(isAtMost(total([1, 1e-17]), decimalOf(1))).toBe(false);
    expect(isAtMost(total([1, Number.MIN_VALUE]), decimalOf(1))).toBe(false);
    expect(decimalOf(1.5e-7)).toEqual({ coefficient: 15n, exponent: -8 });
    expect(decimalOf(1.25e21)).toEqual({ coefficient: 125n, exponent: 19 });
  });

  it("add up to the same in every order, as whole numbers of a common unit do", () => {
    fc.assert(
      fc.property(fc.array(amount(), { maxLength: 12 }), fc.integer({ min: 0, max: 1000 }), (values, seed) => {
        const other = values.toSorted((a, b) => ((a * seed) % 7) - ((b * seed) % 7) || b - a);
        expect(equal(total(values), total(other))).toBe(true);
        const { coefficient, exponent } = total(values);
        const unit = values.reduce((sum, value) => sum + scaled(value), 0n);
        expect(BigInt(`${coefficient}${"0".repeat(PLACES + exponent)}`)).toBe(unit);
      }),
    );
  });

  it("are read back as the float64 they were written from, and products are exact", () => {
    fc.assert(
      fc.property(amount(), amount(), (a, b) => {
        expect(nearestNumber(decimalOf(a))).toBe(a);
        expect(Number(decimalWords(decimalOf(a)))).toBe(a);
        const product = productOf(decimalOf(a), decimalOf(b));
        expect(product.coefficient * 10n).toBe(decimalOf(a).coefficient * decimalOf(b).coefficient * 10n);
        expect(isAtMost(total([a, b]), decimalOf(numberAbove(total([a, b]))))).toBe(true);
      }),
    );
    expect(equal(productOf(decimalOf(0.1), decimalOf(0.1)), decimalOf(0.01))).toBe(true);
    expect(numberAbove(total([0.1, 0.2]))).toBe(0.3);
    expect(numberAbove(total([1, 1e-17]))).toBeGreaterThan(1);
    expect(numberAbove(productOf(decimalOf(1e-200), decimalOf(1e-200)))).toBeGreaterThan(0);
  });

  it("show all their digits", () => {
    const words = (...values: readonly number[]) => decimalWords(total(values));
    expect([words(0.1, 0.2), words(1, 1e-17), words(1e-6, 1e-25)]).toEqual([
      "0.3",
      "1.00000000000000001",
      "0.0000010000000000000000001",
    ]);
    expect([words(1e-30, 1e-55), words(1e20, 1), words(1e22, 1)]).toEqual([
      "1.0000000000000000000000001e-30",
      "100000000000000000001",
      "1.0000000000000000000001e22",
    ]);
    expect([words(), words(Infinity, 1), words(123456789, 1e-12)]).toEqual(["0", "Infinity", "123456789.000000000001"]);
  });

  it("know Infinity, and refuse what is below 0 or no number", () => {
    expect([isAtMost(decimalOf(Infinity), decimalOf(1e308)), isAtMost(ZERO, decimalOf(Infinity))]).toEqual([
      false,
      true,
    ]);
    for (const bad of [-1, Number.NaN, "1"]) expect(() => decimalOf(bad as number)).toThrow("value must be a number");
  });
});
