import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import { log } from "./logarithm.ts";
import { findMinimum, goldenSection } from "./minimum.ts";
import { cos, sin } from "./trigonometry.ts";

// Locations and values to 17 digits: mpmath 1.3 findroot of the derivative at 40 digits.
const KNOWN: readonly (readonly [string, (x: number) => number, number, number, number, number])[] = [
  ["x^2", (x) => x * x, -1, 3, 0, 0],
  ["(x - 2)^2 + 1", (x) => (x - 2) * (x - 2) + 1, -10, 10, 2, 1],
  ["x ln x", (x) => x * log(x), 0.01, 4, 0.36787944117144233, -0.36787944117144233],
  ["x^x", (x) => exp(x * log(x)), 0.01, 4, 0.36787944117144233, 0.6922006275553464],
  ["e^x + x^2", (x) => exp(x) + x * x, -5, 5, -0.35173371124919584, 0.8271840261275243],
  ["x sin x", (x) => x * sin(x), 3, 7, 4.913180439434884, -4.814469889712269],
  ["-sin x", (x) => -sin(x), 0, 3, 1.5707963267948966, -1],
  [
    "x^4 - 3x^2 + x on the right",
    (x) => x * x * x * x - 3 * x * x + x,
    0.3,
    3,
    1.1309011226299859,
    -1.0702301817761541,
  ],
  ["x^4 - 3x^2 + x on the left", (x) => x * x * x * x - 3 * x * x + x, -3, 0, -1.300839565941577, -3.513905038934789],
  ["x + 1/x", (x) => x + 1 / x, 0.1, 50, 1, 2],
  ["cosh-like e^x + e^-x", (x) => exp(x) + exp(-x), -20, 30, 0, 2],
  ["-x e^-x", (x) => -x * exp(-x), 0, 10, 1, -0.36787944117144233],
  ["1 - cos(x - 1)", (x) => 1 - cos(x - 1), -1, 3, 1, 0],
];

describe.each([
  ["findMinimum", findMinimum],
  ["goldenSection", goldenSection],
] as const)("%s", (_, minimise) => {
  it.each(KNOWN)("finds the minimum of %s", (_name, f, lower, upper, at, value) => {
    const found = minimise(f, { lower, upper });
    // Twice the default tolerance: once for it, once for the flatness of f.
    expect(Math.abs(found.at - at)).toBeLessThanOrEqual(3e-8 * Math.max(Math.abs(lower), Math.abs(upper)));
    expect(found.value).toBe(f(found.at));
    expect(Math.abs(found.value - value)).toBeLessThanOrEqual(1e-12);
  });

  it("locates a corner to the tolerance, where no parabola fits", () => {
    const { at } = minimise((x) => Math.abs(x - 1 / 3), { lower: -1, upper: 1, tolerance: 1e-12 });
    expect(Math.abs(at - 1 / 3)).toBeLessThanOrEqual(1e-12);
  });

  it("goes to the end of the range where f is monotone", () => {
    expect(minimise((x) => x, { lower: 2, upper: 5, tolerance: 1e-9 }).at - 2).toBeLessThan(2e-9);
    expect(5 - minimise((x) => -x, { lower: 2, upper: 5, tolerance: 1e-9 }).at).toBeLessThan(2e-9);
  });

  it("bears infinite values on one side", () => {
    const f = (x: number) => (x <= 0 ? Infinity : x - log(x));
    expect(Math.abs(minimise(f, { lower: -1, upper: 3 }).at - 1)).toBeLessThan(3e-7);
  });

  it("finds the vertex of any parabola inside the range", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -9, max: 9, noNaN: true }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (at, steepness) => {
          const found = minimise((x) => steepness * (x - at) * (x - at), { lower: -10, upper: 10 });
          expect(Math.abs(found.at - at)).toBeLessThanOrEqual(3e-7);
        },
      ),
    );
  });

  it("refuses NaN from f, inverted ranges and a tolerance that is not positive", () => {
    expect(() => minimise(() => Number.NaN, { lower: 0, upper: 1 })).toThrow("must be a number, got NaN");
    expect(() => minimise((x) => x, { lower: 1, upper: 1 })).toThrow("upper must be above lower = 1, got 1");
    expect(() => minimise((x) => x, { lower: 0, upper: Infinity })).toThrow("upper must be finite");
    expect(() => minimise((x) => x, { lower: 0, upper: 1, tolerance: 0 })).toThrow("tolerance must be positive");
  });
});

describe("the two methods", () => {
  it("Brent's needs fewer evaluations where f is smooth", () => {
    const f = (x: number) => exp(x) + x * x;
    const search = { lower: -5, upper: 5 };
    expect(findMinimum(f, search).evaluations).toBeLessThan(goldenSection(f, search).evaluations / 2);
  });
});
