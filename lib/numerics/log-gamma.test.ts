import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logGamma, logGammaOnePlus } from "./log-gamma.ts";
import { log } from "./logarithm.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("gamma.json");

describe("logGamma", () => {
  it("is within two units in the last place of the reference, also at its zeros and for denormals", () => {
    expect(reference.logGamma.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.logGamma, logGamma);
    expect(worst).toSatisfy(() => worst.error <= 2 * UNIT);
  });

  it("is exactly zero at 1 and 2 and the logarithm of a factorial at integers", () => {
    expect(logGamma(1)).toBe(0);
    expect(logGamma(2)).toBe(0);
    expect(logGamma(19)).toBeCloseTo(log(6402373705728000), 13);
  });

  it("obeys the recurrence log Gamma(x + 1) = log Gamma(x) + log x", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (x) => {
        const next = logGamma(x + 1);
        const here = logGamma(x);
        const step = log(x);
        // Two units for each value, and the rounding of x + 1, which the derivative, below log(x + 1) + 2, passes on.
        const passedOn = (x + 1) * (Math.abs(log(x + 1)) + 2);
        const bound = UNIT * (2 * (Math.abs(next) + Math.abs(here) + Math.abs(step)) + passedOn);
        expect(Math.abs(next - here - step)).toBeLessThanOrEqual(bound);
      }),
    );
  });

  it("agrees with the form that takes x - 1, which keeps a tiny difference from 1", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2.5, noNaN: true }), (x) => {
        expect(Math.abs(logGammaOnePlus(x - 1) - logGamma(x))).toBeLessThanOrEqual(3 * UNIT);
      }),
    );
    expect(logGammaOnePlus(1e-30) / 1e-30).toBeCloseTo(-0.5772156649015329, 14);
  });

  it("has the documented limits", () => {
    expect(logGamma(0)).toBe(Infinity);
    expect(logGamma(2.6e305)).toBe(Infinity);
    expect(logGamma(2.5e305)).toBeLessThan(Infinity);
  });

  it("refuses negative numbers, Infinity and NaN by name", () => {
    expect(() => logGamma(-0.5)).toThrow(new RangeError("x must be non-negative and finite, got -0.5"));
    expect(() => logGamma(Infinity)).toThrow(new RangeError("x must be non-negative and finite, got Infinity"));
    expect(() => logGamma(Number.NaN)).toThrow(RangeError);
  });
});
