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
type Write = (descriptor: number, data: unknown, ...rest: unknown[]) => unknown;

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
  const fs = createRequire(import.meta.url)("node:fs") as Record<string, Write>;
  const capture = (name: string, joined: (data: never, rest: readonly unknown[]) => Buffer) => {
    const { [name]: write, [`${name}Sync`]: writeSync } = fs;
    fs[`${name}Sync`] = (descriptor, data, ...rest) =>
      isStandard(descriptor) ? print(descriptor, joined(data as never, rest)) : writeSync(descriptor, data, ...rest);
    fs[name] = (descriptor, data, ...rest) => {
      if (!isStandard(descriptor)) return write(descriptor, data, ...rest);
      const callback = rest.at(-1) as () => void;
      return process.nextTick(callback, null, print(descriptor, joined(data as never, rest)), data);
    };
  };
  capture("write", bytesOf);
  capture("writev", (pieces: readonly Data[]) => Buffer.concat(pieces.map((piece) => bytesOf(piece, []))));
  syncBuiltinESMExports();
}

interface Handle {
  setBlocking?(isBlocking: boolean): void;
}

/** `data, offset, length` or `data, { offset, length }` of bytes; `text, position, encoding`. */
function bytesOf(data: Data, [first, second]: readonly unknown[]): Buffer {
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
