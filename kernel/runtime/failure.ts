/** Failure: a thrown value as Jupyter's error, its traceback in the lines of the cells and files as they were written. */
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { withoutMarkers } from "./rewrite.ts";
import { originalPosition, type Position, sourceOf } from "./source-positions.ts";
import { CellSyntaxError } from "./transpile.ts";

export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

interface Frame extends Position {
  readonly name: string;
  readonly file: string;
}

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
const blue = (text: string) => `\u001b[34m${text}\u001b[39m`;
const grey = (text: string) => `\u001b[90m${text}\u001b[39m`;
const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;

const kernelFolder = fileURLToPath(new URL("..", import.meta.url));
const CONTEXT_LINES = 2;
const DEEPEST_CAUSE = 5;

/** An interrupted cell, as what it awaited is told, and as the user is. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("the cell was interrupted; its variables are kept");
  }
}

export function failureOf(thrown: unknown, cellName: string): Failure {
  const ename = nameOf(thrown);
  const evalue = messageOf(thrown);
  return { ename, evalue, traceback: describe(thrown, cellName, 0) };
}

function nameOf(thrown: unknown): string {
  if (!isError(thrown)) return "Thrown";
  try {
    return String(thrown.name || thrown.constructor.name || "Error");
  } catch {
    return "Error";
  }
}

function messageOf(thrown: unknown): string {
  try {
    return withoutMarkers(isError(thrown) ? String(thrown.message) : inspect(thrown));
  } catch {
    return "a value that cannot be shown was thrown";
  }
}

function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";
}

function describe(thrown: unknown, cellName: string, depth: number): string[] {
  const title = `${bold(red(nameOf(thrown)))}: ${messageOf(thrown)}`;
  if (thrown instanceof CellSyntaxError)
    return [title, ...codeFrame({ file: cellName, name: "", line: thrown.line, column: thrown.column })];
  if (!isError(thrown)) return [title];
  const frames = framesOf(thrown);
  const place = frames.find(({ file }) => sourceOf(file) !== undefined);
  const lines = [title, ...(place ? codeFrame(place) : []), ...frames.map(showFrame)];
  const { cause, errors } = thrown as { cause?: unknown; errors?: unknown };
  if (depth >= DEEPEST_CAUSE) return lines;
  if (cause !== undefined) lines.push(grey("Caused by:"), ...describe(cause, cellName, depth + 1));
  if (thrown instanceof AggregateError && Array.isArray(errors)) {
    for (const inner of errors.slice(0, DEEPEST_CAUSE))
      lines.push(grey("Of these:"), ...describe(inner, cellName, depth + 1));
  }
  return lines;
}

function framesOf(error: Error): Frame[] {
  let stack: string;
  try {
    stack = String(error.stack ?? "");
  } catch {
    return [];
  }
  const frames: Frame[] = [];
  for (const text of stack.split("\n")) {
    const match = /^\s+at (?:(.*?) \()?((?:file:\/\/|node:|epsilab:)?[^()]*?):(\d+):(\d+)\)?$/.exec(text);
    if (match === null) continue;
    const file = match[2].startsWith("file://") ? fileURLToPath(match[2]) : match[2].replace(/^async /, "");
    if (isKernel(file)) continue;
    frames.push({
      name: frameName(match[1]),
      file,
      ...originalPosition(file, { line: Number(match[3]), column: Number(match[4]) }),
    });
  }
  return frames;
}

function frameName(name: string | undefined): string {
  return withoutMarkers(name ?? "").replace(/^Object\.<anonymous>$|^<anonymous>$/, "");
}

function isKernel(file: string): boolean {
  return file.startsWith(kernelFolder) || file.startsWith("node:") || file.startsWith("epsilab:");
}

function showFrame({ name, file, line, column }: Frame): string {
  const place = `${blue(file)}:${line}:${column}`;
  return `    ${grey("at")} ${name === "" ? place : `${name} (${place})`}`;
}

function codeFrame({ file, line, column }: Frame): string[] {
  const lines = sourceOf(file)?.split("\n") ?? [];
  if (line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const width = String(last).length;
  const shown: string[] = [`${grey("-->")} ${blue(file)}:${line}:${column}`];
  for (let number = first; number <= last; number++) {
    const margin = `${number === line ? red(">") : " "} ${grey(`${String(number).padStart(width)} |`)}`;
    shown.push(`${margin} ${lines[number - 1]}`);
    if (number === line)
      shown.push(`  ${grey(`${" ".repeat(width)} |`)} ${" ".repeat(Math.max(0, column - 1))}${red("^")}`);
  }
  return shown;
}
