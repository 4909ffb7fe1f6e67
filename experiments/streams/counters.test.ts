import { beforeAll, describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../kit.ts";
import experiment from "./streams.ts";

const PARTS = ["counter-naive", "tree-aggregation", "tree-crossing", "matrix-factorisation"];

describe("the experiment on streams, of counters", () => {
  let rows: readonly CellRow[];
  beforeAll(async () => {
    rows = await experimentRows(experiment, {
      parts: PARTS,
      overrides: {
        "counter-naive.horizon": [1, 57],
        "counter-naive.epsilon": [0.01, 10],
        "counter-naive.price": [0.05, 2],
        "counter-naive.slack": [1e-8],
        "tree-aggregation.horizon": [2, 5, 16, 1000, 1023],
        "tree-aggregation.epsilon": [0.02, 1, 9],
        "tree-crossing.horizon": [3, 300, 977],
        "matrix-factorisation.horizon": [2, 5, 64, 1000],
      },
    });
  });

  it("holds at parameters of its own, and catches every control in every cell", () => {
    expectPromised(rows);
    expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(PARTS));
  });

  const found = (part: string, cell: Readonly<Record<string, number>>) => {
    const row = rows.find(
      (each) =>
        each.part === part &&
        each.control === undefined &&
        Object.entries(cell).every(([axis, value]) => each.cell[axis] === value),
    );
    if (row === undefined) throw new RangeError(`no row of ${part} at ${JSON.stringify(cell)}`);
    return row;
  };

  it("has the golden values of the tree: 10 levels, variance 1200, mean 987.6 at T = 1000", () => {
    const row = found("tree-aggregation", { horizon: 1000, epsilon: 1 });
    expect(row.values?.levels).toBe(10);
    expect(row.checks["last-variance"].estimate).toBe(1200);
    const rms = Number(row.values?.rms);
    expect(Math.abs(rms * rms - 987.6)).toBeLessThan(0.05);
  });

  it("composes by transform, also one sum alone: its delta at its own epsilon, which is 0, is at most 5.43e-10", async () => {
    const overrides = { horizon: [1], epsilon: [1], price: [1], slack: [1e-6] };
    const [{ checks }] = await experimentRows(experiment, { parts: ["counter-naive"], overrides });
    expect(checks["composed-delta"].estimate).toBeCloseTo(5.431277e-10, 15);
  });

  it("finds what the errata leave out: 1.5 epsilon at T = 4, and an exact price above the notes'", () => {
    const controls = (name: string) => rows.filter(({ control }) => control === name);
    const four = controls("levels-of-a-power-of-two").find(({ cell }) => cell.exponent === 2 && cell.epsilon === 1);
    expect(four?.checks.epsilon.estimate).toBe(1.5);
    const prices = controls("logarithm-outside-the-root");
    expect(prices.length).toBeGreaterThan(0);
    for (const { checks } of prices) expect(Number(checks.price.estimate)).toBeGreaterThan(Number(checks.price.theory));
  });
});
