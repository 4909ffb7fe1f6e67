import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tanh } from "./hyperbolic-tangent.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const reference = readReference("elementary.json").tanh;

describe("tanh", () => {
  it("is within two units in the last place of the reference, from denormals to where it is 1", () => {
    expect(reference.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference, tanh);
    expect(worst).toSatisfy(() => worst.error <= 2 * Number.EPSILON);
  });

  it("is odd, bounded by 1, and has its limits", () => {
    expect(tanh(-0)).toBe(-0);
    expect(tanh(Infinity)).toBe(1);
    expect(tanh(-Infinity)).toBe(-1);
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (x) => {
        expect(tanh(-x)).toBe(-tanh(x));
        expect(Math.abs(tanh(x))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("satisfies the addition theorem", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }), (x, y) => {
        const [a, b] = [tanh(x), tanh(y)];
        // Two units for each of the three values and three roundings; all terms are positive.
        expect(Math.abs(tanh(x + y) - (a + b) / (1 + a * b))).toBeLessThanOrEqual(9 * Number.EPSILON * tanh(x + y));
      }),
    );
  });

  it("refuses NaN by name", () => {
    expect(() => tanh(Number.NaN)).toThrow(new RangeError("x must be a number, got NaN"));
  });
});
