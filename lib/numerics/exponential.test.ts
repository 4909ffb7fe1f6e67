import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp, expm1, expOfSum } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const reference = readReference("elementary.json");
const UNIT = Number.EPSILON;

describe("exp", () => {
  it("is within one unit in the last place of the reference, from denormal results to the largest", () => {
    expect(reference.exp.length).toBeGreaterThanOrEqual(200);
    expect(worstRelativeError(reference.exp, exp)).toSatisfy((worst: { error: number }) => worst.error <= UNIT);
  });

  it("has the documented limits", () => {
    expect(exp(0)).toBe(1);
    expect(exp(709.782712893384)).toBeLessThan(Infinity);
    expect(exp(709.7827128933841)).toBe(Infinity);
    expect(exp(Infinity)).toBe(Infinity);
    expect(exp(-745.1332191019411)).toBe(Number.MIN_VALUE);
    expect(exp(-745.1332191019412)).toBe(0);
    expect(exp(-1e300)).toBe(0);
    expect(exp(-Infinity)).toBe(0);
  });

  it("does not decrease", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -740, max: 700, noNaN: true }),
        fc.double({ min: 1e-16, max: 1, noNaN: true }),
        (x, step) => {
          expect(exp(x + step)).toBeGreaterThanOrEqual(exp(x));
        },
      ),
    );
  });

  it("undoes log up to the rounding of the logarithm", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        // |log x| < 691: its rounding, at most 2^-44, is a relative error of the result.
        expect(Math.abs(exp(log(x)) / x - 1)).toBeLessThanOrEqual(1.1368683772161603e-13);
      }),
    );
  });

  it("refuses NaN by name", () => {
    expect(() => exp(Number.NaN)).toThrow(new RangeError("x must be a number, got NaN"));
  });
});

describe("expOfSum", () => {
  it("takes in a low part that the sum of the two would lose", () => {
    // exp(700 + low) / exp(700) = 1 + low + ..., while 700 + low rounds to 700.
    const low = 8 * UNIT;
    expect(700 + low).toBe(700);
    expect(Math.abs(expOfSum(700, low) / exp(700) - 1 - low)).toBeLessThanOrEqual(2 * UNIT);
    expect(expOfSum(-3.25, 0)).toBe(exp(-3.25));
  });

  it("has the limits of exp and refuses NaN", () => {
    expect(expOfSum(Infinity, 0)).toBe(Infinity);
    expect(expOfSum(-Infinity, 0)).toBe(0);
    expect(() => expOfSum(Number.NaN, 0)).toThrow("x must be a number, got NaN");
  });
});

describe("expm1", () => {
  it("is within one unit in the last place of the reference, from denormal arguments on", () => {
    expect(reference.expm1.length).toBeGreaterThanOrEqual(200);
    expect(worstRelativeError(reference.expm1, expm1)).toSatisfy((worst: { error: number }) => worst.error <= UNIT);
  });

  it("has the documented limits and keeps the sign of zero", () => {
    expect(expm1(-Infinity)).toBe(-1);
    expect(expm1(Infinity)).toBe(Infinity);
    expect(expm1(710)).toBe(Infinity);
    expect(expm1(0)).toBe(0);
    expect(expm1(-0)).toBe(-0);
  });

  it("undoes log1p", () => {
    fc.assert(
      fc.property(fc.double({ min: -0.5, max: 1, noNaN: true }), (x) => {
        // Both within a unit; the condition number of expm1 at log1p(x) is at most 1.4 here.
        expect(Math.abs(expm1(log1p(x)) - x)).toBeLessThanOrEqual(3 * UNIT * Math.abs(x) + Number.MIN_VALUE);
      }),
    );
  });

  it("refuses NaN by name", () => {
    expect(() => expm1(Number.NaN)).toThrow(new RangeError("x must be a number, got NaN"));
  });
});
