/**
 * Table: records of a declared domain, column by column, for mechanisms to ask. It never shows a record, nor how many there are.
 *
 * `tableFrom(records, domain)` takes an array of objects, or an object of arrays. It copies what the domain declares, moves values
 * into their bounds, applies the rules for missing values, and keeps of each person as many rows as the domain allows. Whatever
 * else is in the data is not looked at. Neighbours are tables of which one has all rows of one person more (`add-remove`, the
 * person being the record). So even the number of rows is private, and so is how many values were clamped: both are asked for by
 * `noisyCount`, with noise, and paid for.
 * Limits: `tableFrom` is for the keeper of the data: whether it refuses depends on the records, and its message says which row.
 * `exactColumn` gives the values as they are, for study; to publish them, or anything computed from them, is a breach.
 * @example
 * ```ts
 * import { categoryColumn, domain, tableFrom } from "epsilab";
 * const colours = domain({ columns: { colour: categoryColumn(["red", "blue"]) }, person: "row" });
 * const table = tableFrom([{ colour: "red" }, { colour: "blue" }, { colour: "red" }], colours);
 * String(table); // => "Table: one row a person\n  column  values     missing\n  colour  red, blue  refused"
 * ```
 */
import { made } from "../numerics/parameters.ts";
import { refuse, refuseData } from "../numerics/requirements.ts";
import { type Column, type Columns, type Domain, declaredColumn, domain, quoted } from "./domain.ts";
import { type EncodedColumn, encodedColumn, isMissing, placeOf } from "./encoded-column.ts";
import { jupyterDisplay, nodeInspect, type ShownTable, shownTable } from "./jupyter-display.ts";

/** An array of objects, a row each; or an object of arrays, a column each. */
export type TableData = readonly object[] | Readonly<Record<string, ArrayLike<unknown>>>;

/** What a table keeps: for the mechanisms, and for nobody else. */
interface Kept {
  readonly rows: number;
  readonly persons: number;
  /** Persons who had more rows than count. */
  readonly shortened: number;
  readonly columns: ReadonlyMap<string, EncodedColumn>;
}

/** Made by `tableFrom`, and by readers of files through it. */
export class Table<Declared extends Columns = Columns> {
  readonly domain: Domain<Declared>;
  readonly #kept: Kept;

  /** @internal Use `tableFrom(...)`. */
  constructor(declared: Domain<Declared>, kept: Kept) {
    this.domain = declared;
    this.#kept = kept;
    Object.freeze(this);
  }

