import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../engine/definition/row.ts";
import experiment from "./minimax-bounds.ts";

const of = (part: string, overrides: Record<string, readonly unknown[]>) =>
  experimentRows(experiment, { parts: [part], overrides });

const number = (row: CellRow | undefined, name: string) => Number(row?.values?.[name]);

describe("the exact optimum", () => {
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
