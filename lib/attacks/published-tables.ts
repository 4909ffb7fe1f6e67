/**
 * Published tables: counts of records by some of their columns, as statistical offices release them of a block or a town.
 *
 * `publishedTables(table, [["sex", "age"], ["race", "sex"]])` counts the records of a table for every combination of values, the
 * empty ones too, the last column fastest. What an attacker knows is the domain and these counts: `cellCounts` of all columns is
 * what he is after. `tableRecords` writes such counts as records, and `recordsInCommon` says how many of them two lists share.
 * Source: the tables of the 2010 Census, summary file 1 (P1, P5, P12 and P12A to I), after which the ones of the experiment are named.
 * Limits: exact, for study: to publish such counts is what the attack is about. Columns of categories, flags and integers; up to
 * 4096 cells, and a million records. Refuses an empty table, and columns whose rows without a value are left out.
 * @example
 * ```ts
 * import { categoryColumn, domain, flagColumn, tableFrom } from "epsilab";
 * import { publishedTables } from "epsilab/attacks";
 * const people = domain({ columns: { sex: categoryColumn(["female", "male"]), owner: flagColumn() }, person: "row" });
 * const block = tableFrom([{ sex: "male", owner: true }, { sex: "female", owner: true }], people);
 * publishedTables(block, [["sex"], ["owner"]]).tables[1]; // => { columns: ["owner"], counts: [0, 2] }
 * ```
 * @claim census-reconstruction
 */
import { type Column, type Columns, type Domain, declaredColumn, domain, quoted } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { arrayOf, declare, group, made, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireInteger, requireList } from "../numerics/requirements.ts";
import { requireRows, rowCodes } from "./table-rows.ts";

const publishedTableParameters = declare({
  columns: made<readonly string[]>((columns, name) => requireList(name, columns)),
  /** One integer for each combination of values, the last column fastest; below 0 where noise made it so. */
  counts: made<readonly number[]>((counts, name) => requireList(name, counts)),
});
export const publishedTablesParameters = declare({
  domain: made<Domain>((declared) => void domain(declared)),
  tables: arrayOf(group(publishedTableParameters)),
});

export interface PublishedTable extends ParametersOf<typeof publishedTableParameters> {}
export interface PublishedTables extends ParametersOf<typeof publishedTablesParameters> {}

const MOST_CELLS = 4096;
const MOST_RECORDS = 1_000_000;

/** The exact counts of a table by each list of columns. */
export function publishedTables<Declared extends Columns>(
  table: Table<Declared>,
  views: readonly (readonly (keyof Declared & string)[])[],
): PublishedTables {
  requireList("views", views);
  if (views.length === 0) refuse("views", "at least one list of columns", views);
  const counts = cellCounts(table);
  const tables = views.map((columns) => {
    const cells = cellsOf(table.domain, columns);
    return { columns: [...columns], counts: cells.map((own) => own.reduce((sum, cell) => sum + counts[cell], 0)) };
  });
  return { domain: table.domain, tables };
}

/** How many records there are of each kind, over all columns, exactly. */
export function cellCounts(table: Table): number[] {
  requireRows(table);
  const sizes = sizesOf(table.domain);
  const counts = new Array<number>(sizes.reduce((product, { size }) => product * size, 1)).fill(0);
  const values = rowCodes(
    table,
    sizes.map(({ name }) => name),
  );
  for (let row = 0; row < values[0].length; row++) {
    counts[sizes.reduce((cell, { size, first }, k) => cell * size + (values[k][row] - first), 0)]++;
  }
  return counts;
}

