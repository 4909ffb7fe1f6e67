import { describe, expect, it } from "vitest";
import { controlRows } from "../../testing/control-rows.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./inverse-sensitivity.ts";

describe("the experiment on inverse sensitivity", () => {
  it("has the golden losses of the full exponent: 1.14384, 1.28396 and 1.46309 at epsilon 1 (claim ism-discrete)", async () => {
    const rows = await controlRows(experiment, {
      ...{ part: "ism-discrete", control: "full-exponent", overrides: { epsilon: [1] } },
    });
    const found = rows.map(({ checks }) => checks.epsilon.estimate);
    [1.14384, 1.28396, 1.46309].forEach((golden, k) => {
      expect(found[k]).toBeCloseTo(golden, 5);
    });
  });

  it("has the golden tails 0.5622, 0.4378 and 0.764 beside the printed ones (claim ism-mean, E21)", async () => {
    const tails = { part: "ism-mean", control: "printed-tail" };
    const [large] = await controlRows(experiment, {
      ...tails,
      overrides: { epsilon: [0.5], size: [1000], share: [0.5] },
    });
    expect(large.checks["at-the-mean"]).toMatchObject({ theory: 0.5 });
    expect(large.checks["at-the-mean"].estimate).toBeCloseTo(0.5622, 4);
    expect(large.checks["one-above"].theory).toBeCloseTo(0.3894, 4);
    expect(large.checks["one-above"].estimate).toBeCloseTo(0.4378, 4);
    const [small] = await controlRows(experiment, {
      ...tails,
      overrides: { epsilon: [0.5], size: [20], share: [0.1] },
    });
    expect(small.checks["at-the-mean"].estimate).toBeCloseTo(0.764, 3);
  });

  it("has the golden losses of the mean at its ends, 0.714 and 0.0953, and 1.209 with the full exponent", async () => {
    const rows = await experimentRows(experiment, {
      parts: ["ism-mean"],
      overrides: { epsilon: [1, 0.1], size: [1500] },
    });
    const ends = rows.filter(({ control }) => control === undefined).map(({ checks }) => checks["loss-at-the-end"]);
    expect(ends[0].estimate).toBeCloseTo(0.714, 3);
    expect(ends[1].estimate).toBeCloseTo(0.0953, 4);
    const full = rows.find(
      ({ control, cell }) => control === "full-exponent" && cell.epsilon === 1 && cell.size === 200,
    );
    expect(full?.checks.epsilon.estimate).toBeCloseTo(1.209, 3);
  });

  it("has the golden loss 5.18 of a median that leaves out ties (claim ism-smoothed)", async () => {
    const [row] = await controlRows(experiment, {
      ...{ part: "ism-smoothed", control: "uncounted-ties", overrides: { epsilon: [1] } },
    });
    expect(row.checks.epsilon.estimate).toBeCloseTo(5.18, 2);
  });
});
