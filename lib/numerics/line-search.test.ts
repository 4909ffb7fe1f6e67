import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchLine } from "./line-search.ts";
import { evaluate, norm, type SmoothObjective } from "./smooth-objective.ts";

const bowl: SmoothObjective = ([x], gradient) => {
  gradient[0] = 2 * x;
  return x * x;
};

function startAt(objective: SmoothObjective, at: Float64Array) {
  const gradient = new Float64Array(at.length);
  const value = objective(at, gradient);
  return { at, value, gradient, direction: gradient.map((slope) => -slope) };
}

describe("searchLine", () => {
  it("takes a first step that is good enough, with one evaluation", () => {
    const found = searchLine(bowl, { ...startAt(bowl, Float64Array.of(1)), firstStep: 0.5 });
    expect(found).toMatchObject({ step: 0.5, value: 0, evaluations: 1 });
  });

  it("satisfies both Wolfe conditions whatever the first step", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (firstStep, x) => {
          const double: SmoothObjective = ([at], gradient) => {
            gradient[0] = 4 * at * (at * at - 1);
            return (at * at - 1) * (at * at - 1);
          };
          const start = startAt(double, Float64Array.of(x));
          fc.pre(norm(start.gradient) > 1e-3);
          const found = searchLine(double, { ...start, firstStep });
          const slope = start.gradient[0] * start.direction[0];
          expect(found.value).toBeLessThanOrEqual(start.value + 1e-4 * found.step * slope + 1e-15);
          expect(found.gradient[0] * start.direction[0]).toBeGreaterThanOrEqual(0.9 * slope);
        },
      ),
    );
  });

  it("backs out of a region where the objective is infinite", () => {
    const walled: SmoothObjective = ([x], gradient) => {
      gradient[0] = 2 * x;
      return x < -1 ? Infinity : x * x;
    };
    const found = searchLine(walled, { ...startAt(walled, Float64Array.of(1)), firstStep: 100 });
    expect(found.value).toBeLessThan(1);
    expect(found.step).toBeGreaterThan(0);
  });

  it("says by a step of 0 that a direction leads up", () => {
    const start = startAt(bowl, Float64Array.of(1));
    // A gradient of the wrong sign makes uphill look like downhill.
    const found = searchLine(bowl, {
      ...start,
      gradient: Float64Array.of(-2),
      direction: Float64Array.of(2),
      firstStep: 1,
    });
    expect(found.step).toBe(0);
    expect(found.at).toBe(start.at);
  });
});

describe("norm", () => {
  it("neither overflows nor underflows", () => {
    expect(norm(Float64Array.of(3e200, -4e200))).toBeCloseTo(5e200, -190);
    expect(norm(Float64Array.of(3e-200, 4e-200)) / 5e-200).toBeCloseTo(1, 14);
    expect(norm(Float64Array.of(0, 0))).toBe(0);
  });
});

describe("evaluate", () => {
  it("lets Infinity pass as a forbidden point and refuses minus infinity", () => {
    expect(evaluate(() => Infinity, Float64Array.of(0), Float64Array.of(Number.NaN))).toBe(Infinity);
    expect(() => evaluate(() => -Infinity, Float64Array.of(0), Float64Array.of(0))).toThrow(
      "the objective must be a number",
    );
  });
});
