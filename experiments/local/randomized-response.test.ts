import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./randomized-response.ts";
import { surveyErrors } from "./survey-law.ts";

describe("the experiment on randomized response", () => {
  it("shows what erratum E17 claims and what is found: a mean of 0.3 is -0.2", async () => {
    const rows = await experimentRows(experiment, { size: "full", parts: ["estimator"], overrides: { epsilon: [1] } });
    const row = rows.find(({ control, cell }) => control === "estimator-of-the-notes" && cell.share === 0.3);
    expect(row?.checks.mean.theory).toBe(0.3);
    expect(row?.checks.mean.estimate).toBeCloseTo(-0.2, 12);
    expect(experiment.parts.estimator.controls["estimator-of-the-notes"].refutes).toEqual(["E17"]);
  });

  it.each([
    [0.1, 70.7],
    [0.5, 70],
    [1, 67.8],
  ])("has the ratio of the claim at epsilon %d and 10000 respondents, %d", async (epsilon, ratio) => {
    const overrides = { epsilon: [epsilon], respondents: [10_000] };
    const [row] = await experimentRows(experiment, { parts: ["local-vs-central"], overrides });
    expect(Math.abs((row.checks.ratio.estimate ?? 0) - ratio)).toBeLessThan(0.05);
  });

  it("has the prices of two coins, 4 at a share of a half, 9.33 at 0.1 and 76.8 at 0.01", async () => {
    const rows = await experimentRows(experiment, { size: "full", parts: ["estimator"], overrides: { epsilon: [1] } });
    for (const [share, price, digits] of [
      [0.5, 4, 9],
      [0.1, 9.33, 2],
      [0.01, 76.8, 1],
    ]) {
      const row = rows.find(({ control, cell }) => control === "variance-of-truth" && cell.share === share);
      const { estimate = 0, theory = 1 } = row?.checks.variance ?? {};
      expect(estimate / theory).toBeCloseTo(price, digits);
    }
  });

  it("sees a bias of a thousandth of the deviation: the sum is that sharp", () => {
    const law = (truth: number) => ({
      kind: "discrete" as const,
      support: [0, 1],
      logMass: (answer: number) => (answer === truth ? -0.2876820724517809 : -1.3862943611198906),
      neglected: 0,
    });
    const survey = { share: 0.3, respondents: 1000 };
    const moved = 1e-3 * Math.sqrt((0.21 + 0.75) / 1000);
    expect(surveyErrors({ law, estimate: (answers) => 2 * answers - 0.5 + moved }, survey).bias).toBeCloseTo(moved, 12);
  });
});

describe("the axes", () => {
  it.each([
    ["epsilon", 0],
    ["epsilon", 21],
    ["share", 1.5],
    ["respondents", 0.5],
  ])("refuse %s = %d", async (name, value) => {
    await expect(experimentRows(experiment, { overrides: { [name]: [value] } })).rejects.toThrow(
      `${name} must be as declared, got ${value}`,
    );
  });
});
