/**
 * Read a table from a file: CSV, Parquet and JSON lines by DuckDB, Arrow by apache-arrow. The domain is declared; the file is not
 * asked for it.
 *
 * Only the columns that the domain names are read. Types are enforced: a number is a number in the file too, or, in CSV, a text
 * that is one; a person is a text or an integer. What the domain says of bounds, categories, missing values and rows a person is
 * applied by `tableFrom`.
 * - `.csv`, `.tsv`: the first line names the columns; an empty field is a missing value, and so are the words of `missing`, such as
 *   "NA". Flags are true, false, 1 and 0. Both may be compressed (`.csv.gz`).
 * - `.parquet`
 * - `.jsonl`, `.ndjson`: an object a line; `.json`: the same, or one array of objects. May be compressed.
 * - `.arrow`, `.feather`: an Arrow file or stream.
 * Limits: the whole of the columns is held in memory. Messages name columns and rows and never show a value, which those of DuckDB
 * do: they are not passed on. Packages that are missing are named with the line that installs them.
 */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Column, Columns, Domain } from "../../lib/data/domain.ts";
import { domain, quoted } from "../../lib/data/domain.ts";
import { placeOf } from "../../lib/data/encoded-column.ts";
import { refuseColumn, type Table, type TableData, tableFrom } from "../../lib/data/table.ts";
import { refuse, refuseData } from "../../lib/numerics/requirements.ts";
import { quotedName, quotedText, withDuckDb } from "../engine/machine/duck-db.ts";
import { arrowColumns } from "./arrow-file.ts";

export type TableFormat = "csv" | "tsv" | "parquet" | "json-lines" | "json" | "arrow";

export interface ReadTableOptions {
  /** What the end of the file's name says by default. */
  readonly format?: TableFormat;
  /** Words of a CSV file that stand for a missing value, besides nothing at all. */
  readonly missing?: readonly string[];
}

const ENDINGS: Readonly<Record<string, TableFormat>> = {
  csv: "csv",
  tsv: "tsv",
  parquet: "parquet",
  jsonl: "json-lines",
  ndjson: "json-lines",
  json: "json",
  arrow: "arrow",
  feather: "arrow",
};
const FORMATS = [...new Set(Object.values(ENDINGS))];

export async function readTable<const Declared extends Columns>(
  path: string,
  declared: Domain<Declared>,
  options: ReadTableOptions = {},
): Promise<Table<Declared>> {
  const own = domain(declared);
  if (typeof path !== "string") refuse("path", "the path of a file", typeof path);
  const format = options.format ?? formatOf(path);
  if (!FORMATS.includes(format)) refuse("format", `one of ${FORMATS.join(", ")}`, format);
  const file = resolve(path);
  if (!existsSync(file) || !statSync(file).isFile()) refuse("path", "the path of a file", path);
  return tableFrom(await readers[format](file, kindsOf(own), options), own);
}

/** What a column must hold; a person is named by a text. */
type Wanted = ReadonlyMap<string, Column["kind"] | "person">;

function kindsOf({ columns, person }: Domain): Wanted {
  const kinds = Object.entries(columns).map(([name, { kind }]) => [name, kind] as const);
  return new Map<string, Column["kind"] | "person">(person === "row" ? kinds : [...kinds, [person.column, "person"]]);
}

function formatOf(path: string): TableFormat {
  const [, ending = ""] = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(path) ?? [];
  const known = Object.hasOwn(ENDINGS, ending.toLowerCase());
  if (!known) refuse("path", `one that ends in ${Object.keys(ENDINGS).join(", ")}, or given with a format`, path);
  return ENDINGS[ending.toLowerCase()];
}

type Reader = (file: string, wanted: Wanted, options: ReadTableOptions) => Promise<TableData>;

const readers: Readonly<Record<TableFormat, Reader>> = {
  csv: (file, wanted, options) => textColumns(file, ",", wanted, options),
  tsv: (file, wanted, options) => textColumns(file, "\t", wanted, options),
  parquet: parquetColumns,
  "json-lines": (file) => jsonRecords(file, `read_ndjson_objects(${sourceOf(file)})`),
  json: (file) => jsonRecords(file, `read_json_objects(${sourceOf(file)}, format = 'auto')`),
  arrow: (file, wanted) => arrowColumns(file, [...wanted.keys()]),
};

