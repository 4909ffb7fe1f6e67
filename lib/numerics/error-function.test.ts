import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { erf, erfc, erfcx, logErfc } from "./error-function.ts";
import { exp } from "./exponential.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("error-function.json");
const functions = { erf, erfc, erfcx, logErfc };

describe.each(Object.entries(functions))("%s", (name, f) => {
  it("is within three units in the last place of the reference, in both tails and for denormals", () => {
    expect(reference[name].length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference[name], f);
    expect(worst).toSatisfy(() => worst.error <= 3 * UNIT);
  });

  it("refuses NaN by name", () => {
    expect(() => f(Number.NaN)).toThrow(new RangeError("x must be a number, got NaN"));
  });
});

describe("the error functions", () => {
  it("have the documented limits", () => {
    expect([erf(-Infinity), erf(Infinity), erf(0), erf(-0)]).toEqual([-1, 1, 0, -0]);
    expect([erfc(-Infinity), erfc(Infinity), erfc(27.3), erfc(0)]).toEqual([2, 0, 0, 1]);
    expect([erfcx(-Infinity), erfcx(-26.7), erfcx(Infinity), erfcx(0)]).toEqual([Infinity, Infinity, 0, 1]);
    expect([logErfc(-Infinity), logErfc(Infinity), logErfc(1e155), logErfc(0)]).toEqual([
      Math.LN2,
      -Infinity,
      -Infinity,
      0,
    ]);
  });

  it("keep the symmetry of erf", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (x) => {
        expect(erf(-x)).toBe(-erf(x));
      }),
    );
  });

  it("are each other's complement", () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (x) => {
        // Both are at most 2 in size, each within 3 units of its value.
        expect(Math.abs(erf(x) + erfc(x) - 1)).toBeLessThanOrEqual(8 * UNIT);
        expect(Math.abs(erfc(x) + erfc(-x) - 2)).toBeLessThanOrEqual(8 * UNIT);
      }),
    );
  });

  it("agree on the logarithm", () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 26, noNaN: true }), (x) => {
        const value = logErfc(x);
        // A unit of the logarithm, |log| <= 680, is a relative error of the exponential.
        expect(Math.abs(exp(value) / erfc(x) - 1)).toBeLessThanOrEqual(UNIT * (3 * Math.abs(value) + 5));
      }),
    );
  });

  it("are monotone across the joints of the approximations", () => {
    for (const joint of [-0.5, 0.5, 2, 5]) {
      // A step of 1e-14 moves each function by more than its error at the joint, or not at all in float64.
      const step = 1e-14 * Math.abs(joint);
      for (let index = -20; index < 20; index++) {
        const [x, next] = [joint + index * step, joint + (index + 1) * step];
        expect(erf(next)).toBeGreaterThanOrEqual(erf(x));
        expect(erfc(next)).toBeLessThanOrEqual(erfc(x));
        expect(erfcx(next)).toBeLessThanOrEqual(erfcx(x));
        expect(logErfc(next)).toBeLessThanOrEqual(logErfc(x));
      }
    }
  });
});
