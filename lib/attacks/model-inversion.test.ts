import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataset } from "../learning/dataset.ts";
import { exp } from "../numerics/exponential.ts";
import { leastSquares } from "../numerics/linear-algebra.ts";
import { log } from "../numerics/logarithm.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { modelInversion } from "./model-inversion.ts";

const moderate = fc.double({ min: -3, max: 3, noNaN: true });

describe("model inversion", () => {
  it("has the posterior odds of two normal densities and the prior", () => {
    const given = fc.record({
      weights: fc.tuple(moderate, moderate, moderate),
      features: fc.tuple(moderate, moderate, moderate),
      column: fc.integer({ min: 0, max: 2 }),
      label: moderate,
      prior: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      sigma: fc.double({ min: 0.5, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(given, ({ weights, features, column, label, prior, sigma }) => {
        const density = (value: number) => {
          const x = features.with(column, value);
          const residual = (label - weights.reduce((sum, w, j) => sum + w * x[j], 0)) / sigma;
          return exp(-(residual * residual) / 2);
        };
        const expected = log((prior * density(1)) / ((1 - prior) * density(-0.5)));
        const attack = modelInversion({ weights, column, values: [-0.5, 1], prior, sigma });
        expect(attack.logOdds(features, label)).toBeCloseTo(expected, 8);
        if (Math.abs(expected) > 1e-9) expect(attack.guess(features, label)).toBe(expected > 0 ? 1 : -0.5);
      }),
    );
  });

  it("is right about every member of a model that has as many weights as records, and not about others", () => {
    const random = stream(20261115, "model-inversion");
    const columns = 6;
    const records = (rows: number) => {
      const features = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(rows * columns), random);
      for (let i = 0; i < rows; i++) features[i * columns] = features[i * columns] > 0 ? 1 : -1;
      return dataset({ features, labels: fillNormal({ mean: 0, sigma: 1 }, new Float64Array(rows), random), columns });
    };
    const [members, others] = [records(columns), records(400)];
    const matrix = Array.from({ length: columns }, (_, i) => members.features.subarray(i * columns, (i + 1) * columns));
    const weights = leastSquares(matrix, members.labels);
    const attack = modelInversion({ weights, column: 0, values: [-1, 1], prior: 0.5, sigma: 1 });
    expect(attack.success(members)).toBe(1);
    expect(Math.abs(attack.success(others) - 0.5)).toBeLessThan(0.12);
  });

  it.each([
    [{ weights: [] }, "column must be below the number of weights (0), got 0"],
    [{ weights: [1, Number.NaN] }, "weights[1] must be finite, got NaN"],
    [{ column: 2 }, "column must be below the number of weights (2), got 2"],
    [{ values: [1, 1] }, "values must be two different ones, got 1"],
    [{ prior: 1 }, "prior must be strictly between 0 and 1, got 1"],
    [{ sigma: 0 }, "sigma must be positive and finite, got 0"],
  ])("refuses %j", (change, message) => {
    const good = { weights: [1, 2], column: 0, values: [0, 1], prior: 0.5, sigma: 1 };
    expect(() => modelInversion({ ...good, ...change } as never)).toThrow(new RangeError(message));
  });

  it("shows no record that it refuses", () => {
    const attack = modelInversion({ weights: [1, 2], column: 0, values: [0, 1], prior: 0.5, sigma: 1 });
    expect(() => attack.guess([0, Infinity], 1)).toThrow("features[1] must be finite, got a value that is not shown");
    const bad = dataset({ features: Float64Array.of(0.3, 1), labels: Float64Array.of(1), columns: 2 });
    expect(() => attack.success(bad)).toThrow(
      "feature 0 of record 0 must be one of the two values, got a value that is not shown",
    );
  });
});