  /** @internal What is kept, if it is a table. */
  static keptOf(table: Table, name = "table"): Kept {
    if (!(typeof table === "object" && table !== null && #kept in table))
      refuse(name, "a table made by `tableFrom`", typeof table);
    return table.#kept;
  }

  toJSON(): { readonly domain: Domain<Declared> } {
    return { domain: this.domain };
  }

  toString(): string {
    return shownDomain(this.domain)["text/plain"];
  }

  [nodeInspect](): string {
    return this.toString();
  }

  [jupyterDisplay](): ShownTable {
    return shownDomain(this.domain);
  }
}

/** A table, as a parameter. */
export const anyTable = made<Table>((table, name) => void Table.keptOf(table, name));

export function tableFrom<const Declared extends Columns>(
  data: TableData,
  declared: Domain<Declared>,
): Table<Declared> {
  const own = domain(declared);
  const { columns, person } = own;
  const names = Object.keys(columns);
  const read = person === "row" ? names : [...new Set([...names, person.column])];
  const raw = Array.isArray(data) ? fromRecords(data, read) : fromColumns(data as Record<string, unknown>, read);
  const encoded = names.map((name) => [name, encodedColumn(name, columns[name], valuesOf(raw, name))] as const);
  const rows = encoded[0][1].values.length;
  const { kept, persons, shortened } = keptRows(own, raw, rows);
  return new Table(own, {
    rows: kept.length,
    persons,
    shortened,
    columns: new Map(encoded.map(([name, column]) => [name, selected(column, kept)])),
  });
}

/**
 * The exact values of a column, missing ones left out: numbers, places in the list of categories, 0 and 1 for flags. Not private:
 * for study.
 */
export function exactColumn<Declared extends Columns>(
  table: Table<Declared>,
  column: keyof Declared & string,
): Float64Array {
  return exactRows(table, [column])[0];
}

/** The exact values of several columns, a row left out of all where one of them has none. */
export function exactRows(table: Table, names: readonly string[]): Float64Array[] {
  const { columns, rows } = Table.keptOf(table);
  for (const name of names) declaredColumn(table.domain, name);
  const read = names.map((name) => (columns.get(name) as EncodedColumn).values);
  if (!read.some(hasMissing)) return read.map((values) => values.slice());
  const whole = Array.from({ length: rows }, (_, row) => row).filter(
    (row) => !read.some((values) => Number.isNaN(values[row])),
  );
  return read.map((values) => Float64Array.from(whole, (row) => values[row]));
}

function hasMissing(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) return true;
  return false;
}

/** What can be counted besides the values themselves. */
export type Countable = "rows" | "persons" | "shortened" | { readonly clamped: string } | { readonly missing: string };

/** How many there are, exactly. Not private. */
export function exactCount(table: Table, of: Countable): number {
  const { columns, rows, persons, shortened } = Table.keptOf(table);
  if (typeof of === "string") return { rows, persons, shortened }[of];
  const [name, mark] = "clamped" in of ? ([of.clamped, "clamped"] as const) : ([of.missing, "missing"] as const);
  declaredColumn(table.domain, name);
  return (columns.get(name) as EncodedColumn)[mark].reduce((sum, one) => sum + one, 0);
}

type RawColumns = ReadonlyMap<string, readonly unknown[]>;

function valuesOf(raw: RawColumns, name: string): readonly unknown[] {
  return raw.get(name) as readonly unknown[];
}

function fromRecords(records: readonly unknown[], names: readonly string[]): RawColumns {
  const size = records.length;
  const columns = names.map(() => new Array<unknown>(size));
  const found = names.map(() => size === 0);
  const there = new Set<string>();
  for (let row = 0; row < size; row++) {
    const record = records[row];
    if (typeof record !== "object" || record === null || Array.isArray(record))
      refuseData(`row ${row + 1}`, "an object with a value for each column");
    for (const [k, name] of names.entries()) {
      if (!Object.hasOwn(record, name)) continue;
      found[k] = true;
      columns[k][row] = (record as Readonly<Record<string, unknown>>)[name];
    }
    if (there.size === 0) for (const name of Object.keys(record)) there.add(name);
  }
  for (const [k, name] of names.entries()) if (!found[k]) refuseColumn(name, [...there]);
  return new Map(names.map((name, k) => [name, columns[k]]));
}

function fromColumns(data: Readonly<Record<string, unknown>>, names: readonly string[]): RawColumns {
  if (typeof data !== "object" || data === null)
    refuse("data", "an array of records or an object of columns", typeof data);
  const columns = names.map((name) => {
    if (!Object.hasOwn(data, name)) refuseColumn(name, Object.keys(data));
    const list = data[name];
    if (!Array.isArray(list) && !(ArrayBuffer.isView(list) && !(list instanceof DataView)))
      refuse(`column ${quoted(name)}`, "an array", typeof list);
    // Each element is read once: what is written to the array afterwards does not reach the table.
    return [name, Array.from(list as ArrayLike<unknown>)] as const;
  });
  const [[first, { length }]] = columns;
  for (const [name, list] of columns)
    if (list.length !== length)
      throw new RangeError(`column ${quoted(name)} must be as long as column ${quoted(first)}, got another length`);
  return new Map(columns);
}

const MOST_NAMES = 20;

/** The names of columns are no records, and help. */
export function refuseColumn(name: string, there: readonly string[]): never {
  const names = there.slice(0, MOST_NAMES).map(quoted).join(", ");
  const more = there.length > MOST_NAMES ? ` and ${there.length - MOST_NAMES} more` : "";
  throw new RangeError(
    `column ${quoted(name)} must be in the data, got ${there.length === 0 ? "no columns" : names}${more}`,
  );
}

interface KeptRows {
  readonly kept: readonly number[];
  readonly persons: number;
  readonly shortened: number;
}

/** The first rows of each person, in the order of the data. */
function keptRows({ person }: Domain, raw: RawColumns, rows: number): KeptRows {
  if (person === "row") {
    return { kept: Array.from({ length: rows }, (_, row) => row), persons: rows, shortened: 0 };
  }
  const { column, atMost } = person;
  const seen = new Map<string, number>();
  const kept: number[] = [];
  let kind: string | undefined;
  for (const [row, value] of valuesOf(raw, column).entries()) {
    const whole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
    if (isMissing(value)) refuseData(placeOf(column, row), "given, for it names the person");
    if (!whole && typeof value !== "string") refuseData(placeOf(column, row), "a text, or an integer below 2^53");
    kind ??= whole ? "integer" : "text";
    // "1" and 1 may be one person or two.
    if (whole !== (kind === "integer"))
      refuseData(placeOf(column, row), `${kind === "integer" ? "an integer" : "a text"} as in the rows before`);
    const name = String(value);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    if (before < atMost) kept.push(row);
  }
  let shortened = 0;
  for (const count of seen.values()) if (count > atMost) shortened++;
  return { kept, persons: seen.size, shortened };
}

function selected({ values, clamped, missing }: EncodedColumn, rows: readonly number[]): EncodedColumn {
  return {
    values: Float64Array.from(rows, (row) => values[row]),
    clamped: Uint8Array.from(rows, (row) => clamped[row]),
    missing: Uint8Array.from(rows, (row) => missing[row]),
  };
}

function shownDomain({ columns, person }: Domain): ShownTable {
  const unit =
    person === "row"
      ? "one row a person"
      : `the column ${quoted(person.column)} names the person, whose first ${person.atMost} rows count`;
  return shownTable({
    caption: `Table: ${unit}`,
    titles: ["column", "values", "missing"],
    rows: Object.entries(columns).map(([name, column]) => [name, valueWords(column), missingWords(column)]),
  });
}

function valueWords(column: Column): string {
  switch (column.kind) {
    case "number":
    case "integer": {
      const { kind, lower, upper, unit } = column;
      return `${kind === "integer" ? "integers, " : ""}clamped to [${lower}, ${upper}]${unit === undefined ? "" : ` ${unit}`}`;
    }
    case "category":
      return `${column.categories.join(", ")}${column.other === "refuse" ? "" : `; others become ${column.other.as}`}`;
    case "flag":
      return "true or false";
  }
}

function missingWords({ missing }: Column): string {
  if (typeof missing === "object") return `becomes ${missing.as}`;
  return missing === "drop" ? "the row is left out" : "refused";
}
