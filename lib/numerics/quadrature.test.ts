import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp, expm1 } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";
import { type Integration, integrate } from "./quadrature.ts";
import { cos, sin } from "./trigonometry.ts";

const PI = Math.PI;
type Case = readonly [string, (x: number) => number, Integration, number];

// Closed forms, evaluated by mpmath 1.3 at 40 digits.
const KNOWN: readonly Case[] = [
  ["e^x cos x on [0, 1]", (x) => exp(x) * cos(x), { lower: 0, upper: 1 }, 1.3780246135473637],
  ["Runge's 1 / (1 + 25 x^2)", (x) => 1 / (1 + 25 * x * x), { lower: -1, upper: 1 }, 0.5493603067780063],
  ["sin 100x on [0, 1]", (x) => sin(100 * x), { lower: 0, upper: 1 }, 0.0013768112771231607],
  ["cos(sin x) on [0, pi]", (x) => cos(sin(x)), { lower: 0, upper: PI }, 2.403939430634413],
  ["sqrt x", Math.sqrt, { lower: 0, upper: 1 }, 2 / 3],
  ["x^-1/2, singular at 0", (x) => 1 / Math.sqrt(x), { lower: 0, upper: 1 }, 2],
  ["ln x / sqrt x, singular at 0", (x) => log(x) / Math.sqrt(x), { lower: 0, upper: 1 }, -4],
  ["(ln x)^2", (x) => log(x) * log(x), { lower: 0, upper: 1 }, 2],
  ["ln(1 + x) / x", (x) => log1p(x) / x, { lower: 0, upper: 1 }, 0.8224670334241132],
  ["|x - 1/3| with its kink", (x) => Math.abs(x - 1 / 3), { lower: 0, upper: 1, kinks: [1 / 3] }, 5 / 18],
  ["|x - 1/3| without", (x) => Math.abs(x - 1 / 3), { lower: 0, upper: 1 }, 5 / 18],
  ["a step at 0.3", (x) => (x < 0.3 ? 1 : 0), { lower: 0, upper: 1 }, 0.3],
  ["e^-x^2 on the line", (x) => exp(-x * x), { lower: -Infinity, upper: Infinity }, 1.772453850905516],
  ["1 / (1 + x^2) on the line", (x) => 1 / (1 + x * x), { lower: -Infinity, upper: Infinity }, PI],
  [
    "x / (e^x - 1) on the half-line",
    (x) => (x > 700 ? 0 : x / expm1(x)),
    { lower: 0, upper: Infinity },
    1.6449340668482264,
  ],
  ["x^3 / (e^x - 1)", (x) => (x > 700 ? 0 : (x * x * x) / expm1(x)), { lower: 0, upper: Infinity }, 6.493939402266829],
  ["e^-x cos x", (x) => (x > 700 ? 0 : exp(-x) * cos(x)), { lower: 0, upper: Infinity }, 0.5],
  ["the normal tail beyond 3", (x) => exp((-x * x) / 2), { lower: 3, upper: Infinity }, 0.0033836925739527276],
  ["the normal tail below -3", (x) => exp((-x * x) / 2), { lower: -Infinity, upper: -3 }, 0.0033836925739527276],
  ["e^-x / x from 1", (x) => exp(-x) / x, { lower: 1, upper: Infinity }, 0.21938393439552026],
  ["x^-2 from 1", (x) => 1 / (x * x), { lower: 1, upper: Infinity }, 1],
  [
    "e^-|x| |x - 1| with both kinks",
    (x) => exp(-Math.abs(x)) * Math.abs(x - 1),
    { lower: -Infinity, upper: Infinity, kinks: [1, 0] },
    2.7357588823428847,
  ],
  [
    "a peak at a thousand, named as a kink",
    (x) => exp(-Math.abs(x - 1000)),
    { lower: -Infinity, upper: Infinity, kinks: [1000] },
    2,
  ],
];

