/**
 * What every experiment promises of the rows of a run: its claims hold in every cell, and every control is caught in every cell.
 */
import { expect } from "vitest";
import type { CellRow } from "../experiments/engine/definition/row.ts";
import { outcomeOf } from "../experiments/engine/format/outcome.ts";

/** `notRefuted` are parts that can only be refuted, never shown. What fails is named by its part, control and cell. */
export function expectPromised(rows: readonly CellRow[], notRefuted: readonly string[] = []): void {
  const wanted = ({ part, control }: CellRow) =>
    control !== undefined ? "violated" : notRefuted.includes(part) ? "not-refuted" : "holds";
  expect(rows.filter((row) => row.verdict !== wanted(row))).toEqual([]);
  const { parts, passed } = outcomeOf(rows);
  expect(parts.filter(({ controls }) => Object.keys(controls).length === 0)).toEqual([]);
  expect(passed).toBe(true);
}
