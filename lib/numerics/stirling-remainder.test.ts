import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logGamma } from "./log-gamma.ts";
import { log } from "./logarithm.ts";
import { logarithmRemainder } from "./remainder.ts";
import { stirlingRemainder, stirlingRemainderChange } from "./stirling-remainder.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;

describe("stirlingRemainder", () => {
  it("has the values of mpmath at 1, where it is 1 - log(2 pi)/2, at 3 and at 10", () => {
    expect(Math.abs(stirlingRemainder(1) - 0.08106146679532726)).toBeLessThan(4e-17);
    expect(Math.abs(stirlingRemainder(3) - 0.027677925684998338)).toBeLessThan(4e-17);
    expect(Math.abs(stirlingRemainder(10) - 0.008330563433362871)).toBeLessThan(4e-17);
  });

  it("is what Stirling's formula leaves of log Gamma", () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 100, noNaN: true }), (x) => {
        const formula = (x - 0.5) * log(x) - x + 0.9189385332046728;
        expect(Math.abs(logGamma(x) - formula - stirlingRemainder(x))).toBeLessThanOrEqual(4 * UNIT * (x * log(x) + x));
      }),
    );
  });

  it("obeys d(x) - d(x + 1) = (x + 1/2) log(1 + 1/x) - 1, across the change of method at 10 too", () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 30, noNaN: true }), (x) => {
        // = (x + 1/2) (log(1 + 1/x) - 1/x) + 1/2x, terms below 1/x in size; the rounding of x + 1 moves d by 1e-17.
        const difference = (x + 0.5) * logarithmRemainder(1 / x) + 0.5 / x;
        expect(Math.abs(stirlingRemainder(x) - stirlingRemainder(x + 1) - difference)).toBeLessThanOrEqual(
          8 * UNIT * (1 / x),
        );
      }),
    );
  });

  it("changes over a small step as the difference of two values does", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 1e4, noNaN: true }),
        fc.double({ min: 1e-12, max: 1, noNaN: true }),
        (x, step) => {
          const sum = x + step;
          const exact = sum - x;
          const expected = stirlingRemainder(sum) - stirlingRemainder(x);
          expect(Math.abs(stirlingRemainderChange(x, exact) - expected)).toBeLessThanOrEqual(
            2 * UNIT * stirlingRemainder(x),
          );
        },
      ),
    );
  });
});
