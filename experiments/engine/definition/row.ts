/**
 * Row: one line of `cells.jsonl`, all that is kept of a cell.
 */
import type { VerdictWord } from "../../../lib/statistics/verdict.ts";
import type { Json } from "../text/canonical-json.ts";
import type { AxisValue } from "./axis.ts";
import type { Check } from "./judgement.ts";

export interface CellRow {
  readonly part: string;
  /** The control's name; absent in a row of the claim itself. */
  readonly control?: string;
  readonly claim: string;
  readonly cell: Readonly<Record<string, AxisValue>>;
  readonly verdict: VerdictWord;
  readonly checks: Readonly<Record<string, Check>>;
  readonly values?: Readonly<Record<string, Json>>;
  /** Absent where the cell is exact. */
  readonly trials?: number;
  readonly errorRate?: number;
}

/** The rows of a part that speak of its claim, not of its controls. */
export function claimRows(rows: readonly CellRow[], part: string): readonly CellRow[] {
  return rows.filter((row) => row.part === part && row.control === undefined);
}

/** The values without repetitions, in the order in which they first come. */
export function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

/** Reads the number that a row has on an axis: `rows.map(cellNumber("epsilon"))`. */
export function cellNumber(axis: string): (row: CellRow) => number {
  return ({ cell }) => Number(cell[axis]);
}

/** Reads a number that a row keeps among its values: `rows.map(storedNumber("variance"))`. */
export function storedNumber(name: string): (row: CellRow) => number {
  return ({ values }) => Number(values?.[name]);
}
