import { beforeAll, describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { type CellRow, defineExperiment } from "../kit.ts";
import { reconstructionFigures } from "./reconstruction-figures.ts";
import { reconstructionParts } from "./reconstruction-parts.ts";

const experiment = defineExperiment({
  id: "reconstruction",
  version: 1,
  title: "The parts on reconstruction, by themselves",
  area: "attacks",
  parts: reconstructionParts,
  figures: reconstructionFigures,
});

describe("reconstruction, at parameters of its own", () => {
  let rows: readonly CellRow[];
  beforeAll(async () => {
    rows = await experimentRows(experiment, {
      overrides: {
        "reconstruction-attack.records": [40],
        "reconstruction-attack.ratio": [3, 8],
        "reconstruction-draws.records": [17],
        "reconstruction-draws.noise": [0.7],
        "all-subsets.records": [7],
        "linear-programs.records": [7],
        halves: [3],
        draw: [77],
        "reconstruction-defence.epsilon": [0.07, 3.3],
        "reconstruction-defence.queries": [17, 300],
        persons: [11, 33],
        "census-noise.persons": [33],
        town: [19],
        "census-noise.epsilon": [0.4, 20],
      },
    });
  });

  const rowOf = (part: string, cell: Readonly<Record<string, number | string>>, control?: string): CellRow => {
    const row = rows.find(
      (each) =>
        each.part === part &&
        each.control === control &&
        Object.entries(cell).every(([axis, value]) => each.cell[axis] === value),
    );
    if (row === undefined) throw new RangeError(`no row of ${part} at ${JSON.stringify(cell)}`);
    return row;
  };
  const values = (row: CellRow) => row.values as Readonly<Record<string, number & readonly number[]>>;

  it("holds in every cell, and every control is caught in every cell", () => {
    const claims = rows.filter(({ control }) => control === undefined);
    expect(claims).toHaveLength(2 + 1 + 1 + 1 + 4 + 2 + 4); // the parts in the order above
    expectPromised(rows);
  });

  it("has the accuracies of the catalogue at eight queries a record", () => {
    const { curve, accuracy } = values(rowOf("reconstruction-attack", { records: 40, ratio: 8 }));
    const golden = [1, 0.996, 0.907, 0.746, 0.63];
    golden.forEach((share, k) => {
      expect(Math.abs(curve[k] - share)).toBeLessThan(5e-4);
      expect(Math.abs(accuracy[k] - share)).toBeLessThan(5e-3);
    });
  });

  it("has a defence below the limit and an attack beyond it", () => {
    const row = rowOf("reconstruction-defence", { epsilon: 3.3, queries: 300 });
    // 1 / (1 + e^-3.3)
    expect(row.checks.laplace.theory).toBeCloseTo(0.96442881, 7);
    expect(row.checks.laplace.estimate).toBeLessThan(0.7);
    expect(row.checks.gaussian.theory).toBeCloseTo(0.95052853, 7);
    expect(values(row).unsplit).toBeGreaterThan(0.999);
  });

  it("determines small blocks entirely, and little from noise", () => {
    expect(values(rowOf("census-reconstruction", { persons: 11 })).certain).toBe(1);
    expect(values(rowOf("census-reconstruction", { persons: 11 }))["one-list"]).toBe(1);
    expect(values(rowOf("census-noise", { epsilon: 0.4, noise: "laplace" })).common).toBeLessThan(0.25);
    expect(values(rowOf("census-noise", { epsilon: 20, noise: "gaussian" })).common).toBeGreaterThan(0.9);
    // Three tables, two counts of each: the budget is used up, and no more.
    const { estimate, theory } = rowOf("census-noise", { epsilon: 0.4, noise: "laplace" }).checks.budget;
    expect([estimate, theory]).toEqual([expect.closeTo(0.4, 9), 0.4]);
  });

  it("draws its figures from these rows", () => {
    for (const { parts, draw } of Object.values(reconstructionFigures)) {
      const own = rows.filter(({ part }) => parts === undefined || parts.includes(part));
      expect(draw(own).data.length).toBeGreaterThan(0);
    }
  });
});
