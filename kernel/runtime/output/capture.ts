/**
 * Capture: `console` and the writes to `process.stdout` and `process.stderr`, filed under the cell that caused them.
 *
 * The streams keep their other members, so that code which asks for their width or colours gets an answer. Output of
 * worker threads arrives here as writes to these streams; that of child processes goes past it (child-output.ts).
 */
import { Console } from "node:console";
import { currentRun } from "../cells/cell-run.ts";
import type { Outlet } from "./outlet.ts";

type StreamName = "stdout" | "stderr";

export function installCapture(outlet: Outlet): void {
  for (const name of ["stdout", "stderr"] as const) captureStream(process[name], name, outlet);
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