async function textColumns(
  file: string,
  delimiter: string,
  wanted: Wanted,
  { missing = [] }: ReadTableOptions,
): Promise<TableData> {
  // Nothing is guessed: neither types, nor where the table begins, nor columns from the names of folders.
  const rules = [
    "header = true",
    "all_varchar = true",
    `delim = ${quotedText(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    "comment = ''",
    "skip = 0",
    "strict_mode = true",
    "hive_partitioning = false",
  ];
  const source = `read_csv(${sourceOf(file)}, ${rules.join(", ")})`;
  const words = new Set(missing);
  const read = await selected(wanted, {
    file,
    source,
    format: "CSV in UTF-8 with as many fields in each line",
    expression: quotedName,
    // Without a line of names the first record stands in their place.
    absent: (name, names) =>
      names.some((each) => wanted.has(each)) ? refuseColumn(name, names) : refuseFirstLine(name),
  });
  return asColumns(
    [...wanted].map(([name, kind], k) => {
      const values = read[k] as readonly (string | null)[];
      const parsed = values.map((text, row) =>
        text === null || words.has(text) ? null : parsedText(text, kind, placeOf(name, row)),
      );
      return [name, parsed];
    }),
  );
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, "1": true, "0": false };

function parsedText(text: string, kind: Column["kind"] | "person", place: string): unknown {
  if (kind === "category" || kind === "person") return text;
  const trimmed = text.trim();
  if (kind === "flag") {
    const word = trimmed.toLowerCase();
    return Object.hasOwn(FLAGS, word) ? FLAGS[word] : refuseData(place, "true, false, 1 or 0");
  }
  return NUMBER.test(trimmed) ? Number(trimmed) : refuseData(place, "a number");
}

const INTEGERS = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/;
const TEXTS = /^(?:VARCHAR|UUID|ENUM\(.*\))$/s;

/** What DuckDB's types may stand for. */
const TYPES: Readonly<Record<Column["kind"] | "person", (type: string) => boolean>> = {
  number: (type) => INTEGERS.test(type) || /^(?:FLOAT|DOUBLE|DECIMAL\(.*\))$/.test(type),
  integer: (type) => INTEGERS.test(type) || /^(?:FLOAT|DOUBLE|DECIMAL\(.*\))$/.test(type),
  category: (type) => TEXTS.test(type),
  flag: (type) => type === "BOOLEAN",
  person: (type) => TEXTS.test(type) || INTEGERS.test(type),
};
const HOLDS = { number: "numbers", integer: "numbers", category: "texts", flag: "flags", person: "texts or integers" };
const CASTS = { number: "double", integer: "double", category: "varchar", flag: "boolean", person: "varchar" };

async function parquetColumns(file: string, wanted: Wanted): Promise<TableData> {
  const read = await selected(wanted, {
    file,
    source: `read_parquet(${sourceOf(file)}, hive_partitioning = false)`,
    format: "Parquet",
    expression: (name, type) => {
      const kind = wanted.get(name) as Column["kind"] | "person";
      // What stands in brackets may be values.
      const shown = type.replace(/\(.*/s, "");
      if (!TYPES[kind](type))
        throw new RangeError(`column ${quoted(name)} must be one of ${HOLDS[kind]}, got the type ${shown}`);
      return `cast(${quotedName(name)} as ${CASTS[kind]})`;
    },
    absent: refuseColumn,
  });
  return asColumns([...wanted.keys()].map((name, k) => [name, read[k]]));
}

interface Source {
  readonly file: string;
  /** What DuckDB selects from. */
  readonly source: string;
  readonly format: string;
  /** What is selected for a column, by its name and type. */
  expression(name: string, type: string): string;
  /** Refuses for a column that is not among those of the file. */
  absent(name: string, names: readonly string[]): never;
}

function selected(
  wanted: Wanted,
  { file, source, format, expression, absent }: Source,
): Promise<readonly (readonly unknown[])[]> {
  return withDuckDb(async (connection) => {
    const ask = (sql: string) => connection.runAndReadAll(sql).catch(() => refuseFile(file, format));
    const [names = [], types = []] = (await ask(`describe select * from ${source}`)).getColumnsJS() as string[][];
    const parts = [...wanted.keys()].map((name) => {
      const place = names.indexOf(name);
      return place < 0 ? absent(name, names) : expression(name, types[place]);
    });
    const columns = (await ask(`select ${parts.join(", ")} from ${source}`)).getColumnsJS();
    return parts.map((_, k) => columns[k] ?? []); // of no rows there are no columns
  });
}

function refuseFirstLine(name: string): never {
  throw new RangeError(
    `the first line of the file must be the names of its columns, ${quoted(name)} among them, got a line that is not shown`,
  );
}

/** Each record is parsed here, so that a text that looks like a number stays a text. */
async function jsonRecords(file: string, source: string): Promise<TableData> {
  const format = "JSON, an object a line or an array of objects";
  return withDuckDb(async (connection) => {
    const reader = await connection
      .runAndReadAll(`select json::varchar from ${source}`)
      .catch(() => refuseFile(file, format));
    const [texts = []] = reader.getColumnsJS() as string[][];
    return texts.map((text, row) => {
      try {
        return JSON.parse(text) as object;
      } catch {
        return refuseData(`row ${row + 1}`, "a JSON object");
      }
    });
  });
}

/** What DuckDB says of a file it cannot read may show a line of it. */
function refuseFile(file: string, format: string): never {
  return refuse("the file", `${format}, which DuckDB can read`, file);
}

/** The file and no other: what stands for several in a path stands for itself. */
function sourceOf(file: string): string {
  return quotedText(file.replace(/[*?[]/g, (sign) => `[${sign}]`));
}

/** Own properties all, one named __proto__ too. */
function asColumns(columns: readonly (readonly [string, readonly unknown[]])[]): TableData {
  return Object.fromEntries(columns);
}