describe("integrate", () => {
  it.each(KNOWN)("integrates %s within the error it states", (_, f, integration, expected) => {
    const { value, error } = integrate(f, integration);
    expect(error).toBeLessThanOrEqual(1e-10 * Math.abs(value));
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(error);
  });

  it("is exact, in one application of its rule, for polynomials up to degree 31", () => {
    for (let degree = 0; degree <= 31; degree++) {
      const monomial = (x: number) => {
        let power = 1;
        for (let i = 0; i < degree; i++) power *= x;
        return power;
      };
      const { value, evaluations } = integrate(monomial, {
        lower: 0,
        upper: 1,
        relativeTolerance: 1,
        absoluteTolerance: 1,
      });
      expect(evaluations).toBe(21);
      expect(Math.abs(value * (degree + 1) - 1)).toBeLessThanOrEqual(8 * Number.EPSILON);
    }
  });

  it("is not exact for degree 34, so the degrees above test the rule", () => {
    const even = (x: number) => {
      let power = 1;
      for (let i = 0; i < 34; i++) power *= x;
      return power;
    };
    const { value } = integrate(even, { lower: -1, upper: 1, relativeTolerance: 1, absoluteTolerance: 1 });
    expect(Math.abs((value * 35) / 2 - 1)).toBeGreaterThan(1e-12);
  });

  it("reaches 2e-14 where f is smooth", () => {
    const { value } = integrate((x) => exp(x), { lower: 0, upper: 1, relativeTolerance: 2e-14 });
    expect(Math.abs(value - 1.718281828459045)).toBeLessThan(4e-16);
  });

  it("spends less with the kink named than without", () => {
    const f = (x: number) => Math.abs(x - 1 / 3);
    const named = integrate(f, { lower: 0, upper: 1, kinks: [1 / 3] });
    expect(named.evaluations).toBe(42);
    expect(integrate(f, { lower: 0, upper: 1 }).evaluations).toBeGreaterThan(10 * named.evaluations);
  });

  it("counts its evaluations", () => {
    let calls = 0;
    const { evaluations } = integrate(
      (x) => {
        calls++;
        return Math.sqrt(Math.abs(x));
      },
      { lower: -1, upper: 2, kinks: [1.5] },
    );
    expect(calls).toBe(evaluations);
  });

  it("changes sign with the direction, and vanishes on an empty range", () => {
    expect(integrate(exp, { lower: 1, upper: 0 }).value).toBe(-integrate(exp, { lower: 0, upper: 1 }).value);
    expect(integrate(exp, { lower: 1, upper: 1 })).toEqual({ value: 0, error: 0, evaluations: 0 });
  });

  it("adds up over a split range", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (cut, kink) => {
          const f = (x: number) => exp(-x * x) + Math.abs(x - kink);
          const over = (lower: number, upper: number) => integrate(f, { lower, upper, kinks: [kink] });
          const [left, right, whole] = [over(-4, cut), over(cut, 4), over(-4, 4)];
          expect(Math.abs(left.value + right.value - whole.value)).toBeLessThanOrEqual(
            left.error + right.error + whole.error,
          );
        },
      ),
    );
  });

  it("throws, with what it has, when the tolerance is out of reach", () => {
    expect(() => integrate((x) => 1 / x, { lower: 0, upper: 1, maximumIntervals: 200 })).toThrow(
      /did not reach its tolerance on \[0, 1\]/,
    );
    expect(() => integrate(sin, { lower: 0, upper: 1000, maximumIntervals: 3 })).toThrow("3 intervals were used");
    expect(() => integrate(exp, { lower: 0, upper: 1, relativeTolerance: 1e-15 })).toThrow("rounding errors forbid it");
    expect(() => integrate(sin, { lower: -1, upper: 1 })).toThrow("rounding errors forbid it");
  });

  it("finds an integral of zero when an absolute tolerance is given", () => {
    expect(Math.abs(integrate(sin, { lower: -1, upper: 1, absoluteTolerance: 1e-12 }).value)).toBeLessThan(1e-15);
  });

  it("refuses NaN ends, values of f that are not finite, bad tolerances and kinks", () => {
    expect(() => integrate(exp, { lower: Number.NaN, upper: 1 })).toThrow("lower must be a number, got NaN");
    expect(() => integrate((x) => 1 / x, { lower: -1, upper: 1 })).toThrow("f(0) must be finite, got Infinity");
    expect(() => integrate(exp, { lower: 0, upper: 1, relativeTolerance: -1 })).toThrow("relativeTolerance");
    expect(() => integrate(exp, { lower: 0, upper: 1, kinks: [Number.NaN] })).toThrow("kinks[0] must be finite");
    expect(() => integrate(exp, { lower: 0, upper: 1, maximumIntervals: 0 })).toThrow("maximumIntervals");
  });
});
