import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logAddExp, logOneMinusExp, logSubExp, logSumExp } from "./log-sum.ts";
import { log } from "./logarithm.ts";
import { type ReferencePoint, readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const reference = readReference("log-sum.json");
const logarithm = fc.double({ min: -1e4, max: 1e4, noNaN: true });

/** The largest error over the stated scale: the result, or the largest finite argument where that is further from 0. */
function worstScaledError(points: ReferencePoint[], f: (values: number[]) => number): number {
  const errors = points.map(({ arguments: values, value: wanted }) => {
    const got = f(values);
    if (got === wanted) return 0;
    const top = Math.max(...values);
    return Math.abs(got - wanted) / Math.max(Math.abs(wanted), Math.abs(top));
  });
  return Math.max(...errors);
}

describe("sums of logarithms", () => {
  it.each([
    ["logSumExp", logSumExp],
    ["logAddExp", ([a, b]: number[]) => logAddExp(a, b)],
    ["logSubExp", ([a, b]: number[]) => logSubExp(a, b)],
  ] as const)("%s is within 1e-15 of the reference on its scale", (name, f) => {
    expect(reference[name].length).toBeGreaterThanOrEqual(200);
    expect(worstScaledError(reference[name], f)).toBeLessThan(1e-15);
  });

  it("logOneMinusExp is relatively within 1e-15 of the reference, denormals included", () => {
    expect(reference.logOneMinusExp.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.logOneMinusExp, logOneMinusExp);
    expect(worst).toSatisfy(() => worst.error < 1e-15);
  });

  it("counts -Infinity as no mass and an empty sum as none", () => {
    expect(logSumExp([])).toBe(-Infinity);
    expect(logSumExp([-Infinity, -Infinity])).toBe(-Infinity);
    expect(logSumExp(new Float64Array([-Infinity, 3]))).toBe(3);
    expect(logAddExp(-Infinity, -Infinity)).toBe(-Infinity);
    expect(logAddExp(-Infinity, 2)).toBe(2);
    expect(logSubExp(2, -Infinity)).toBe(2);
    expect(logSubExp(-Infinity, -Infinity)).toBe(-Infinity);
    expect(logSubExp(2, 2)).toBe(-Infinity);
    expect([logOneMinusExp(0), logOneMinusExp(-Infinity)]).toEqual([-Infinity, -0]);
  });

  it("keeps a million tiny terms beside a large one", () => {
    const values = new Float64Array(1_000_001).fill(-37);
    values[500_000] = 0;
    // log(1 + 1e6 e^-37), by mpmath; a running sum that begins with 1 keeps nothing of it.
    expect(logSumExp(values) / 8.533047625380001e-11).toBeCloseTo(1, 14);
  });

  it("is the logarithm of the count for equal terms, at any height", () => {
    fc.assert(
      fc.property(logarithm, fc.integer({ min: 1, max: 50 }), (value, count) => {
        const sum = logSumExp(new Array(count).fill(value));
        expect(Math.abs(sum - (value + log(count)))).toBeLessThanOrEqual(4e-16 * (Math.abs(value) + log(count)));
      }),
    );
  });

  it("adds in pairs what it adds at once, and takes away what was added", () => {
    fc.assert(
      fc.property(logarithm, logarithm, (a, b) => {
        const sum = logAddExp(a, b);
        expect(sum).toBe(logAddExp(b, a));
        expect(sum).toBe(logSumExp([a, b]));
        const larger = Math.max(a, b);
        const smaller = Math.min(a, b);
        // Cancellation of the smaller from the sum loses at most a factor 2 of the larger.
        const scale = 1 + Math.abs(a) + Math.abs(b);
        expect(Math.abs(logSubExp(sum, smaller) - larger)).toBeLessThanOrEqual(4e-15 * scale);
      }),
    );
  });

  it("refuses Infinity, NaN and a negative difference by name", () => {
    expect(() => logSumExp([0, Number.NaN])).toThrow(
      new RangeError("values[1] must be a number below Infinity, got NaN"),
    );
    expect(() => logSumExp([Infinity])).toThrow(RangeError);
    expect(() => logAddExp(0, Infinity)).toThrow(new RangeError("b must be a number below Infinity, got Infinity"));
    expect(() => logSubExp(1, 2)).toThrow(new RangeError("b must be at most a (1), got 2"));
    expect(() => logSubExp(Number.NaN, 2)).toThrow(new RangeError("a must be a number below Infinity, got NaN"));
    expect(() => logOneMinusExp(1e-300)).toThrow(new RangeError("x must be at most 0, got 1e-300"));
    expect(() => logOneMinusExp(Number.NaN)).toThrow(RangeError);
  });
});
