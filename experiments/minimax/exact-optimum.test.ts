import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../engine/definition/row.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import experiment from "./minimax-bounds.ts";

const of = (part: string, overrides: Record<string, readonly unknown[]>) =>
  experimentRows(experiment, { parts: [part], overrides });

function requirePassed(rows: readonly CellRow[]): void {
  const { parts, passed } = outcomeOf(rows);
  expect(parts.map(({ verdict }) => verdict)).toEqual(["holds"]);
  expect(parts.flatMap(({ controls }) => Object.values(controls))).toEqual(["caught", "caught"]);
  expect(passed).toBe(true);
}

const number = (row: CellRow | undefined, name: string) => Number(row?.values?.[name]);

describe("the exact optimum", () => {
  it("lies between bounds and mechanisms at other sizes and epsilons, with every control caught", async () => {
    const rows = await of("exact-minimax", { bits: [1, 4, 17], epsilon: [0.01, 0.7, 10] });
    requirePassed(rows);
    expect(rows.filter(({ control }) => control === undefined)).toHaveLength(18);
  });

  // By a finer grid, 161: 0.124012 to 0.124040 and 0.144573 to 0.144598; scipy 1.17.1 on the grid of 41: 0.1237567, 0.1444692.
  it.each([
    [10, 1, 0.1237567, 0.12401, 0.12404],
    [20, 0.3, 0.1444692, 0.14457, 0.1446],
  ])("of %i bits at epsilon %f contains that of a finer grid", async (bits, epsilon, onGrid, above, below) => {
    const rows = await of("exact-minimax", { bits: [bits], epsilon: [epsilon], model: ["central"] });
    const row = rows.find(({ control }) => control === undefined);
    expect(number(row, "lower")).toBeCloseTo(onGrid, 6);
    expect(number(row, "lower")).toBeLessThan(above);
    expect(number(row, "upper")).toBeGreaterThan(below);
  });
});

describe("the geometric mechanism", () => {
  it("is as good as the best for other users, sizes and epsilons, with every control caught", async () => {
    requirePassed(await of("geometric-universal", { user: [77, 1003], largest: [2, 9], epsilon: [0.01, 0.8, 5] }));
  });
});
