import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";
import { minimiseByNewton } from "./newton.ts";
import type { SmoothObjective } from "./smooth-objective.ts";

const rosenbrock: SmoothObjective = ([x, y], gradient) => {
  const valley = y - x * x;
  gradient[0] = -400 * x * valley - 2 * (1 - x);
  gradient[1] = 200 * valley;
  return 100 * valley * valley + (1 - x) * (1 - x);
};
const rosenbrockHessian = ([x, y]: Float64Array) => [
  [1200 * x * x - 400 * y + 2, -400 * x],
  [-400 * x, 200],
];

describe("minimiseByNewton", () => {
  it("solves a quadratic in one step", () => {
    const found = minimiseByNewton(
      ([x, y], gradient) => {
        gradient[0] = 2 * x + y - 1;
        gradient[1] = x + 4 * y + 2;
        return x * x + x * y + 2 * y * y - x + 2 * y;
      },
      {
        start: [100, -50],
        hessian: () => [
          [2, 1],
          [1, 4],
        ],
      },
    );
    expect(found.iterations).toBe(1);
    // The step of length 100 is subtracted from the start: some units in the last place of 100.
    expect(Math.abs(found.at[0] - 6 / 7)).toBeLessThan(1e-13);
    expect(Math.abs(found.at[1] + 5 / 7)).toBeLessThan(1e-13);
  });

  it.each([
    [-1.2, 1],
    [0, 0],
    [5, -30],
    [-3, 100],
  ])("finds Rosenbrock's minimum from (%d, %d), through its indefinite region", (x, y) => {
    const { at, value, gradientNorm } = minimiseByNewton(rosenbrock, { start: [x, y], hessian: rosenbrockHessian });
    expect(at[0]).toBeCloseTo(1, 9);
    expect(at[1]).toBeCloseTo(1, 9);
    expect(value).toBeLessThan(1e-18);
    expect(gradientNorm).toBeLessThanOrEqual(1e-10);
  });

  it("fits a logistic regression", () => {
    // Dose and response of 8 observations; reference: root of the score by mpmath 1.3 at 40 digits.
    const doses = [-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 3];
    const responses = [0, 0, 1, 0, 1, 0, 1, 1];
    const probability = (score: number) => 1 / (1 + exp(-score));
    const found = minimiseByNewton(
      ([intercept, slope], gradient) => {
        gradient.fill(0);
        let value = 0;
        doses.forEach((dose, i) => {
          const score = intercept + slope * dose;
          value += log1p(exp(score)) - responses[i] * score;
          gradient[0] += probability(score) - responses[i];
          gradient[1] += (probability(score) - responses[i]) * dose;
        });
        return value;
      },
      {
        start: [0, 0],
        hessian: ([intercept, slope]) => {
          const rows = [
            [0, 0],
            [0, 0],
          ];
          for (const dose of doses) {
            const p = probability(intercept + slope * dose);
            const weight = p * (1 - p);
            rows[0][0] += weight;
            rows[0][1] += weight * dose;
            rows[1][0] += weight * dose;
            rows[1][1] += weight * dose * dose;
          }
          return rows;
        },
        gradientTolerance: 1e-13,
      },
    );
    expect(found.at[0]).toBeCloseTo(-0.05625885551910323, 12);
    expect(found.at[1]).toBeCloseTo(0.9245251192545437, 12);
    expect(found.iterations).toBeLessThan(10);
  });

  it("shortens the step where the full one overshoots", () => {
    // log(e^x + e^-x): the plain Newton iteration diverges from |x| > 1.09.
    const found = minimiseByNewton(
      ([x], gradient) => {
        const odd = (1 - exp(-2 * x)) / (1 + exp(-2 * x));
        gradient[0] = odd;
        return log(exp(x) + exp(-x));
      },
      { start: [3], hessian: ([x]) => [[4 / ((exp(x) + exp(-x)) * (exp(x) + exp(-x)))]] },
    );
    expect(Math.abs(found.at[0])).toBeLessThan(1e-10);
  });

  it("keeps out of regions where the objective is infinite", () => {
    const found = minimiseByNewton(
      ([x], gradient) => {
        gradient[0] = 1 - 1 / x;
        return x <= 0 ? Infinity : x - log(x);
      },
      { start: [20], hessian: ([x]) => [[1 / (x * x)]] },
    );
    expect(found.at[0]).toBeCloseTo(1, 10);
  });

  it("solves any strictly convex quadratic", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 4, maxLength: 4 }),
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        ([a, b, c, d], coupling) => {
          const found = minimiseByNewton(
            ([x, y], gradient) => {
              gradient[0] = x - a + coupling * (y - b);
              gradient[1] = y - b + coupling * (x - a);
              return ((x - a) * (x - a) + (y - b) * (y - b)) / 2 + coupling * (x - a) * (y - b);
            },
            {
              start: [c, d],
              hessian: () => [
                [1, coupling],
                [coupling, 1],
              ],
            },
          );
          expect(found.at[0]).toBeCloseTo(a, 8);
          expect(found.at[1]).toBeCloseTo(b, 8);
        },
      ),
    );
  });

  it("throws with the gradient norm when it cannot converge", () => {
    const unbounded: SmoothObjective = ([x], gradient) => {
      gradient[0] = exp(x);
      return exp(x);
    };
    expect(() =>
      minimiseByNewton(unbounded, { start: [0], hessian: ([x]) => [[exp(x)]], maximumIterations: 5 }),
    ).toThrow(/minimiseByNewton did not converge: gradient norm .* after 5 iterations, wanted 1e-10/);
    const wrongGradient: SmoothObjective = ([x], gradient) => {
      gradient[0] = -2 * x;
      return x * x;
    };
    expect(() => minimiseByNewton(wrongGradient, { start: [1], hessian: () => [[2]] })).toThrow("did not converge");
  });

  it("refuses starts, tolerances and values that make no sense", () => {
    const hessian = rosenbrockHessian;
    expect(() => minimiseByNewton(rosenbrock, { start: [], hessian })).toThrow("start must be of at least one");
    expect(() => minimiseByNewton(rosenbrock, { start: [0, Number.NaN], hessian })).toThrow("start[1] must be finite");
    expect(() => minimiseByNewton(rosenbrock, { start: [0, 0], hessian, gradientTolerance: 0 })).toThrow(
      "gradientTolerance",
    );
    expect(() => minimiseByNewton(() => Number.NaN, { start: [0, 0], hessian })).toThrow(
      "the objective must be a number",
    );
    expect(() =>
      minimiseByNewton(
        (_, gradient) => {
          gradient[1] = Number.NaN;
          return 0;
        },
        { start: [0, 0], hessian },
      ),
    ).toThrow("the gradient at 1 must be finite, got NaN");
  });
});
