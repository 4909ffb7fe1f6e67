import { describe, expect, it } from "vitest";
import { fillNormal } from "../random/normal.ts";
import { fillSphere } from "../random/sphere.ts";
import { stream } from "../random/stream.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { huberHingeLoss, type Loss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";

const random = stream(20261115, "empirical-risk");

function sample(rows: number, columns: number): Dataset {
  const features = fillSphere(columns, new Float64Array(rows * columns), random);
  const labels = Float64Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? -1 : 1));
  return dataset({ features, labels, columns });
}

/** Value, gradient and Hessian straight from the definition. */
function naive(data: Dataset, loss: Loss, regularisation: number, weights: Float64Array) {
  const d = data.columns;
  const rows = Array.from({ length: data.rows }, (_, i) => data.features.slice(i * d, (i + 1) * d));
  const predictions = rows.map((row) => row.reduce((sum, x, j) => sum + x * weights[j], 0));
  const mean = (of: (row: Float64Array, prediction: number, label: number) => number) =>
    rows.reduce((sum, row, i) => sum + of(row, predictions[i], data.labels[i]), 0) / data.rows;
  return {
    value:
      mean((_, p, y) => loss.value(p, y)) +
      0.5 * regularisation * weights.reduce((sum, weight) => sum + weight * weight, 0),
    gradient: Array.from(
      weights,
      (weight, j) => mean((x, p, y) => loss.derivative(p, y) * x[j]) + regularisation * weight,
    ),
    hessian: Array.from({ length: d * d }, (_, at) => {
      const [j, k] = [Math.floor(at / d), at % d];
      return mean((x, p, y) => loss.curvature(p, y) * x[j] * x[k]) + (j === k ? regularisation : 0);
    }),
  };
}

describe("the empirical risk", () => {
  it.each([logisticLoss, huberHingeLoss(0.5), squaredLoss(3), linearLoss])(
    "of $name loss is its definition, in blocks of any size",
    (loss) => {
      for (const [rows, columns] of [
        [1, 1],
        [256, 3],
        [257, 2],
        [700, 5],
      ] as const) {
        const data = sample(rows, columns);
        const weights = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(columns), random);
        const risk = empiricalRisk({ data, loss, regularisation: 0.1 });
        const gradient = new Float64Array(columns);
        const hessian = new Float64Array(columns * columns);
        const expected = naive(data, loss, 0.1, weights);
        const bound = 8 * rows * Number.EPSILON; // sums of n terms below 4
        expect(Math.abs(risk.hessian(weights, gradient, hessian) - expected.value)).toBeLessThan(bound);
        for (const [j, entry] of expected.gradient.entries()) expect(Math.abs(entry - gradient[j])).toBeLessThan(bound);
        for (const [at, entry] of expected.hessian.entries()) expect(Math.abs(entry - hessian[at])).toBeLessThan(bound);
        const again = new Float64Array(columns);
        expect(risk.gradient(weights, again)).toBe(risk.value(weights));
        expect(again).toEqual(gradient);
      }
    },
  );

  it("refuses labels of another kind, a negative penalty and arrays of the wrong length", () => {
    const data = dataset({ features: Float64Array.of(0.5), labels: Float64Array.of(0.5), columns: 1 });
    expect(() => empiricalRisk({ data, loss: logisticLoss, regularisation: 0 })).toThrow("labels[0] must be -1 or 1");
    expect(() => empiricalRisk({ data, loss: squaredLoss(1), regularisation: -1 })).toThrow("regularisation must be");
    const risk = empiricalRisk({ data, loss: squaredLoss(1), regularisation: 0 });
    expect(() => risk.value(new Float64Array(2))).toThrow("weights must be a Float64Array of length 1");
  });
});
