import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pow } from "./power.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const reference = readReference("elementary.json").pow;

describe("pow", () => {
  it("is within one unit in the last place of the reference, near 1, at both ends of the range and for denormals", () => {
    expect(reference.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference, pow as (...values: number[]) => number);
    expect(worst).toSatisfy(() => worst.error <= Number.EPSILON);
  });

  it("is exact where the result is an integer below 2^53", () => {
    for (let base = 2; base < 100; base++) {
      for (let exponent = 1, exact = BigInt(base); exact <= 9007199254740992n; exponent++, exact *= BigInt(base)) {
        expect(pow(base, exponent)).toBe(Number(exact));
      }
    }
  });

  it("gives powers of two exactly, denormals included", () => {
    for (let exponent = -1074, power = Number.MIN_VALUE; exponent <= 1023; exponent++, power *= 2) {
      expect(pow(2, exponent)).toBe(power);
    }
  });

  it("has the documented limits", () => {
    expect(pow(10, 309)).toBe(Infinity);
    expect(pow(-10, 309)).toBe(-Infinity);
    expect(pow(10, -330)).toBe(0);
    expect(pow(1.5, 1e300)).toBe(Infinity);
    expect(pow(1.5, -1e300)).toBe(0);
    expect(pow(0, 0)).toBe(1);
    expect(pow(-3, 0)).toBe(1);
    expect(pow(1, 1e300)).toBe(1);
    expect(pow(0, 2.5)).toBe(0);
    expect(pow(0, -2.5)).toBe(Infinity);
    expect(pow(-0, 3)).toBe(-0);
    expect(pow(-0, -3)).toBe(-Infinity);
    expect(pow(-0, 2)).toBe(0);
    expect(pow(-0, -2)).toBe(Infinity);
  });

  it("has the sign of the base to the parity of the exponent", () => {
    expect(pow(-2, 3)).toBe(-8);
    expect(pow(-2, -3)).toBe(-0.125);
    expect(pow(-2, 4)).toBe(16);
    expect(pow(-1, 9007199254740991)).toBe(-1);
    expect(pow(-1, 9007199254740992)).toBe(1);
  });

  it("takes square roots as Math.sqrt does, to a unit", () => {
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(Math.abs(pow(x, 0.5) / Math.sqrt(x) - 1)).toBeLessThanOrEqual(Number.EPSILON);
      }),
    );
  });

  it("refuses NaN, infinities and fractional powers of negative numbers by name", () => {
    expect(() => pow(Number.NaN, 2)).toThrow(new RangeError("x must be finite, got NaN"));
    expect(() => pow(2, Number.NaN)).toThrow(new RangeError("y must be finite, got NaN"));
    expect(() => pow(2, Infinity)).toThrow(new RangeError("y must be finite, got Infinity"));
    expect(() => pow(-2, 0.5)).toThrow(new RangeError("x must be non-negative where y is no integer, got -2"));
  });
});
