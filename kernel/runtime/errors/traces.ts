/**
 * Traces: the stack of every error in the lines of the cells and files as they were written, without the kernel's own frames.
 *
 * Method: `Error.prepareStackTrace`, which V8 calls when a stack is first read, so an error whose stack is not read costs
 * nothing more. Node calls it for errors of other realms, too. Code that sets its own function gets V8's frames.
 * Frames of Node are shown only where there are no others. An error that comes from no code at all (a failed read of a
 * file, a refused connection) gets the place where a cell awaited or imported what failed.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withoutMarkers } from "./plain-names.ts";
import { originalPosition } from "./source-positions.ts";

const kernelAddress = new URL("../..", import.meta.url).href;
const kernelFolder = fileURLToPath(kernelAddress);
/** Three times as many as Node keeps: up to twenty are the kernel's. */
const FRAMES = 30;
const arrivals = new WeakMap<object, string>();

export function installTraces(): void {
  Error.stackTraceLimit = FRAMES;
  Object.defineProperty(Error, "prepareStackTrace", { value: formatTrace, writable: true, configurable: true });
}

/** Whether stacks tell places as they were written; not while other code formats them. */
export function areTraced(): boolean {
  return Error.prepareStackTrace === formatTrace;
}

/** Code that no user wrote: the kernel's, what the transpiler adds, and the builtins that Node lacks. */
export function isKernel(file: string): boolean {
  return (
    file.startsWith(kernelAddress) ||
    file.startsWith(kernelFolder) ||
    file.startsWith("epsilab:") ||
    /[\\/](?:@swc[\\/]helpers|core-js[\\/](?:internals|modules))[\\/]/.test(file) ||
    (/[\\/]notebook\.mjs$/.test(file) && !existsSync(file)) // the importer's, in the notebook's folder
  );
}

/** Note where an error reaches a cell: what runs, or awaits what runs. The first place counts. */
export function noteArrival(error: unknown, frames = here()): void {
  const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
  if (isObject && frames !== "" && !arrivals.has(error)) arrivals.set(error, frames);
}

/** The frames of that place which the stack does not tell. */
export function arrivalOf(error: object, told: readonly string[]): string {
  const frames = arrivals.get(error)?.split("\n") ?? [];
  const stack = frames.length > 0 ? told.join("\n") : "";
  return frames
    .filter((frame) => !stack.includes(frame.replace(/^ +at (?:async )?(?:.*\()?|(?<!\d)\d+\)?$/g, "")))
    .join("\n");
}

/** Formatted at once: V8 formats no stack while it formats another. */
function here(): string {
  const place: { stack?: unknown } = {};
  Error.captureStackTrace(place);
  const stack = String(place.stack);
  const first = areTraced() ? stack.search(/^ +at (?!.*node:)/m) : -1;
  return first === -1 ? "" : stack.slice(first);
}

function formatTrace(error: object, given: readonly NodeJS.CallSite[]): string {
  const sites = Array.from({ length: given.length }, (_, index) => given[index]); // since Node 24 the list is the user's
  /** From the last: a native function belongs to whoever called it, which the frame after it tells. */
  let isUser = false;
  const users: string[] = [];
  for (const site of sites.toReversed()) {
    const file = site.getFileName() ?? undefined;
    if (file !== undefined) isUser = !isKernel(file) && !file.startsWith("node:");
    else if (site.isEval()) isUser = true;
    if (isUser) users.unshift(`    at ${frameOf(site, file)}`);
  }
  const arrival = arrivalOf(error, users);
  if (arrival !== "") users.push(arrival);
  return [headOf(error), ...(users.length > 0 ? users : framesOfNode(sites))].join("\n");
}

function framesOfNode(sites: readonly NodeJS.CallSite[]): string[] {
  return sites.filter((site) => site.getFileName()?.startsWith("node:")).map((site) => `    at ${site}`);
}

function frameOf(site: NodeJS.CallSite, file: string | undefined): string {
  const text = withoutMarkers(String(site));
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (line === null || column === null || file === undefined) return text;
  const original = originalPosition(file, { line, column });
  return text.replace(`${file}:${line}:${column}`, () => `${file}:${original.line}:${original.column}`);
}

/** The first line, by the rules of V8 and, for its own errors, of Node: those tell their code. */
function headOf(error: object): string {
  try {
    const { code } = error as { readonly code?: unknown };
    const isOfNode = typeof code === "string" && code.startsWith("ERR_");
    return withoutMarkers(isOfNode ? String(error) : Error.prototype.toString.call(error));
  } catch {
    return "Error";
  }
}
