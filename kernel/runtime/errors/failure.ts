/** Failure: a thrown value as Jupyter's error, its traceback in the lines of the cells and files as they were written. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspect, types } from "node:util";
import { clippedLine } from "../../display/clipped-line.ts";
import { CellSyntaxError } from "./cell-syntax-error.ts";
import { importAdvice } from "./import-advice.ts";
import { commandAdvice } from "./magics.ts";
import { withoutMarkers } from "./plain-names.ts";
import { originalPosition, type Position, sourceOf } from "./source-positions.ts";
import { areTraced, arrivalOf, isKernel } from "./traces.ts";

interface Failure {
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

const CONTEXT_LINES = 2;
const DEEPEST_CAUSE = 5;
const TOLD_PROPERTIES = new Set(["name", "message", "stack", "cause", "errors"]);

/** An interrupted cell, as what it awaited hears of it, and as the user does. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("the cell was interrupted; its variables are kept");
  }
}

/** Of whatever was thrown: of a value that cannot even be looked at, that is said. */
export function failureOf(thrown: unknown, cellName: string): Failure {
  const ename = nameOf(thrown);
  const evalue = messageOf(thrown, cellName);
  return { ename, evalue, traceback: attempt(() => describe(thrown, cellName, []), [titleOf(ename, evalue)]) };
}

