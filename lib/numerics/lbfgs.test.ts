import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import { minimiseByLbfgs } from "./lbfgs.ts";
import { log1p } from "./logarithm.ts";
import { minimiseByNewton } from "./newton.ts";
import type { SmoothObjective } from "./smooth-objective.ts";

/** The sum over consecutive pairs of 100 (y - x^2)^2 + (1 - x)^2, least at (1, ..., 1). */
const rosenbrock: SmoothObjective = (at, gradient) => {
  gradient.fill(0);
  let value = 0;
  for (let i = 0; i + 1 < at.length; i++) {
    const valley = at[i + 1] - at[i] * at[i];
    const away = 1 - at[i];
    value += 100 * valley * valley + away * away;
    gradient[i] += -400 * at[i] * valley - 2 * away;
    gradient[i + 1] += 200 * valley;
  }
  return value;
};

function quadratic(curvatures: readonly number[]): SmoothObjective {
  return (at, gradient) => {
    let value = 0;
    for (let i = 0; i < at.length; i++) {
      gradient[i] = curvatures[i] * (at[i] - i);
      value += (gradient[i] * (at[i] - i)) / 2;
    }
    return value;
  };
}

/** Mean logistic loss plus a ridge, on a fixed design of `count` rows. */
function logistic(count: number, dimension: number): SmoothObjective {
  const design = Array.from({ length: count }, (_, i) =>
    Float64Array.from({ length: dimension }, (_, j) => (((i * 37 + j * 61 + i * j) % 101) - 50) / 50),
  );
  const labels = design.map((row, i) => (row[0] - row[1] + ((i % 7) - 3) / 3 > 0 ? 1 : -1));
  return (at, gradient) => {
    gradient.fill(0);
    let value = 0;
    design.forEach((row, i) => {
      let score = 0;
      for (let j = 0; j < dimension; j++) score += row[j] * at[j];
      const margin = labels[i] * score;
      const decay = exp(-Math.abs(margin));
      value += (Math.max(-margin, 0) + log1p(decay)) / count;
      const weight = (-labels[i] * (margin >= 0 ? decay : 1)) / (1 + decay) / count;
      for (let j = 0; j < dimension; j++) gradient[j] += weight * row[j];
    });
    for (let j = 0; j < dimension; j++) {
      value += 0.005 * at[j] * at[j];
      gradient[j] += 0.01 * at[j];
    }
    return value;
  };
}

