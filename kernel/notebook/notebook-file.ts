/**
 * Notebook file: a document read from and written to an `.ipynb`, in the layout that Jupyter itself writes, so that a rerun changes
 * no line that it need not change.
 *
 * Files of nbformat 4 are read, and written as 4.5, the first version whose cells have ids; a cell without one gets one. A file is
 * replaced whole or not at all. Numbers are written as Python writes those that a browser sends to it, so that saving in JupyterLab
 * changes no byte.
 * Limits: a number that only Python makes, such as 1.0, is written as JavaScript has it, 1.
 */
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../protocol/json-object.ts";
import { type Cell, type Document, fieldsOf, type Output } from "./document.ts";

/** A file that is no notebook we can run; the message names the file. */
export class UnreadableNotebook extends Error {
  override readonly name = "UnreadableNotebook";
}

export function readNotebook(path: string): Document {
  const { nbformat, cells, metadata } = fieldsOf(parsed(path));
  if (nbformat !== 4 || !Array.isArray(cells))
    throw new UnreadableNotebook(
      `${path} is no notebook of nbformat 4; JupyterLab converts older ones when it saves them`,
    );
  return {
    metadata: fieldsOf(metadata),
    cells: cells.map((cell, index) => readCell(cell, `${path}, cell ${index + 1}`)),
  };
}

function parsed(path: string): unknown {
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UnreadableNotebook(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** `place` begins the message if it is broken. */
function readCell(cell: unknown, place: string): Cell {
  const { cell_type: type, execution_count: count = null, outputs = [], ...rest } = fieldsOf(cell);
  const source = joined(rest.source);
  if (typeof source !== "string") throw new UnreadableNotebook(`${place}, has a source that is not text`);
  const common = { source, id: typeof rest.id === "string" ? rest.id : newId(), metadata: fieldsOf(rest.metadata) };
  if (type === "markdown" || type === "raw") return { ...rest, cell_type: type, ...common };
  if (type !== "code") throw new UnreadableNotebook(`${place}, has the unknown type ${JSON.stringify(type)}`);
  const read = (outputs as readonly Output[]).map(readOutput);
  return { cell_type: type, ...common, outputs: read, execution_count: count as number | null };
}

/** As nbformat makes them. */
export function newId(): string {
  return randomBytes(4).toString("hex");
}

function readOutput(output: Output): Output {
  if (output.output_type === "stream") return { ...output, text: String(joined(output.text)) };
  if (!("data" in output)) return output;
  const whole = mapped(output.data, (name, value) => (isJsonType(name) ? value : joined(value)));
  return { ...output, data: whole };
}

/** Finds out whether a notebook can be written there, before its cells run. */
export function requireWritable(path: string): void {
  const folder = dirname(existsSync(path) ? realpathSync(path) : resolve(path));
  const place = statSync(folder, { throwIfNoEntry: false });
  if (place === undefined) throw new UnreadableNotebook(`there is no folder ${dirname(path)} to write to`);
  if (!place.isDirectory()) throw new UnreadableNotebook(`${dirname(path)} is no folder to write to`);
  if (existsSync(path) && !statSync(path).isFile()) throw new UnreadableNotebook(`${path} is no file`);
  accessSync(folder, constants.W_OK); // a read-only file system is none that may be written to
}

/** Writes a notebook in place of the file, if there is one; whoever reads meanwhile sees the old or the new. */
export function writeNotebook(path: string, document: Document): void {
  const target = existsSync(path) ? realpathSync(path) : path; // a link stays a link
  const next = join(dirname(target), `.${basename(target)}-${process.pid}`);
  try {
    writeFileSync(next, notebookText(document));
    if (existsSync(target)) chmodSync(next, statSync(target).mode);
    renameSync(next, target);
  } finally {
    rmSync(next, { force: true });
  }
}

export function notebookText({ metadata, cells }: Document): string {
  const file = { cells: cells.map(writtenCell), metadata, nbformat: 4, nbformat_minor: 5 };
  return `${pythonNumbers(JSON.stringify(sorted(file), null, 1))}\n`;
}

function writtenCell(cell: Cell): JsonObject {
  const outputs = cell.cell_type === "code" ? { outputs: cell.outputs.map(writtenOutput) } : {};
  return { ...cell, source: split(cell.source), ...outputs };
}

function writtenOutput(output: Output): JsonObject {
  if (output.output_type === "stream") return { ...output, text: split(output.text) };
  if (output.output_type === "error") return { ...output };
  const lines = (type: string, value: unknown) =>
    typeof value === "string" && isTextType(type) ? split(value) : value;
  return { ...output, data: mapped(output.data, lines) };
}

function isJsonType(type: string): boolean {
  return /^application\/(.*\+)?json$/.test(type);
}

/** Types that nbformat keeps as lists of lines: all but JSON, and images in base64, which have no lines. */
function isTextType(type: string): boolean {
  return !isJsonType(type) && !/^(image\/(?!svg\+xml)|application\/pdf)/.test(type);
}

function mapped(fields: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]));
}

/** Text in one piece; what is no text stays as it is. */
function joined(text: unknown): unknown {
  return Array.isArray(text) && text.every((line) => typeof line === "string") ? text.join("") : text;
}

/** What ends a line for Python's `splitlines`, by which nbformat cuts texts. */
const ENDS = "\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029";
const LINE = new RegExp(`[^${ENDS}]*(?:\r\n|[${ENDS}])|[^${ENDS}]+`, "g");

function split(text: string): string[] {
  return text.match(LINE) ?? [];
}

/**
 * JSON with its numbers as Python prints them: below 1e-4 with an exponent, of at least two digits, where JavaScript has zeros down
 * to 1e-6 and exponents of one digit: 5.8e-05 for 0.000058, 1e-07 for 1e-7. Numbers of a text are left alone: each has a line of
 * its own here, behind an indent or a key.
 */
function pythonNumbers(json: string): string {
  return json.replace(
    /^(\s*(?:"(?:[^"\\]|\\.)*": )?)(-?0\.0000\d*|-?\d(?:\.\d+)?e-\d)(?=,?$)/gm,
    (_, before, digits) => {
      const [mantissa, exponent] = Number(digits).toExponential().split("e-");
      return `${before}${mantissa}e-${exponent.padStart(2, "0")}`;
    },
  );
}

/** With the keys of every object in order, as Jupyter writes them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
