/**
 * Descriptor capture: what a cell writes to the descriptors 1 and 2 by `fs`, in its order among all other output.
 *
 * The descriptors themselves are for child processes and native code. They are made to block, or a write of more than their
 * buffer holds would fail or be cut short.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { StringDecoder } from "node:string_decoder";
import { currentRun } from "../cells/cell-run.ts";
import type { Outlet } from "./outlet.ts";

type Data = string | NodeJS.ArrayBufferView;
type Rest = readonly unknown[];
type FileSystem = {
  writeSync(descriptor: number, data: Data, ...rest: Rest): number;
  write(descriptor: number, data: Data, ...rest: Rest): void;
  writevSync(descriptor: number, data: readonly NodeJS.ArrayBufferView[], ...rest: Rest): number;
  writev(descriptor: number, data: readonly NodeJS.ArrayBufferView[], ...rest: Rest): void;
};

const names = { 1: "stdout", 2: "stderr" } as const;

function isStandard(descriptor: unknown): descriptor is 1 | 2 {
  return descriptor === 1 || descriptor === 2;
}

export function installDescriptorCapture(outlet: Outlet): void {
  for (const { _handle: handle } of [process.stdout, process.stderr] as { _handle?: Handle }[])
    handle?.setBlocking?.(true);
  const decoders = { 1: new StringDecoder("utf8"), 2: new StringDecoder("utf8") };
  const print = (descriptor: 1 | 2, bytes: Buffer) => {
    outlet.print(currentRun().number, names[descriptor], decoders[descriptor].write(bytes));
    return bytes.length;
  };
  const fs = createRequire(import.meta.url)("node:fs") as FileSystem;
  const { writeSync, write, writevSync, writev } = fs;
  fs.writeSync = (descriptor, data, ...rest) =>
    isStandard(descriptor) ? print(descriptor, bytesOf(data, rest)) : writeSync(descriptor, data, ...rest);
  fs.writevSync = (descriptor, data, ...rest) =>
    isStandard(descriptor) ? print(descriptor, joined(data)) : writevSync(descriptor, data, ...rest);
  fs.write = (descriptor, data, ...rest) => {
    if (isStandard(descriptor)) call(rest, print(descriptor, bytesOf(data, rest)), data);
    else write(descriptor, data, ...rest);
  };
  fs.writev = (descriptor, data, ...rest) => {
    if (isStandard(descriptor)) call(rest, print(descriptor, joined(data)), data);
    else writev(descriptor, data, ...rest);
  };
  syncBuiltinESMExports();
}

interface Handle {
  setBlocking?(isBlocking: boolean): void;
}

function call(rest: Rest, written: number, data: unknown): void {
  const callback = rest.at(-1);
  if (typeof callback !== "function") throw new TypeError("the last argument of a write must be a function");
  process.nextTick(callback as (...values: unknown[]) => void, null, written, data);
}

/** `data, offset, length` or `data, { offset, length }` of bytes; `text, position, encoding`. */
function bytesOf(data: Data, [first, second]: Rest): Buffer {
  if (typeof data === "string")
    return Buffer.from(data, typeof second === "string" ? (second as BufferEncoding) : "utf8");
  const { offset = first, length = second } = (typeof first === "object" ? (first ?? {}) : {}) as Record<
    string,
    unknown
  >;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const start = typeof offset === "number" ? offset : 0;
  return bytes.subarray(start, typeof length === "number" ? start + length : undefined);
}

function joined(pieces: readonly NodeJS.ArrayBufferView[]): Buffer {
  return Buffer.concat(
    pieces.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}
