import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { minimiseByNewton } from "../numerics/newton.ts";
import { sampleBallNoise } from "../random/ball-noise.ts";
import { fillSphere } from "../random/sphere.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { hingeLoss, huberHingeLoss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";
import { riskSolver } from "./risk-solver.ts";

const floats = (...values: readonly number[]) => Float64Array.from(values);
const random = stream(20261115, "risk-solver");

function sample(rows: number, columns: number): Dataset {
  const features = fillSphere(columns, new Float64Array(rows * columns), random);
  const labels = Float64Array.from({ length: rows }, (_, i) => {
    const prediction = 4 * features[i * columns] - 3 * features[i * columns + columns - 1];
    return sampleUniform(random) < 1 / (1 + exp(-prediction)) ? 1 : -1;
  });
  return dataset({ features, labels, columns });
}

function distance(left: Float64Array, right: ArrayLike<number>): number {
  return Math.sqrt(left.reduce((sum, x, j) => sum + (x - right[j]) * (x - right[j]), 0));
}

describe("the risk solver", () => {
  it("finds the minimisers that 40 digits find", () => {
    // mpmath findroot on the gradient.
    const line = dataset({ features: floats(0.5, -1, 0.25, 0.75), labels: floats(1, -1, -1, 1), columns: 1 });
    const one = riskSolver(line, logisticLoss).solve({ regularisation: 0.1 });
    expect(Math.abs(one.weights[0] - 1.202382239431058)).toBeLessThan(1e-9); // 1e-10 over the strong convexity
    expect(Math.abs(one.value - 0.546069341053788)).toBeLessThan(1e-15);
    const plane = dataset({
      features: floats(0.6, 0, 0, -0.8, -0.3, 0.4, 0.5, 0.5, -0.6, -0.2),
      labels: floats(1, -1, -1, 1, -1),
      columns: 2,
    });
    const two = riskSolver(plane, logisticLoss).solve({ regularisation: 0.05, tilt: floats(0.02, -0.03) });
    expect(distance(two.weights, [1.719296363369742, 1.2284159832923136])).toBeLessThan(2e-9);
  });

  it.each([logisticLoss, huberHingeLoss(0.5), huberHingeLoss(0.01), squaredLoss(10), linearLoss])(
    "drives the gradient of $name loss below 1e-10, as the definition computes it",
    (loss) => {
      for (const [rows, columns] of [
        [1, 1],
        [40, 3],
        [600, 2],
        [900, 8],
      ] as const) {
        const data = sample(rows, columns);
        const risk = empiricalRisk({ data, loss, regularisation: 0.01 });
        const { weights, value, gradientNorm } = riskSolver(data, loss).solve({ regularisation: 0.01 });
        const gradient = new Float64Array(columns);
        expect(risk.gradient(weights, gradient)).toBeCloseTo(value, 12);
        expect(distance(gradient, new Float64Array(columns))).toBeLessThan(1.01e-10);
        expect(gradientNorm).toBeLessThanOrEqual(1e-10);
      }
    },
  );

  it("agrees with Newton's method of lib/numerics", () => {
    const data = sample(500, 4);
    const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.02 });
    const hessian = new Float64Array(16);
    const other = minimiseByNewton(risk.gradient, {
      start: new Float64Array(4),
      hessian: (at) => {
        risk.hessian(at, new Float64Array(4), hessian);
        return [0, 4, 8, 12].map((from) => hessian.slice(from, from + 4));
      },
    });
    const { weights } = riskSolver(data, logisticLoss).solve({ regularisation: 0.02 });
    expect(distance(weights, other.at)).toBeLessThan(1e-8); // two gradients of 1e-10 over 0.02
  });

  it("solves the same problem alike whatever it solved before and wherever it starts", () => {
    const data = sample(800, 5);
    const solver = riskSolver(data, logisticLoss);
    const first = solver.solve({ regularisation: 0.01 });
    for (let k = 0; k < 20; k++) {
      const tilt = sampleBallNoise({ dimension: 5, scale: k < 10 ? 0.002 : 0.3 }, random);
      const regularisation = k % 2 === 0 ? 0.01 : 0.05;
      const warm = solver.solve({ regularisation, tilt, start: first.weights });
      const cold = riskSolver(data, logisticLoss).solve({ regularisation, tilt });
      expect(distance(warm.weights, cold.weights)).toBeLessThan(2e-10 / regularisation);
    }
    expect(solver.solve({ regularisation: 0.01, start: first.weights }).weights).toEqual(first.weights);
  });

  it("needs few passes: a handful of gradients from nearby, two Hessians from nowhere", () => {
    const data = sample(4000, 5);
    const solver = riskSolver(data, logisticLoss);
    const cold = solver.solve({ regularisation: 0.01 });
    expect(cold.gradients).toBeLessThanOrEqual(9);
    expect(cold.hessians).toBeLessThanOrEqual(3);
    const tilt = sampleBallNoise({ dimension: 5, scale: 2 / 4000 }, random);
    const warm = solver.solve({ regularisation: 0.01, tilt, start: cold.weights });
    expect(warm.gradients).toBeLessThanOrEqual(8);
    expect(warm.hessians).toBe(0);
  });

  it("bears noise of absurd size", () => {
    const data = sample(100, 3);
    for (const scale of [1, 1e3, 1e8]) {
      const tilt = sampleBallNoise({ dimension: 3, scale }, random);
      const { weights, gradientNorm } = riskSolver(data, logisticLoss).solve({ regularisation: 0.01, tilt });
      expect(weights.every(Number.isFinite)).toBe(true);
      expect(gradientNorm).toBeLessThanOrEqual(Math.max(1e-10, 1e-13 * scale * 100));
    }
  });

  it("converges where the terms of the risk cancel, so that its rounding is large beside its value", () => {
    // 19 records say the first coordinate; with this tilt the risk at the minimum is 2.5e-5, its terms are near 0.7.
    const features = new Float64Array(40).map((_, k) => (k % 2 === 0 ? 1 : 0));
    features.set([-0.6, -0.8], 38);
    const data = dataset({ features, labels: new Float64Array(20).fill(1), columns: 2 });
    const tilt = floats(0.7149723610653013 / 20, -4.510913884664586 / 20);
    const { gradientNorm, value } = riskSolver(data, logisticLoss).solve({ regularisation: 0.05, tilt });
    expect(gradientNorm).toBeLessThanOrEqual(1e-10);
    expect(value).toBeLessThan(1e-4);
  });

  it("refuses a loss with kinks, no penalty, and a tilt that is not a finite vector", () => {
    const data = sample(4, 2);
    expect(() => riskSolver(data, hingeLoss)).toThrow("loss must be one with a bounded curvature");
    const solver = riskSolver(data, logisticLoss);
    expect(() => solver.solve({ regularisation: 0 })).toThrow("regularisation must be positive and finite, got 0");
    expect(() => solver.solve({ regularisation: 1, tilt: floats(1) })).toThrow(
      "tilt must be a Float64Array of length 2",
    );
    expect(() => solver.solve({ regularisation: 1, start: floats(1, NaN) })).toThrow("start[1] must be finite");
  });
});
