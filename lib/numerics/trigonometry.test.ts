import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReference, worstRelativeError } from "./reference/reference.ts";
import { cos, sin } from "./trigonometry.ts";

fc.configureGlobal({ seed: 20261115 });
const reference = readReference("elementary.json");
const UNIT = Number.EPSILON;
const angle = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("sin", () => {
  it("is within one unit in the last place of the reference, next to multiples of pi and for the largest angles", () => {
    expect(reference.sin.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.sin, sin);
    expect(worst).toSatisfy(() => worst.error <= UNIT);
  });

  it("is odd and keeps the sign of zero", () => {
    expect(sin(-0)).toBe(-0);
    fc.assert(
      fc.property(angle, (x) => {
        expect(sin(-x)).toBe(-sin(x));
      }),
    );
  });

  it("refuses what is not finite, by name", () => {
    expect(() => sin(Number.NaN)).toThrow(new RangeError("x must be finite, got NaN"));
    expect(() => sin(-Infinity)).toThrow(new RangeError("x must be finite, got -Infinity"));
  });
});

describe("cos", () => {
  it("is within one unit in the last place of the reference, next to its zeros and for the largest angles", () => {
    expect(reference.cos.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.cos, cos);
    expect(worst).toSatisfy(() => worst.error <= UNIT);
  });

  it("is even", () => {
    fc.assert(
      fc.property(angle, (x) => {
        expect(cos(-x)).toBe(cos(x));
      }),
    );
  });

  it("with sin lies on the unit circle", () => {
    // Each square carries at most 2.5 units of its value, and the values sum to 1.
    fc.assert(
      fc.property(angle, (x) => {
        expect(Math.abs(sin(x) * sin(x) + cos(x) * cos(x) - 1)).toBeLessThanOrEqual(3 * UNIT);
      }),
    );
  });

  it("refuses what is not finite, by name", () => {
    expect(() => cos(Number.NaN)).toThrow(new RangeError("x must be finite, got NaN"));
    expect(() => cos(Infinity)).toThrow(new RangeError("x must be finite, got Infinity"));
  });
});
