import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { stream } from "../random/stream.ts";
import { requireUnitNorms } from "./dataset.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { logisticLoss } from "./loss.ts";
import { riskSolver } from "./risk-solver.ts";

describe("the logistic sample", () => {
  it("has labels of the probability of its truth, on the line", () => {
    const rows = 20_000;
    const { features, labels } = sampleLogistic({ size: rows, truth: [1.5] }, stream(3, "line"));
    let agreed = 0;
    for (let i = 0; i < rows; i++) if (features[i] === labels[i]) agreed++;
    // 1 / (1 + e^-1.5) = 0.8176, five standard errors of 0.0027; 10 % off in the truth is 0.0217.
    expect(Math.abs(agreed / rows - 1 / (1 + exp(-1.5)))).toBeLessThan(0.0137);
  });

  it("leads the minimiser to its truth", () => {
    const truth = [4, -3, 2];
    const data = sampleLogistic({ size: 20_000, truth }, stream(3, "space"));
    requireUnitNorms(data);
    const { weights } = riskSolver(data, logisticLoss).solve({ regularisation: 1e-9 });
    // The inverse Fisher information of a sample of this size gives standard errors of about 0.05 a coordinate.
    truth.forEach((weight, j) => {
      expect(Math.abs(weights[j] - weight)).toBeLessThan(0.25);
    });
  });

  it("refuses a truth without weights", () => {
    expect(() => sampleLogistic({ size: 4, truth: [] }, stream(3))).toThrow("truth must be a list");
    expect(() => sampleLogistic({ size: 4, truth: [NaN] }, stream(3))).toThrow("truth[0] must be finite, got NaN");
  });
});
