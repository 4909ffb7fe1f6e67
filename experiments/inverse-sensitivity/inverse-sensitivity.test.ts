import { describe, expect, it } from "vitest";
import { controlRows } from "../../testing/control-rows.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import experiment from "./inverse-sensitivity.ts";

describe("the experiment on inverse sensitivity", () => {
  it("holds at parameters of its own, and its controls are caught in every cell", async () => {
    const rows = await experimentRows(experiment, {
      overrides: {
        epsilon: [0.07, 1.7],
        size: [3],
        values: [2, 5],
        "inverse-sensitivity.values": [4],
        "ism-mean.size": [7, 310],
        radius: [0.004, 0.6],
        "median-accuracy.records": [23],
        delta: [0.02],
      },
    });
    const { parts, passed } = outcomeOf(rows);
    expect(parts.map(({ part, verdict }) => `${part} ${verdict}`)).toEqual(
      Object.keys(experiment.parts).map((part) => `${part} holds`),
    );
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
    expect(passed).toBe(true);
  });

  it("holds at the ends of its ranges", async () => {
    const rows = [
      ...(await experimentRows(experiment, {
        parts: ["inverse-sensitivity", "ism-discrete", "ism-quarter-optimal", "ism-mean", "ism-smoothed"],
        overrides: {
          epsilon: [0.01, 10],
          size: [2],
          values: [3],
          "ism-mean.size": [2, 401],
          records: [1, 3],
          radius: [0, 1],
        },
      })),
      ...(await experimentRows(experiment, {
        parts: ["median-accuracy", "smooth-sensitivity"],
        overrides: {
          epsilon: [0.05, 4],
          "median-accuracy.records": [11, 501],
          "smooth-sensitivity.records": [3],
          delta: [1e-9, 0.1],
        },
      })),
    ];
    expect(rows.filter(({ control, verdict }) => control === undefined && verdict !== "holds")).toEqual([]);
  });

  it.each([
    ["inverse-sensitivity", "full-exponent", { epsilon: [0.01, 10] }],
    ["ism-discrete", "full-exponent", { epsilon: [0.01, 10] }],
    ["ism-quarter-optimal", "constant-is-more-often-right", { epsilon: [0.01, 10], size: [1, 5], values: [2, 6] }],
    ["ism-mean", "printed-tail", { epsilon: [0.01, 0.96, 10], size: [2, 3, 401], share: [0, 0.3, 0.5] }],
    ["ism-mean", "full-exponent", { epsilon: [0.01, 10], size: [2, 3, 401] }],
    ["ism-smoothed", "uncounted-ties", { epsilon: [0.01, 10] }],
    ["median-accuracy", "atoms-without-smoothing", { epsilon: [0.05, 4], records: [11, 501] }],
    ["smooth-sensitivity", "local-sensitivity", { epsilon: [0.05, 4] }],
    ["smooth-sensitivity", "no-smoothing-of-beta", { epsilon: [0.5, 4], delta: [1e-9, 0.01] }],
  ])("catches the control of %s, %s, at the ends of its axes", async (part, control, overrides) => {
    const rows = await controlRows(experiment, { part, control, overrides });
    expect(rows.filter(({ verdict }) => verdict !== "violated")).toEqual([]);
  });

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
