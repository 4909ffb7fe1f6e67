/**
 * Table: arrays of objects and typed arrays as HTML and aligned text; long ones show their ends.
 *
 * The numbers of a column have the same decimals, to a chosen number of significant digits, and stand to the right, so that their points are
 * below each other; so do texts that are numbers, as they are. All else stands to the left.
 */
import { inspect } from "node:util";
import { columnFormat, USUAL_DIGITS } from "./column-numbers.ts";
import { escapeHtml } from "./escape.ts";
import { textOf } from "./text.ts";

const MOST_ROWS = 60;
const MOST_COLUMNS = 40;
const WIDEST_CELL = 200;

interface Table {
  readonly columns: readonly string[];
  /** Index and cells; undefined stands for the rows left out. */
  readonly rows: readonly ({ readonly index: number; readonly cells: readonly unknown[] } | undefined)[];
  readonly note: string;
}

/** HTML and text of a value that is a table; undefined if it is none, or cannot be read as one. */
export function tableBundle(value: object, digits: number = USUAL_DIGITS): Record<string, string> | undefined {
  try {
    return bundleOf(value, digits);
  } catch {
    return undefined; // a getter of the user's failed
  }
}

function bundleOf(value: object, digits: number): Record<string, string> | undefined {
  const table = rowsTable(value) ?? typedArrayTable(value);
  if (table === undefined) return undefined;
  const written = writtenTable(table, digits);
  const isRows = Array.isArray(value);
  return { "text/html": htmlTable(written), "text/plain": isRows ? textTable(written) : textOf(value) };
}

function rowsTable(value: object): Table | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const sample = ends(value.length);
  if (!sample.every((index) => index === undefined || isRecord(value[index]))) return undefined;
  const names = new Set<string>();
  for (const index of sample) {
    if (index !== undefined) for (const name of Object.keys(value[index] as object)) names.add(name);
  }
  if (names.size === 0) return undefined;
  const columns = [...names].slice(0, MOST_COLUMNS);
  const hidden = names.size - columns.length;
  return {
    columns,
    rows: sample.map((index) =>
      index === undefined
        ? undefined
        : { index, cells: columns.map((name) => (value[index] as Record<string, unknown>)[name]) },
    ),
    note: `${value.length} rows × ${names.size} columns${hidden > 0 ? ` (${hidden} not shown)` : ""}`,
  };
}

function typedArrayTable(value: object): Table | undefined {
  if (!ArrayBuffer.isView(value) || value instanceof DataView) return undefined;
  const array = value as Float64Array;
  const sample = ends(array.length, 20);
  return {
    columns: [array.constructor.name],
    rows: sample.map((index) => (index === undefined ? undefined : { index, cells: [array[index]] })),
    note: `${array.length} elements`,
  };
}

/** The first and last indices, with undefined between them where some are left out. */
function ends(length: number, most = MOST_ROWS): (number | undefined)[] {
  if (length <= most) return Array.from({ length }, (_, index) => index);
  const half = most / 2;
  const head = Array.from({ length: half }, (_, index) => index);
  return [...head, undefined, ...head.map((index) => length - half + index)];
}

/** Whether its fields tell what it is, as those of built-in objects and of those that show themselves do not. */
function isRecord(value: unknown): boolean {
  return (
    Object.prototype.toString.call(value) === "[object Object]" &&
    !(inspect.custom in (value as object)) &&
    !(Symbol.for("Jupyter.display") in (value as object))
  );
}

function cellText(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
  return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text;
}

/** A table in words. */
interface WrittenTable {
  readonly columns: readonly string[];
  readonly rows: readonly ({ readonly index: number; readonly cells: readonly string[] } | undefined)[];
  /** For each column, whether each cell that is not empty is a number; a column of none is not. */
  readonly areNumbers: readonly boolean[];
  readonly note: string;
}

function writtenTable({ columns, rows, note }: Table, digits: number): WrittenTable {
  const cellsOf = (column: number) => rows.flatMap((row) => (row === undefined ? [] : [row.cells[column]]));
  const formats = columns.map((_, column) =>
    columnFormat(
      cellsOf(column).filter((cell) => typeof cell === "number"),
      digits,
    ),
  );
  const areNumbers = columns.map((_, column) => {
    const cells = cellsOf(column).filter((cell) => cell !== undefined && cell !== "");
    return cells.length > 0 && cells.every(isNumeric);
  });
  const written = (cell: unknown, column: number) =>
    typeof cell === "number" ? formats[column](cell) : cellText(cell);
  return {
    columns,
    rows: rows.map((row) => row && { index: row.index, cells: row.cells.map(written) }),
    areNumbers,
    note,
  };
}

const NUMBER_TEXT = /^[-+−]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?\s?%?$/i;

function isNumeric(value: unknown): boolean {
  return (
    typeof value === "number" || typeof value === "bigint" || (typeof value === "string" && NUMBER_TEXT.test(value))
  );
}

const LEFT = ' style="text-align:left"';
const RIGHT = ' style="text-align:right"';

function htmlTable({ columns, rows, areNumbers, note }: WrittenTable): string {
  const sides = areNumbers.map((isNumber) => (isNumber ? RIGHT : LEFT));
  const head = columns.map((name, column) => `<th${sides[column]}>${escapeHtml(name)}</th>`).join("");
  const body = rows.map((row) => {
    if (row === undefined) return `<tr><th>…</th>${sides.map((side) => `<td${side}>…</td>`).join("")}</tr>`;
    const cells = row.cells.map((cell, column) => `<td${sides[column]}>${escapeHtml(cell)}</td>`);
    return `<tr><th>${row.index}</th>${cells.join("")}</tr>`;
  });
  const table = `<table style="font-variant-numeric:tabular-nums"><thead><tr><th></th>${head}</tr></thead>`;
  return `${table}<tbody>${body.join("")}</tbody></table><p>${escapeHtml(note)}</p>`;
}

function textTable({ columns, rows, areNumbers, note }: WrittenTable): string {
  const lines = [
    ["", ...columns],
    ...rows.map((row) => (row === undefined ? ["…", ...columns.map(() => "…")] : [String(row.index), ...row.cells])),
  ].map((cells) => cells.map((cell) => cell.replaceAll("\n", "\\n")));
  const isRight = [true, ...areNumbers];
  const widths = lines[0].map((_, column) => lines.reduce((most, cells) => Math.max(most, cells[column].length), 0));
  const aligned = lines.map((cells) =>
    cells
      .map((cell, column) => (isRight[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join("  ")
      .trimEnd(),
  );
  return [...aligned, note].join("\n");
}
