import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./generalisation.ts";

describe("the experiment on generalisation", () => {
  it("finds E|mean - 1/2| = 0.25 from the bare mean of three bits, which is P of the numbers of ones by hand", async () => {
    const rows = await experimentRows(experiment, { parts: ["robust-perfect-generalization"] });
    const [bare] = rows.filter(({ control, cell }) => control === "bare-mean" && cell.size === 3 && cell.values === 2);
    // (2 / 8) (1/2) + (6 / 8) (1/6) = 1/4.
    expect(bare.checks["largest-gap"].estimate).toBeCloseTo(0.25, 12);
    expect(bare.checks["largest-gap"].theory).toBeCloseTo(0.0124993, 6);
  });

  it("finds the gap of one bit and the choice among its four subsets", async () => {
    const [row] = await experimentRows(experiment, {
      parts: ["dp-generalization-expectation"],
      overrides: { size: [1], values: [2], epsilon: [1] },
    });
    // Weights e^(1/2) for the two subsets with the record, 1 for the two without; only {record} and {other} have a gap, of 1/2 and -1/2.
    const root = Math.sqrt(Math.E);
    expect(row.checks.sharp.estimate).toBeCloseTo((root - 1) / (2 * root + 2) / 2, 12);
  });
});
