import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import { log } from "./logarithm.ts";
import { expandBracket, findRoot } from "./root.ts";
import { cos, sin } from "./trigonometry.ts";

// Roots to 17 digits: mpmath 1.3 findroot at 40 digits.
const KNOWN: readonly (readonly [string, (x: number) => number, number, number, number])[] = [
  ["x^2 = 2", (x) => x * x - 2, 0, 2, Math.SQRT2],
  ["cos x = x", (x) => cos(x) - x, 0, 1, 0.7390851332151607],
  ["x e^x = 1", (x) => x * exp(x) - 1, -1, 3, 0.5671432904097838],
  ["x + ln x = 0", (x) => x + log(x), 1e-300, 1e6, 0.5671432904097838],
  ["x^3 - 2x = 5, Newton's own example", (x) => x * x * x - 2 * x - 5, 2, 3, 2.0945514815423265],
  ["x^3 - x = 1", (x) => x * x * x - x - 1, 1, 2, 1.324717957244746],
  ["x^x = 2", (x) => x * log(x) - log(2), 1, 10, 1.5596104694623694],
  ["e^-x = x^2", (x) => exp(-x) - x * x, 0, 1, 0.7034674224983917],
  ["tan x = x", (x) => sin(x) - x * cos(x), 4, 4.7, 4.493409457909064],
  ["Kepler's equation", (x) => x - 0.9 * sin(x) - 1, 0, 4, 1.8620866868745323],
  ["Wien's displacement", (x) => (x - 5) * exp(x) + 5, 1, 10, 4.965114231744276],
  ["2^x = 3", (x) => x * log(2) - log(3), -100, 100, 1.5849625007211563],
  ["ln x = 1", (x) => log(x) - 1, 1, 100, Math.E],
  ["1/x = 1e200", (x) => 1 / x - 1e200, 1e-300, 1, 1e-200],
];

describe("findRoot", () => {
  it.each(KNOWN)("finds the root of %s to four units in the last place", (_, f, lower, upper, root) => {
    expect(Math.abs(findRoot(f, { lower, upper }) - root)).toBeLessThanOrEqual(8 * Number.EPSILON * Math.abs(root));
  });

  it("finds roots at zero, of odd multiplicity and of steps", () => {
    expect(Math.abs(findRoot((x) => exp(x) - 1, { lower: -1, upper: 2 }))).toBeLessThan(1e-15);
    expect(findRoot((x) => x * x * x, { lower: -1, upper: 2, tolerance: 1e-9 })).toBeCloseTo(0, 9);
    expect(findRoot((x) => (x < 0.3 ? -1 : 1), { lower: 0, upper: 1 })).toBeCloseTo(0.3, 15);
    expect(Math.abs(findRoot((x) => (x < 0 ? -1 : 1), { lower: -1, upper: 3 }))).toBeLessThan(1e-300);
  });

  it("accepts an exact zero at either end without further calls", () => {
    let calls = 0;
    const f = (x: number) => {
      calls++;
      return x * (x - 1);
    };
    expect(findRoot(f, { lower: 0, upper: 0.5 })).toBe(0);
    expect(findRoot(f, { lower: 0.5, upper: 1 })).toBe(1);
    expect(calls).toBe(3);
  });

  it("works through infinite values of f", () => {
    expect(findRoot((x) => (x < 1 ? -Infinity : x - 2), { lower: 0, upper: 10 })).toBeCloseTo(2, 14);
  });

  it("stops at the tolerance asked for", () => {
    let calls = 0;
    const f = (x: number) => {
      calls++;
      return exp(x) - 2;
    };
    const rough = findRoot(f, { lower: 0, upper: 1, tolerance: 1e-3 });
    const roughCalls = calls;
    findRoot(f, { lower: 0, upper: 1 });
    expect(Math.abs(rough - log(2))).toBeLessThan(1e-3);
    expect(calls - roughCalls).toBeGreaterThan(roughCalls);
  });

  it("needs few evaluations where f is smooth, and not too many where it is flat", () => {
    let calls = 0;
    findRoot(
      (x) => {
        calls++;
        return cos(x) - x;
      },
      { lower: 0, upper: 1 },
    );
    expect(calls).toBeLessThanOrEqual(10);
    calls = 0;
    const ninthPower = (x: number) => x * x * x * x * x * x * x * x * x;
    findRoot(
      (x) => {
        calls++;
        return ninthPower(x - 1);
      },
      { lower: 0, upper: 5 },
    );
    expect(calls).toBeLessThan(300);
  });

  it("inverts any increasing cubic anywhere", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.double({ min: 0.01, max: 10, noNaN: true }),
        (root, slope) => {
          const target = root * root * root + slope * root;
          const found = findRoot((x) => x * x * x + slope * x - target, { lower: -200, upper: 300 });
          // f is computed to about 4 units of its largest term, and its slope is at least 3 root^2 + slope.
          const noise = (8 * Number.EPSILON * (Math.abs(target) + slope * Math.abs(root))) / (3 * root * root + slope);
          expect(Math.abs(found - root)).toBeLessThanOrEqual(noise + 8 * Number.EPSILON * Math.abs(root) + 1e-300);
        },
      ),
    );
  });

  it("refuses a bracket without a change of sign, showing it", () => {
    expect(() => findRoot((x) => x * x + 1, { lower: -1, upper: 2 })).toThrow(
      /the bracket must be one where f changes sign, got "f\(-1\) = 2 and f\(2\) = 5"/,
    );
  });

  it("refuses NaN from f, inverted and infinite brackets and a negative tolerance", () => {
    expect(() => findRoot(() => Number.NaN, { lower: 0, upper: 1 })).toThrow("f(0) must be a number, got NaN");
    expect(() => findRoot((x) => (x > 0.2 && x < 0.8 ? Number.NaN : x - 0.5), { lower: 0, upper: 1 })).toThrow(
      RangeError,
    );
    expect(() => findRoot((x) => x, { lower: 1, upper: -1 })).toThrow("upper must be above lower = 1, got -1");
    expect(() => findRoot((x) => x, { lower: -Infinity, upper: 1 })).toThrow("lower must be finite");
    expect(() => findRoot((x) => x, { lower: -1, upper: 1, tolerance: -1 })).toThrow("tolerance");
  });
});

describe("expandBracket", () => {
  it("widens until the sign changes, in either direction", () => {
    for (const root of [-1e9, -3, 0.5, 7, 1e12]) {
      const bracket = expandBracket((x) => x - root, { lower: 0, upper: 1 });
      expect(findRoot((x) => x - root, bracket)).toBeCloseTo(root, 3);
    }
  });

  it("never leaves the limits", () => {
    const seen: number[] = [];
    const f = (x: number) => {
      seen.push(x);
      return log(x) - 5;
    };
    const bracket = expandBracket(f, { lower: 1, upper: 2, minimum: 1e-3 });
    expect(findRoot((x) => log(x) - 5, bracket)).toBeCloseTo(exp(5), 10);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(1e-3);
  });

  it("refuses a function of one sign and limits inside the bracket", () => {
    expect(() => expandBracket(() => 1, { lower: 0, upper: 1, minimum: -10, maximum: 10 })).toThrow(
      'f must be of both signs within the limits, got "one sign on [-10, 10]"',
    );
    expect(() => expandBracket((x) => x, { lower: 0, upper: 1, minimum: 0.5 })).toThrow("minimum must be at most");
    expect(() => expandBracket((x) => x, { lower: 0, upper: 1, maximum: 0.5 })).toThrow("maximum must be at least");
  });
});