/** Code of the user runs wherever a thrown value is looked at: a getter, a trap of a Proxy. */
function attempt<Result>(look: () => Result, otherwise: Result): Result {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

function nameOf(thrown: unknown): string {
  if (!isError(thrown)) return "Thrown";
  return attempt(() => String(thrown.name || thrown.constructor.name || "Error"), "Error");
}

function messageOf(thrown: unknown, cellName: string): string {
  const message = attempt(
    () => withoutMarkers(isError(thrown) ? String(thrown.message) : inspect(thrown)),
    "a value that cannot be shown was thrown",
  );
  return message + attempt(() => (isError(thrown) ? adviceOn(thrown, message, cellName) : ""), "");
}

/** One line more for what is not defined; empty if there is nothing to advise. */
function adviceOn(error: Error, message: string, cellName: string): string {
  const [, name] = /^([\p{ID_Start}$_][\p{ID_Continue}$]*) is not defined$/u.exec(message) ?? [];
  if (name === undefined || error.name !== "ReferenceError") return "";
  return commandAdvice(name, sourceOf(cellName) ?? "") || importAdvice(name);
}

function titleOf(name: string, message: string): string {
  return `${bold(red(name))}: ${message}`;
}

/** A Proxy is none: to ask it would run its traps. */
function isError(thrown: unknown): thrown is Error {
  if (types.isProxy(thrown)) return false;
  return attempt(() => thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]", false);
}

/** `outer` are the errors that this one is reported with: one of them again would have no end. */
function describe(thrown: unknown, cellName: string, outer: readonly unknown[]): string[] {
  const title = titleOf(nameOf(thrown), messageOf(thrown, cellName));
  if (!isError(thrown)) return [title];
  const stack = attempt(() => stackOf(thrown), "");
  // The user's frames, and the place where a cell met the error.
  const frames = [...parseFrames(stack, !areTraced()), ...parseFrames(arrivalOf(thrown, [stack]), false)];
  const place = syntaxPlace(thrown, stack, cellName) ?? frames.find(({ file }) => sourceOf(file) !== undefined);
  const properties = attempt(() => propertiesOf(thrown), []);
  const lines = [title, ...(place ? codeFrame(place) : []), ...frames.map(showFrame), ...properties];
  if (outer.length >= DEEPEST_CAUSE) return lines;
  const told = [...outer, thrown];
  const inner = (word: string, value: unknown) => {
    if (told.includes(value)) lines.push(grey(`${word} ${nameOf(value)}, as above`));
    else lines.push(grey(word), ...attempt(() => describe(value, cellName, told), []));
  };
  const cause = attempt(() => thrown.cause, undefined);
  if (cause !== undefined) inner("Caused by:", cause);
  for (const one of attempt(() => gatheredIn(thrown), [])) inner("Of these:", one);
  return lines;
}

/** What else the error tells, such as the code of an error of the system. */
function propertiesOf(thrown: Error): readonly string[] {
  const others = Object.entries(thrown).filter(([key]) => !TOLD_PROPERTIES.has(key));
  if (others.length === 0 || thrown instanceof CellSyntaxError) return [];
  const options = { colors: true, depth: 1, maxStringLength: 500, maxArrayLength: 20 };
  return inspect(Object.fromEntries(others), options).split("\n");
}

function gatheredIn(thrown: Error): readonly unknown[] {
  if (!(thrown instanceof AggregateError) || !Array.isArray(thrown.errors)) return [];
  return thrown.errors.slice(0, DEEPEST_CAUSE);
}

/** Where a text does not parse; Node says it above the title, with the line itself and a mark below. */
function syntaxPlace(thrown: Error, stack: string, cellName: string): Frame | undefined {
  if (thrown instanceof CellSyntaxError) {
    const { file = cellName, line, column } = thrown;
    return { file, name: "", line, column };
  }
  const told = /^(?!\s)(.+):(\d+)\n.*\n(\s*)\^/.exec(stack);
  if (!(thrown instanceof SyntaxError) || told === null) return undefined;
  return { file: pathOf(told[1]), name: "", line: Number(told[2]), column: told[3].length + 1 };
}

/** Code that formats stacks itself may make anything of them; mostly they are V8's frames. */
function stackOf({ stack }: { readonly stack?: unknown }): string {
  return Array.isArray(stack) ? stack.map((frame) => `    at ${frame}`).join("\n") : String(stack);
}

/** `isRaw` if the places are those in the code that runs. */
function parseFrames(stack: string, isRaw: boolean): Frame[] {
  const frames: Frame[] = [];
  for (const text of stack.split("\n")) {
    const match = /^\s+at (?:(.*?) \()?((?:file:\/\/|node:|epsilab:)?[^()]*?):(\d+):(\d+)\)?$/.exec(text);
    if (match === null) continue;
    const file = pathOf(match[2].replace(/^async /, ""));
    if (isKernel(file) || file.startsWith("node:")) continue;
    const place = { line: Number(match[3]), column: Number(match[4]) };
    const name = withoutMarkers(match[1] ?? "").replace(/^(?:Object\.)?<anonymous>$/, "");
    frames.push({ name, file, ...(isRaw ? originalPosition(file, place) : place) });
  }
  return frames;
}

function pathOf(file: string): string {
  return file.startsWith("file://") ? attempt(() => fileURLToPath(file), file) : file;
}

function showFrame({ name, file, line, column }: Frame): string {
  const place = `${blue(file)}:${line}:${column}`;
  return `    ${grey("at")} ${name === "" ? place : `${name} (${place})`}`;
}

function codeFrame({ file, line, column }: Frame): string[] {
  const source = sourceOf(file) ?? attempt(() => readFileSync(file, "utf8"), "");
  const lines = source.split("\n");
  if (line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const width = String(last).length;
  const shown: string[] = [`${grey("-->")} ${blue(file)}:${line}:${column}`];
  for (let number = first; number <= last; number++) {
    const margin = `${number === line ? red(">") : " "} ${grey(`${String(number).padStart(width)} |`)}`;
    const at = number === line ? column - 1 : 0;
    const { text, from } = clippedLine(lines[number - 1], { from: at, to: at });
    shown.push(`${margin} ${text}`);
    const blanks = text.slice(0, from).padEnd(from).replaceAll(/[^\t]/g, " ");
    if (number === line) shown.push(`  ${grey(`${" ".repeat(width)} |`)} ${blanks}${red("^")}`);
  }
  return shown;
}
