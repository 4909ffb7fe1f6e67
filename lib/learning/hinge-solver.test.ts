import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleBallNoise } from "../random/ball-noise.ts";
import { stream } from "../random/stream.ts";
import { dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { HINGE_GAP, minimiseHinge } from "./hinge-solver.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { hingeLoss } from "./loss.ts";

const floats = (...values: readonly number[]) => Float64Array.from(values);

describe("the hinge solver", () => {
  it.each([
    [1 / 20, [1.2, 0.8], 0.748],
    [1 / 4, [0.64, 0.56], 0.9096],
  ])(
    "finds what rational arithmetic finds by trying all sets of support vectors: Lambda = %d",
    (lambda, weights, value) => {
      const data = dataset({
        features: floats(0.6, 0, 0, -0.8, -0.3, 0.4, 0.5, 0.5, -0.6, -0.2),
        labels: floats(1, -1, -1, 1, 1),
        columns: 2,
      });
      const found = minimiseHinge(data, lambda);
      for (const [j, weight] of weights.entries()) expect(Math.abs(found.weights[j] - weight)).toBeLessThan(1e-12);
      expect(Math.abs(found.value - value)).toBeLessThan(1e-14);
    },
  );

  it("solves records of one feature in closed form, however many share a margin", () => {
    // All features 1, of which p are labelled 1 and the others -1: (p - q) / (n Lambda), but no further than the margin 1.
    for (const negative of [0, 1, 3]) {
      for (const lambda of [0.01, 0.3, 1, 3]) {
        const labels = Float64Array.from({ length: 7 }, (_, i) => (i < negative ? -1 : 1));
        const data = dataset({ features: new Float64Array(7).fill(1), labels, columns: 1 });
        const expected = Math.min(1, (7 - 2 * negative) / (7 * lambda));
        expect(Math.abs(minimiseHinge(data, lambda).weights[0] - expected)).toBeLessThan(1e-11);
      }
    }
  });

  it("certifies a gap below 1e-14, and no point nearby is lower by more than it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 6 }), fc.nat(), (rows, columns, seed) => {
        const random = stream(seed, "hinge");
        const data = sampleLogistic({ size: rows, truth: [4, -3, 2, 1, 0, 0].slice(0, columns) }, random);
        const risk = empiricalRisk({ data, loss: hingeLoss, regularisation: 0.02 });
        const { weights, value, gap } = minimiseHinge(data, 0.02);
        expect(gap).toBeLessThanOrEqual(HINGE_GAP);
        expect(Math.abs(risk.value(weights) - value)).toBeLessThan(1e-14);
        for (const scale of [1e-8, 1e-4, 0.1, 2]) {
          const noise = sampleBallNoise({ dimension: columns, scale }, random);
          expect(risk.value(weights.map((x, j) => x + noise[j]))).toBeGreaterThan(value - gap - 1e-14);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("refuses labels that are no signs, and no penalty", () => {
    const data = dataset({ features: floats(1), labels: floats(0.5), columns: 1 });
    expect(() => minimiseHinge(data, 1)).toThrow("labels[0] must be -1 or 1");
    expect(() => minimiseHinge(dataset({ features: floats(1), labels: floats(1), columns: 1 }), 0)).toThrow(
      "regularisation must be positive",
    );
  });
});