describe("minimiseByLbfgs", () => {
  it.each([2, 10, 100])("finds Rosenbrock's minimum in %d dimensions", (dimension) => {
    const start = Float64Array.from({ length: dimension }, (_, i) => (i % 2 === 0 ? -1.2 : 1));
    const { at, value, gradientNorm } = minimiseByLbfgs(rosenbrock, { start });
    expect(gradientNorm).toBeLessThanOrEqual(1e-8);
    // In more dimensions there is a second, worse minimum near (-1, 1, ..., 1); from this start it is not met.
    expect(value).toBeLessThan(1e-15);
    for (const coordinate of at) expect(coordinate).toBeCloseTo(1, 7);
  });

  it.each([1e2, 1e4, 1e6])("solves a quadratic of condition %d", (condition) => {
    const curvatures = Array.from({ length: 30 }, (_, i) => 1 + (condition - 1) * (i / 29) * (i / 29) * (i / 29));
    const { at } = minimiseByLbfgs(quadratic(curvatures), {
      start: new Float64Array(30).fill(-7),
      gradientTolerance: 1e-9,
    });
    at.forEach((coordinate, i) => {
      expect(Math.abs(coordinate - i)).toBeLessThan(1e-8);
    });
  });

  it("agrees with Newton on a logistic regression", () => {
    const dimension = 5;
    const objective = logistic(200, dimension);
    const quick = minimiseByLbfgs(objective, { start: new Float64Array(dimension), gradientTolerance: 1e-12 });
    const central = (at: Float64Array) => {
      const rows = Array.from({ length: dimension }, () => new Float64Array(dimension));
      for (let i = 0; i < dimension; i++) {
        const [up, down] = [Float64Array.from(at), Float64Array.from(at)];
        up[i] += 1e-5;
        down[i] -= 1e-5;
        const [above, below] = [new Float64Array(dimension), new Float64Array(dimension)];
        objective(up, above);
        objective(down, below);
        for (let j = 0; j < dimension; j++) rows[i][j] = (above[j] - below[j]) / 2e-5;
      }
      return rows.map((row, i) => row.map((entry, j) => (entry + rows[j][i]) / 2));
    };
    const careful = minimiseByNewton(objective, {
      start: new Float64Array(dimension),
      hessian: central,
      gradientTolerance: 1e-12,
    });
    // The ridge makes the objective 0.01-strongly convex: a gradient of 1e-12 puts each within 1e-10 of the minimum.
    for (let j = 0; j < dimension; j++) expect(Math.abs(quick.at[j] - careful.at[j])).toBeLessThan(2e-10);
    expect(quick.iterations).toBeLessThan(60);
  });

  it("handles a thousand variables", () => {
    const curvatures = Array.from({ length: 1000 }, (_, i) => 1 + i / 10);
    const { at, evaluations } = minimiseByLbfgs(quadratic(curvatures), { start: new Float64Array(1000) });
    expect(Math.abs(at[999] - 999)).toBeLessThan(1e-8);
    expect(evaluations).toBeLessThan(200);
  });

  it("works with a memory of one step, and is faster with ten", () => {
    const start = [-1.2, 1, -1.2, 1];
    const short = minimiseByLbfgs(rosenbrock, { start, memory: 1 });
    const long = minimiseByLbfgs(rosenbrock, { start, memory: 10 });
    expect(short.value).toBeLessThan(1e-15);
    expect(long.evaluations).toBeLessThan(short.evaluations);
  });

  it("returns at once from a stationary start", () => {
    expect(minimiseByLbfgs(quadratic([1, 1]), { start: [0, 1] })).toMatchObject({ iterations: 0, evaluations: 1 });
  });

  it("gets within rounding of the minimum of a quartic, whose Hessian vanishes there", () => {
    const quartic: SmoothObjective = (at, gradient) => {
      let value = 0;
      for (let i = 0; i < at.length; i++) {
        gradient[i] = 4 * at[i] * at[i] * at[i];
        value += at[i] * at[i] * at[i] * at[i];
      }
      return value;
    };
    const { at } = minimiseByLbfgs(quartic, { start: [3, -2, 1] });
    for (const coordinate of at) expect(Math.abs(coordinate)).toBeLessThan(2e-3);
  });

  it("returns the same bits whenever it is run", () => {
    const run = () => minimiseByLbfgs(logistic(50, 3), { start: [0, 0, 0] }).at;
    expect([...run()]).toEqual([...run()]);
  });

  it("solves any diagonal quadratic", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 50, noNaN: true }), { minLength: 1, maxLength: 8 }),
        (curvatures) => {
          const { at } = minimiseByLbfgs(quadratic(curvatures), { start: curvatures.map(() => 3) });
          // gradient = curvature * distance, so the distance is at most tolerance / curvature.
          at.forEach((coordinate, i) => {
            expect(Math.abs(coordinate - i)).toBeLessThanOrEqual(1.01e-7);
          });
        },
      ),
    );
  });

  it("throws when there is no minimum, or too little time", () => {
    const falling: SmoothObjective = ([x], gradient) => {
      gradient[0] = -exp(-x / 1e6);
      return 1e6 * exp(-x / 1e6);
    };
    expect(() => minimiseByLbfgs(falling, { start: [0], maximumIterations: 3, gradientTolerance: 1e-300 })).toThrow(
      /minimiseByLbfgs did not converge: gradient norm .* after 3 iterations, wanted 1e-300/,
    );
    const wrongGradient: SmoothObjective = ([x], gradient) => {
      gradient[0] = -2 * x;
      return x * x;
    };
    expect(() => minimiseByLbfgs(wrongGradient, { start: [1] })).toThrow("did not converge");
  });

  it("refuses starts and settings that make no sense", () => {
    expect(() => minimiseByLbfgs(rosenbrock, { start: [] })).toThrow("start must be of at least one coordinate");
    expect(() => minimiseByLbfgs(rosenbrock, { start: [0, 0], memory: 0 })).toThrow(
      "memory must be an integer of at least 1",
    );
    expect(() => minimiseByLbfgs(rosenbrock, { start: [0, 0], gradientTolerance: -1 })).toThrow("gradientTolerance");
    expect(() => minimiseByLbfgs(() => Infinity, { start: [0] })).toThrow("the objective at start must be finite");
  });
});
