/**
 * Table: arrays of objects as HTML and aligned text; long ones show their ends.
 *
 * The numbers of a column have the same decimals, to a chosen number of significant digits, and stand to the right, so that their
 * points are below each other; so do texts that are numbers, as they are. All else stands to the left.
 */
import { inspect, types } from "node:util";
import { columnFormat, USUAL_DIGITS } from "./column-numbers.ts";
import { escapeHtml } from "./escape.ts";

const MOST_ROWS = 60;
const MOST_COLUMNS = 40;
const WIDEST_CELL = 200;
const LEFT_OUT = "…";

type Row = Readonly<Record<string, unknown>>;

/** HTML and text of a value that is a table; undefined if it is none, or cannot be read as one. */
export function tableBundle(value: object, digits: number = USUAL_DIGITS): Record<string, string> | undefined {
  try {
    return !types.isProxy(value) && Array.isArray(value) && value.length > 0 ? bundleOf(value, digits) : undefined;
  } catch {
    return undefined; // a getter of the user's failed
  }
}

function bundleOf(value: readonly Row[], digits: number): Record<string, string> | undefined {
  const indices = ends(value.length);
  const rows = indices.map((index) => (index === undefined ? undefined : value[index]));
  const shown = rows.filter((_, row) => indices[row] !== undefined) as readonly Row[];
  if (!shown.every(isRecord)) return undefined;
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return undefined;
  const columns = names.slice(0, MOST_COLUMNS).map((name) => writtenColumn(rows, name, digits));
  const heads = indices.map((index) => (index === undefined ? LEFT_OUT : String(index)));
  const hidden = names.length - columns.length;
  const note = `${value.length} rows × ${names.length} columns${hidden > 0 ? ` (${hidden} not shown)` : ""}`;
  return { "text/html": htmlTable(heads, columns, note), "text/plain": textTable(heads, columns, note) };
}

/** The first and last indices, with undefined between them where some are left out. */
function ends(length: number): (number | undefined)[] {
  if (length <= MOST_ROWS) return [...Array(length).keys()];
  const head = [...Array(MOST_ROWS / 2).keys()];
  return [...head, undefined, ...head.map((index) => length - MOST_ROWS / 2 + index)];
}

/** Whether its fields tell what it is, as those of built-in objects and of those that show themselves do not. */
function isRecord(value: unknown): boolean {
  return (
    !types.isProxy(value) &&
    Object.prototype.toString.call(value) === "[object Object]" &&
    !(inspect.custom in (value as object)) &&
    !(Symbol.for("Jupyter.display") in (value as object))
  );
}

interface WrittenColumn {
  readonly name: string;
  readonly texts: readonly string[];
  /** Whether each cell that is not empty is a number; not of a column of none. */
  readonly isNumeric: boolean;
}

/** Undefined stands for the rows left out. */
function writtenColumn(rows: readonly (Row | undefined)[], name: string, digits: number): WrittenColumn {
  const cells = rows.map((row) => (row === undefined ? LEFT_OUT : row[name]));
  const format = columnFormat(
    cells.filter((each) => typeof each === "number"),
    digits,
  );
  const filled = cells.filter((each) => each !== undefined && each !== "" && each !== LEFT_OUT);
  return {
    name,
    texts: cells.map((each) => (typeof each === "number" ? format(each) : cellText(each))),
    isNumeric: filled.length > 0 && filled.every(isNumeric),
  };
}

function cellText(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
  return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text;
}

const NUMBER_TEXT = /^[-+−]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?\s?%?$/i;

function isNumeric(value: unknown): boolean {
  return typeof value === "string" ? NUMBER_TEXT.test(value) : /^(number|bigint)$/.test(typeof value);
}

function htmlTable(heads: readonly string[], columns: readonly WrittenColumn[], note: string): string {
  const line = (tag: string, head: string, texts: readonly string[]) => {
    const cells = texts.map((text, column) => {
      const side = columns[column].isNumeric ? "right" : "left";
      return `<${tag} style="text-align:${side}">${escapeHtml(text)}</${tag}>`;
    });
    return `<tr><th>${head}</th>${cells.join("")}</tr>`;
  };
  const titles = columns.map(({ name }) => name);
  const body = heads.map((head, row) =>
    line(
      "td",
      head,
      columns.map(({ texts }) => texts[row]),
    ),
  );
  const table = `<table style="font-variant-numeric:tabular-nums"><thead>${line("th", "", titles)}</thead>`;
  return `${table}<tbody>${body.join("")}</tbody></table><p>${escapeHtml(note)}</p>`;
}

function textTable(heads: readonly string[], columns: readonly WrittenColumn[], note: string): string {
  const aligned = [{ name: "", texts: heads, isNumeric: true }, ...columns].map(({ name, texts, isNumeric }) => {
    const lines = [name, ...texts].map((text) => text.replaceAll("\n", "\\n"));
    const width = Math.max(...lines.map((text) => text.length));
    return lines.map((text) => (isNumeric ? text.padStart(width) : text.padEnd(width)));
  });
  const lines = ["", ...heads].map((_, row) =>
    aligned
      .map((column) => column[row])
      .join("  ")
      .trimEnd(),
  );
  return [...lines, note].join("\n");
}
