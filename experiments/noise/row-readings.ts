/**
 * Readings of stored rows that the figures on noise share.
 */
import type { CellRow } from "../kit.ts";

export const storedList = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];
export const estimateOf = (check: string) => (row: CellRow) => Number(row.checks[check].estimate);

/** The rows that have the values of the first one along these axes. */
export function alike(rows: readonly CellRow[], axes: readonly string[]): readonly CellRow[] {
  return rows.filter(({ cell }) => axes.every((axis) => cell[axis] === rows[0].cell[axis]));
}
