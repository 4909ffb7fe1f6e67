import { describe, expect, it } from "vitest";
import { controlRows } from "../../testing/control-rows.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { defineExperiment } from "../kit.ts";
import { anonymityFigures } from "./anonymity-figures.ts";
import { anonymityParts } from "./anonymity-parts.ts";

const experiment = defineExperiment({
  id: "anonymity",
  version: 1,
  title: "Differencing, linkage, k-anonymity and model inversion",
  area: "attacks",
  parts: anonymityParts,
  figures: anonymityFigures,
});

const rowsOf = (part: string, overrides: Readonly<Record<string, readonly unknown[]>>, seed = 11) =>
  experimentRows(experiment, { parts: [part], overrides, seed });

describe("the experiments on anonymity", () => {
  it.each([
    ["differencing-attack", { epsilon: [0.05, 10], people: [0, 1] }],
    ["linkage-attack", { people: [1, 2, 777, 3000], cells: [1, 2, 2999] }],
    ["k-anonymity", { k: [2, 4], values: [2, 4] }],
    ["model-inversion", { records: [1, 2, 17], share: [0, 0.37, 1], epsilon: [0.01, 0.7, 20] }],
  ])("hold exactly at other parameters: %s", async (part, overrides) => {
    const rows = (await rowsOf(part, overrides)).filter(({ control }) => control === undefined);
    expect(rows.length).toBeGreaterThan(1);
    for (const { cell, verdict } of rows) expect(verdict, JSON.stringify(cell)).toBe("holds");
  });

  it.each([
    ["differencing-draws", { epsilon: [0.2, 6] }],
    ["linkage-registers", { people: [50], years: [100] }],
    ["inversion-models", { epsilon: [20] }],
  ])("hold where they draw, at other parameters and another seed: %s", async (part, overrides) => {
    for (const { control, cell, verdict } of await rowsOf(part, overrides, 3))
      expect(verdict, JSON.stringify(cell)).toBe(control === undefined ? "holds" : "violated");
  });

  it.each([
    ["differencing-attack", "exact-counts", { epsilon: [0.05, 10], minimum: [0, 20] }],
    ["differencing-attack", "minimum-size-protects", { minimum: [0, 20] }],
    ["differencing-draws", "half-of-the-noise", { epsilon: [0.4, 6] }],
    ["linkage-attack", "names-removed", { people: [1, 1000], cells: [100, 3000] }],
    ["linkage-attack", "cells-suffice", { people: [2, 3000] }],
    ["linkage-registers", "nobody-named", { people: [50], years: [20] }],
    ["k-anonymity", "inference-bounded", { k: [2, 10] }],
    ["k-anonymity", "two-releases", { k: [2, 10] }],
    ["k-anonymity", "diversity-bounds", { k: [3, 10] }],
    ["model-inversion", "memorising", { share: [0.3, 0.7], epsilon: [0.01, 1.5] }],
    ["model-inversion", "success-bounded", { epsilon: [0.5, 2] }],
    ["inversion-models", "least-squares", { epsilon: [0.01, 1] }],
  ])("catch a control of %s at the ends of its axes: %s", async (part, control, overrides) => {
    const rows = await controlRows(experiment, { part, control, overrides });
    for (const { cell, verdict } of rows) expect(verdict, JSON.stringify(cell)).toBe("violated");
  });

  it("have the success of the claim at epsilon 1: 0.6209 of at most 0.7311", async () => {
    const [row] = await rowsOf("differencing-attack", { epsilon: [1], people: [0] });
    expect(row.checks.difference.estimate).toBeCloseTo(0.6209, 4);
    expect(row.checks.bound.theory).toBeCloseTo(0.7311, 4);
    expect(row.checks.answers.estimate).toBeCloseTo(0.6967, 4);
  });

  it("have a share of people alone near 1/e where there are as many cells as people", async () => {
    const [row] = await rowsOf("linkage-attack", { law: ["equal"], people: [1000], cells: [1000] });
    expect(row.checks.unique.estimate).toBeCloseTo(0.3681, 4);
  });

  it("reveal the value of 1 in 16 people of homogeneous classes of five, with two values, and of 31 in 256 by two releases", async () => {
    const [row] = await rowsOf("k-anonymity", { k: [5], values: [2] });
    expect(row.checks.homogeneity.estimate).toBe(1 / 16);
    expect(row.checks.intersection.estimate).toBe(31 / 256);
  });

  it("have figures from their quick rows", async () => {
    const rows = await experimentRows(experiment, {
      parts: ["differencing-attack", "linkage-attack", "k-anonymity", "model-inversion"],
      overrides: { epsilon: [0.5, 2], records: [1], share: [0, 0.5], k: [2], values: [2] },
    });
    for (const { draw, parts } of Object.values(anonymityFigures))
      expect(draw(rows.filter(({ part }) => parts.includes(part))).caption.length).toBeGreaterThan(100);
  });
});
