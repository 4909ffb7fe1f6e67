/**
 * Notebook file: a document read from and written to an `.ipynb`, in the layout that Jupyter itself writes, so that a rerun changes
 * no line that it need not change.
 *
 * Files of nbformat 4 are read, and written as 4.5, the first version whose cells have ids; a cell without one, or with one that is
 * taken, gets one. A file is replaced whole or not at all.
 * Limits: numbers are written as JavaScript writes them, where Python's differ in form (1.0, 1e-05).
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Cell, type Document, type Fields, isFields, type Output } from "./document.ts";

/** A file that is no notebook we can run; the message names the file. */
export class UnreadableNotebook extends Error {
  override readonly name = "UnreadableNotebook";
}

export function readNotebook(path: string): Document {
  const file = parsed(path);
  const refuse = (what: string): never => {
    throw new UnreadableNotebook(`${path} ${what}`);
  };
  if (!isFields(file) || !("nbformat" in file)) return refuse("is JSON, but no notebook: it has no nbformat");
  if (file.nbformat !== 4) {
    return refuse(
      `has nbformat ${JSON.stringify(file.nbformat)}; only 4 is read. JupyterLab converts it when it saves it`,
    );
  }
  if (!Array.isArray(file.cells)) return refuse("is a broken notebook: its cells are not a list");
  const taken = new Set<string>();
  const cells = file.cells.map((cell, index) => {
    const found = readCell(cell, taken);
    return typeof found === "string" ? refuse(`is a broken notebook: cell ${index + 1} ${found}`) : found;
  });
  return { metadata: isFields(file.metadata) ? file.metadata : {}, cells };
}

function parsed(path: string): unknown {
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UnreadableNotebook(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** The cell, or what is wrong with it. */
function readCell(cell: unknown, taken: Set<string>): Cell | string {
  if (!isFields(cell)) return "is not an object";
  const source = joined(cell.source);
  if (source === undefined) return "has a source that is not text";
  const metadata = isFields(cell.metadata) ? cell.metadata : {};
  const id = freeId(cell.id, taken);
  if (cell.cell_type === "markdown" || cell.cell_type === "raw") {
    return { ...cell, cell_type: cell.cell_type, id, metadata, source };
  }
  if (cell.cell_type !== "code") return `has the unknown type ${JSON.stringify(cell.cell_type)}`;
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.map(readOutput) : [];
  const wrong = outputs.indexOf(undefined);
  if (wrong >= 0) return `has a broken output, number ${wrong + 1}`;
  const count = typeof cell.execution_count === "number" ? cell.execution_count : null;
  return { cell_type: "code", id, metadata, source, outputs: outputs as Output[], execution_count: count };
}

function freeId(id: unknown, taken: Set<string>): string {
  let free = typeof id === "string" && /^[\w-]{1,64}$/.test(id) && !taken.has(id) ? id : newId();
  while (taken.has(free)) free = newId();
  taken.add(free);
  return free;
}

/** As nbformat makes them. */
export function newId(): string {
  return randomBytes(4).toString("hex");
}

function readOutput(output: unknown): Output | undefined {
  if (!isFields(output)) return undefined;
  switch (output.output_type) {
    case "stream":
      return { output_type: "stream", name: String(output.name), text: joined(output.text) ?? "" };
    case "error": {
      const traceback = Array.isArray(output.traceback) ? output.traceback.map(String) : [];
      return { output_type: "error", ename: String(output.ename), evalue: String(output.evalue), traceback };
    }
    case "display_data":
    case "execute_result": {
      if (!isFields(output.data)) return undefined;
      const { output_type, execution_count } = output;
      const metadata = isFields(output.metadata) ? output.metadata : {};
      const data = mapped(output.data, (type, value) => (isJsonType(type) ? value : (joined(value) ?? value)));
      if (output_type === "display_data") return { output_type, data, metadata };
      return {
        output_type,
        data,
        metadata,
        execution_count: typeof execution_count === "number" ? execution_count : null,
      };
    }
    default:
      return undefined;
  }
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
  return `${JSON.stringify(sorted(file), null, 1)}\n`;
}

function writtenCell(cell: Cell): Fields {
  const source = split(cell.source);
  return cell.cell_type === "code"
    ? { ...cell, source, outputs: cell.outputs.map(writtenOutput) }
    : { ...cell, source };
}

function writtenOutput(output: Output): Fields {
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

function mapped(fields: Fields, change: (name: string, value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]));
}

/** Text in one piece; undefined if it is no text. */
function joined(text: unknown): string | undefined {
  if (typeof text === "string") return text;
  return Array.isArray(text) && text.every((line) => typeof line === "string") ? text.join("") : undefined;
}

function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** With the keys of every object in order, as Jupyter writes them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
