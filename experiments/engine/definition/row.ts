/**
 * Row: one line of `cells.jsonl`, all that is kept of a cell.
 */
import type { z } from "zod";
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

/** Reads the word that a row has on an axis. */
export function cellText(axis: string): (row: CellRow) => string {
  return ({ cell }) => String(cell[axis]);
}

/** Reads a list of numbers that a row keeps among its values. */
export function storedList(name: string): (row: CellRow) => readonly number[] {
  return ({ values }) => {
    const list = values?.[name];
    return Array.isArray(list) ? list.map(Number) : [];
  };
}

/** Reads a value of a shape of its own that a row keeps, such as a curve of numbers by name, by its schema. */
export function storedAs<Value>(name: string, schema: z.ZodType<Value>): (row: CellRow) => Value {
  return ({ part, values }) => {
    const { success, data, error } = schema.safeParse(values?.[name]);
    if (success) return data;
    const [{ path, message }] = error.issues;
    throw new RangeError(`values of part ${part} must be as declared, got ${[name, ...path].join(".")}: ${message}`);
  };
}

/** Reads what a check of a row found. */
export function estimateOf(check: string): (row: CellRow) => number {
  return (row) => Number(checkOf(row, check).estimate);
}

/** Reads what the claim says, in a check of a row. */
export function theoryOf(check: string): (row: CellRow) => number {
  return (row) => Number(checkOf(row, check).theory);
}

/** Reads what a check of a row found, with its interval: `{ name: "releases", ...intervalOf("share") }`. */
export function intervalOf(check: string): Readonly<Record<"y" | "lower" | "upper", (row: CellRow) => number>> {
  return {
    y: estimateOf(check),
    lower: (row) => Number(checkOf(row, check).lower),
    upper: (row) => Number(checkOf(row, check).upper),
  };
}

function checkOf({ part, checks }: CellRow, name: string): Check {
  const check = checks[name];
  if (check !== undefined) return check;
  throw new RangeError(`check must be one of ${Object.keys(checks).join(", ")} in part ${part}, got "${name}"`);
}
