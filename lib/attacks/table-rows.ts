/**
 * Rows of a table for an attacker: the codes of chosen columns, row by row, none left out.
 *
 * Limits: refuses an empty table, columns twice or unknown, and columns whose rows without a value are left out, since rows could
 * not be told apart by number.
 */
import { type Column, declaredColumn, quoted } from "../data/domain.ts";
import { exactCount, exactRows, type Table } from "../data/table.ts";
import { refuse, refuseData, requireInteger } from "../numerics/requirements.ts";

/** Refuses what is no table, and a table of nobody. */
export function requireRows(table: Table): void {
  if (exactCount(table, "rows") === 0) refuseData("the number of rows of the table", "at least 1");
}

/** The values of each column, as the table keeps them: numbers, places in the list of categories, 0 and 1 for flags. */
export function rowCodes(table: Table, columns: readonly string[]): Float64Array[] {
  requireRows(table);
  if (!Array.isArray(columns) || columns.length === 0) refuse("columns", "an array of at least one column", columns);
  for (const [k, name] of columns.entries()) {
    const { missing } = declaredColumn(table.domain, name);
    if (columns.indexOf(name) !== k) refuse(`columns[${k}]`, "named once", name);
    if (missing === "drop") refuse(`columns[${k}]`, 'declared without `missing: "drop"`', name);
  }
  return exactRows(table, columns);
}

const MOST_VALUES = 10_000;

/** The values that a column may have, as text, by their place: of a category, a flag or an integer. */
export function declaredValues(
  table: Table,
  name: string,
): { readonly labels: readonly string[]; readonly first: number } {
  const column = declaredColumn(table.domain, name);
  if (column.kind === "category") return { labels: column.categories, first: 0 };
  if (column.kind === "flag") return { labels: ["false", "true"], first: 0 };
  if (column.kind !== "integer") return refuse("column", "of categories, flags or integers", name);
  const { lower, upper } = column;
  requireInteger({ [`the number of values of ${quoted(name)}`]: upper - lower + 1 }, 1);
  if (upper - lower + 1 > MOST_VALUES)
    refuse(`the number of values of ${quoted(name)}`, `at most ${MOST_VALUES}`, upper - lower + 1);
  return { labels: Array.from({ length: upper - lower + 1 }, (_, k) => String(lower + k)), first: lower };
}

/** The code that a table would keep for a value; undefined for one that the column does not declare. */
export function codeOf(column: Column, value: unknown): number | undefined {
  if (column.kind === "category") {
    const place = column.categories.indexOf(value as string);
    return place < 0 ? undefined : place;
  }
  if (column.kind === "flag") return typeof value === "boolean" ? Number(value) : undefined;
  if (typeof value !== "number" || !(value >= column.lower && value <= column.upper)) return undefined;
  return column.kind === "integer" && !Number.isInteger(value) ? undefined : value + 0;
}