/** Counts of all columns as records, one object each. */
export function tableRecords(declared: Domain, counts: ArrayLike<number>): Record<string, string | number | boolean>[] {
  const sizes = sizesOf(domain(declared));
  requireCounts(
    "counts",
    counts,
    sizes.reduce((product, { size }) => product * size, 1),
    0,
  );
  const records = Array.from(counts).reduce((sum, count) => sum + count, 0);
  if (!(records <= MOST_RECORDS)) refuse("the sum of counts", `at most ${MOST_RECORDS}`, records);
  return Array.from(counts).flatMap((count, cell) => {
    const record = Object.fromEntries(
      placesOf(sizes, cell).map((place, k) => [sizes[k].name, valueAt(sizes[k].column, place)]),
    );
    return Array.from({ length: count }, () => ({ ...record }));
  });
}

/** How many records two lists of counts have in common: the sum of the smaller counts. */
export function recordsInCommon(one: ArrayLike<number>, other: ArrayLike<number>): number {
  requireList("one", one);
  requireCounts("one", one, one.length, 0);
  requireCounts("other", other, one.length, 0);
  return Array.from(one).reduce((sum, count, cell) => sum + Math.min(count, other[cell]), 0);
}

/** For each count of a table, the cells of all columns that it adds up. */
export function cellsOf(declared: Domain, columns: readonly string[]): number[][] {
  requireList("columns", columns);
  if (columns.length === 0) refuse("columns", "at least one", columns);
  if (new Set(columns).size !== columns.length) refuse("columns", "each named once", columns.join(", "));
  for (const column of columns) declaredColumn(declared, column);
  const sizes = sizesOf(declared);
  const order = columns.map((column) => sizes.findIndex(({ name }) => name === column));
  const cells = Array.from({ length: order.reduce((product, k) => product * sizes[k].size, 1) }, (): number[] => []);
  const all = sizes.reduce((product, { size }) => product * size, 1);
  for (let cell = 0; cell < all; cell++) {
    const places = placesOf(sizes, cell);
    cells[order.reduce((index, k) => index * sizes[k].size + places[k], 0)].push(cell);
  }
  return cells;
}

/** The rows of constraints that tables are: the cells of each count, and the count. */
export function tableRows({ domain: declared, tables }: PublishedTables): { cells: number[]; count: number }[] {
  const own = domain(declared);
  return tables.flatMap(({ columns, counts }, k) => {
    const cells = cellsOf(own, columns);
    requireCounts(`tables[${k}].counts`, counts, cells.length, Number.MIN_SAFE_INTEGER);
    return cells.map((each, i) => ({ cells: each, count: counts[i] }));
  });
}

/** How many cells the whole table has. */
export function cellsIn(declared: Domain): number {
  return sizesOf(domain(declared)).reduce((product, { size }) => product * size, 1);
}

interface SizedColumn {
  readonly name: string;
  readonly column: Column;
  readonly size: number;
  /** What is stored for the first value. */
  readonly first: number;
}

function sizesOf({ columns }: Domain): SizedColumn[] {
  let cells = 1;
  return Object.entries(columns).map(([name, column]) => {
    if (column.kind === "number") refuse(`column ${quoted(name)}`, "one of categories, flags or integers", column.kind);
    const [size, first] =
      column.kind === "integer" ? [column.upper - column.lower + 1, column.lower] : [column.size, 0];
    cells *= size;
    if (!(cells <= MOST_CELLS)) refuse("the cells of the domain", `at most ${MOST_CELLS}`, cells);
    return { name, column, size, first };
  });
}

function placesOf(sizes: readonly SizedColumn[], cell: number): number[] {
  let rest = cell;
  return sizes
    .toReversed()
    .map(({ size }) => {
      const place = rest % size;
      rest = (rest - place) / size;
      return place;
    })
    .toReversed();
}

function valueAt(column: Column, place: number): string | number | boolean {
  if (column.kind === "category") return column.categories[place];
  return column.kind === "flag" ? place === 1 : (column as { lower: number }).lower + place;
}

function requireCounts(name: string, counts: ArrayLike<number>, length: number, least: number): void {
  requireList(name, counts, length);
  for (let k = 0; k < length; k++) requireInteger({ [`${name}[${k}]`]: counts[k] }, least);
}
