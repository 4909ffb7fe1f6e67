/**
 * Capture: `console` and the writes to `process.stdout`, `process.stderr` and their descriptors, filed under the cell that caused them.
 *
 * The streams keep their other members, so that code which asks for their width or colours gets an answer. Output of
 * worker threads arrives here as writes to these streams.
 * Limits: child processes, native code and writes of parts of a buffer go to the descriptors themselves, which the front reads: under
 * the cell that runs at the time, and roughly in the order of the rest.
 */
import { Console } from "node:console";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { currentRun } from "../cells/cell-run.ts";
import type { Outlet } from "./outlet.ts";

type StreamName = "stdout" | "stderr";

export function installCapture(outlet: Outlet): void {
  for (const name of ["stdout", "stderr"] as const) captureStream(process[name], name, outlet);
  captureDescriptors();
  captureConsole(outlet);
}

function captureStream(stream: NodeJS.WriteStream, name: StreamName, outlet: Outlet): void {
  const decoder = new TextDecoder();
  const write = (chunk: unknown, encoding?: unknown, callback?: unknown): boolean => {
    const done = typeof encoding === "function" ? encoding : callback;
    const run = currentRun();
    if (typeof chunk === "string") {
      const isText = typeof encoding !== "string" || /^utf-?8$/i.test(encoding);
      outlet.print(run.number, name, isText ? chunk : Buffer.from(chunk, encoding as BufferEncoding).toString());
    } else if (chunk instanceof Uint8Array) outlet.print(run.number, name, decoder.decode(chunk, { stream: true }));
    else throw new TypeError(`the chunk must be a string or a Uint8Array, got ${typeof chunk}`);
    if (typeof done === "function") process.nextTick(done as () => void);
    return true;
  };
  Object.defineProperty(stream, "write", { value: write, writable: true, configurable: true });
  const end = (chunk?: unknown) => {
    if (chunk !== undefined && typeof chunk !== "function") write(chunk);
    return stream;
  };
  Object.defineProperty(stream, "end", { value: end, writable: true, configurable: true });
}

/** The descriptors are made to block, or a child's write of more than their buffer holds would fail or be cut short. */
function captureDescriptors(): void {
  const own = { 1: process.stdout, 2: process.stderr } as Record<number, NodeJS.WriteStream & { _handle?: Handle }>;
  for (const { _handle: handle } of Object.values(own)) handle?.setBlocking?.(true);
  const fs = createRequire(import.meta.url)("node:fs") as { writeSync: Write };
  const { writeSync } = fs;
  fs.writeSync = (descriptor, data, ...rest) => {
    const stream = own[descriptor];
    const isWhole = rest.every((each) => each === null || each === undefined || typeof each === "string");
    if (stream === undefined || !isWhole) return writeSync(descriptor, data, ...rest);
    const encoding = rest.find((each) => typeof each === "string") as BufferEncoding | undefined;
    stream.write(data, encoding);
    return Buffer.byteLength(data, encoding);
  };
  syncBuiltinESMExports();
}

type Write = (descriptor: number, data: string | Uint8Array, ...rest: unknown[]) => number;
interface Handle {
  setBlocking?(isBlocking: boolean): void;
}

const streams: Readonly<Record<string, StreamName>> = {
  log: "stdout",
  info: "stdout",
  debug: "stdout",
  error: "stderr",
  warn: "stderr",
};

/** Node's console over our streams; a single string, the usual case, goes past its formatter, which takes half of the time. */
function captureConsole(outlet: Outlet): void {
  const own = new Console({ stdout: process.stdout, stderr: process.stderr, ignoreErrors: false });
  const indent = Object.getOwnPropertySymbols(own).find(({ description }) => description === "kGroupIndent") as symbol;
  for (const [name, method] of Object.entries(own)) {
    if (typeof method !== "function") continue;
    const write = method.bind(own) as (...values: unknown[]) => void;
    const printed = (...values: unknown[]) => {
      const [first] = values;
      const isPlain = values.length === 1 && typeof first === "string" && Reflect.get(own, indent) === "";
      if (isPlain) outlet.print(currentRun().number, streams[name], `${first}\n`);
      else write(...values);
    };
    Object.defineProperty(printed, "name", { value: name });
    Reflect.set(console, name, name in streams ? printed : write);
  }
}
