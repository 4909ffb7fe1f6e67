import { describe, expect, it } from "vitest";
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
