import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { log, log1p } from "./logarithm.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const reference = readReference("elementary.json");
const UNIT = Number.EPSILON;

describe("log", () => {
  it("is within one unit in the last place of the reference, denormals and the neighbourhood of 1 included", () => {
    expect(reference.log.length).toBeGreaterThanOrEqual(200);
    expect(worstRelativeError(reference.log, log)).toSatisfy((worst: { error: number }) => worst.error <= UNIT);
  });

  it("has the documented limits", () => {
    expect(log(0)).toBe(-Infinity);
    expect(log(-0)).toBe(-Infinity);
    expect(log(1)).toBe(0);
    expect(log(Infinity)).toBe(Infinity);
  });

  it("does not decrease", () => {
    fc.assert(
      fc.property(
        fc.double({ min: Number.MIN_VALUE, max: 1e300, noNaN: true }),
        fc.double({ min: 1, max: 2, noNaN: true }),
        (x, factor) => {
          expect(log(x * factor)).toBeGreaterThanOrEqual(log(x));
        },
      ),
    );
  });

  it("turns products into sums", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-150, max: 1e150, noNaN: true }),
        fc.double({ min: 1e-150, max: 1e150, noNaN: true }),
        (x, y) => {
          // One unit for each logarithm, one half for the sum, and the rounding of x y.
          const scale = Math.abs(log(x)) + Math.abs(log(y)) + 1;
          expect(Math.abs(log(x * y) - (log(x) + log(y)))).toBeLessThanOrEqual(3 * UNIT * scale);
        },
      ),
    );
  });

  it("refuses negative numbers and NaN by name", () => {
    expect(() => log(Number.NaN)).toThrow(new RangeError("x must be non-negative, got NaN"));
    expect(() => log(-Number.MIN_VALUE)).toThrow(new RangeError("x must be non-negative, got -5e-324"));
    expect(() => log(-Infinity)).toThrow(RangeError);
  });
});

describe("log1p", () => {
  it("is within one unit in the last place of the reference, from denormals to the largest number", () => {
    expect(reference.log1p.length).toBeGreaterThanOrEqual(200);
    expect(worstRelativeError(reference.log1p, log1p)).toSatisfy((worst: { error: number }) => worst.error <= UNIT);
  });

  it("has the documented limits and keeps the sign of zero", () => {
    expect(log1p(-1)).toBe(-Infinity);
    expect(log1p(Infinity)).toBe(Infinity);
    expect(log1p(0)).toBe(0);
    expect(log1p(-0)).toBe(-0);
  });

  it("agrees with log where 1 + x is exact", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2147483648 }), (x) => {
        expect(Math.abs(log1p(x) - log(1 + x))).toBeLessThanOrEqual(UNIT * 2 * log(1 + x));
      }),
    );
  });

  it("refuses what is below -1 and NaN by name", () => {
    expect(() => log1p(Number.NaN)).toThrow(new RangeError("x must be at least -1, got NaN"));
    expect(() => log1p(-1.0000000000000002)).toThrow(new RangeError("x must be at least -1, got -1.0000000000000002"));
  });
});
