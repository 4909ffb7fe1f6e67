/**
 * Runs of: how many runs the means of a figure are over, in words for its caption.
 */
import { type CellRow, distinct } from "../kit.ts";

export function runsOf(rows: readonly CellRow[]): string {
  const counts = distinct(rows.map(({ trials }) => Number(trials))).toSorted((a, b) => a - b);
  return `${counts.map((count) => count.toLocaleString("en-US")).join(" or ")} runs`;
}
