import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import { logNormalCdf, logNormalDensity, normalCdf, normalDensity } from "./normal.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("normal.json");
const cases = [
  { name: "normalCdf", f: normalCdf, units: 4 },
  { name: "logNormalCdf", f: logNormalCdf, units: 4 },
  { name: "normalDensity", f: normalDensity, units: 2 },
  { name: "logNormalDensity", f: logNormalDensity, units: 1 },
];

describe.each(cases)("$name", ({ name, f, units }) => {
  it(`is within ${units} units in the last place of the reference, in both tails and for denormals`, () => {
    expect(reference[name].length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference[name], f);
    expect(worst).toSatisfy(() => worst.error <= units * UNIT);
  });

  it("refuses NaN by name", () => {
    expect(() => f(Number.NaN)).toThrow(new RangeError("x must be a number, got NaN"));
  });
});

describe("the normal distribution", () => {
  it("has the documented limits", () => {
    expect([normalCdf(-Infinity), normalCdf(-39), normalCdf(0), normalCdf(Infinity)]).toEqual([0, 0, 0.5, 1]);
    expect([logNormalCdf(-Infinity), logNormalCdf(-1e155), logNormalCdf(40), logNormalCdf(Infinity)]).toEqual([
      -Infinity,
      -Infinity,
      0,
      0,
    ]);
    expect([normalDensity(-Infinity), normalDensity(39), normalDensity(Infinity)]).toEqual([0, 0, 0]);
    expect([logNormalDensity(-Infinity), logNormalDensity(Infinity)]).toEqual([-Infinity, -Infinity]);
  });

  it("is symmetric", () => {
    fc.assert(
      fc.property(fc.double({ min: -45, max: 45, noNaN: true }), (x) => {
        expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThanOrEqual(4 * UNIT);
        expect(normalDensity(-x)).toBe(normalDensity(x));
      }),
    );
  });

  it("has the exponential of its logarithms", () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 37, noNaN: true }), (x) => {
        const logCdf = logNormalCdf(x);
        expect(Math.abs(exp(logCdf) / normalCdf(x) - 1)).toBeLessThanOrEqual(UNIT * (4 * Math.abs(logCdf) + 6));
        const logDensity = logNormalDensity(x);
        expect(Math.abs(exp(logDensity) / normalDensity(x) - 1)).toBeLessThanOrEqual(
          UNIT * (2 * Math.abs(logDensity) + 3),
        );
      }),
    );
  });

  it("has the density as the slope of the distribution function", () => {
    for (let x = -8; x <= 8; x += 0.25) {
      const step = 1e-3;
      const slope = (normalCdf(x + step) - normalCdf(x - step)) / (2 * step);
      // The third derivative is (x^2 - 1) times the density; the next term of the expansion adds a millionth of that.
      const expected = normalDensity(x) * (1 + ((x * x - 1) * step * step) / 6);
      expect(Math.abs(slope - expected)).toBeLessThanOrEqual(1e-10 * normalDensity(x) + UNIT / step);
    }
  });
});
