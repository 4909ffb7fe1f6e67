/**
 * Arguments of the kernel's program.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type CheckTime, checkTimes } from "./cell-check.ts";

export interface FrontArguments {
  readonly connectionFile: string;
  /** Importable name to the absolute path that it stands for. */
  readonly preload: Readonly<Record<string, string>>;
  readonly checkTime: CheckTime;
  /** False if nothing of the history is to be kept in a file. */
  readonly keepHistory: boolean;
  /** V8's heap limit of the runtime. */
  readonly heapMegabytes: number | undefined;
}

export const usage = `Usage: program.cjs front --connection-file FILE [options]
  --preload NAME=PATH      make the package at PATH importable as NAME; may be given more than once
  --type-check ${checkTimes.join("|")}  how long a cell is not called idle for its type errors: 3 seconds, until known, not at all
  --heap-megabytes N       the memory that cells may fill
  --no-history             keep no history in a file
`;

const text = { type: "string" } as const;
const options = {
  "connection-file": { ...text, short: "f" },
  preload: { ...text, multiple: true },
  "type-check": { ...text, default: "soon" },
  "heap-megabytes": text,
  "no-history": { type: "boolean" },
} as const;

export function parseArguments(words: readonly string[]): FrontArguments {
  const { values } = parseArgs({ args: [...words], options });
  const { "connection-file": connectionFile, preload = [], "type-check": time, "heap-megabytes": heap } = values;
  if (connectionFile === undefined) throw new RangeError("--connection-file is missing");
  const checkTime = checkTimes.find((each) => each === time);
  if (checkTime === undefined) throw new RangeError(`--type-check must be ${checkTimes.join(", ")}, got ${time}`);
  const heapMegabytes = heap === undefined ? undefined : Number(heap);
  if (heapMegabytes !== undefined && !(Number.isInteger(heapMegabytes) && heapMegabytes >= 16))
    throw new RangeError(`--heap-megabytes must be a number from 16, got ${heap}`);
  return {
    connectionFile,
    preload: Object.fromEntries(preload.map(preloadOf)),
    checkTime,
    keepHistory: values["no-history"] !== true,
    heapMegabytes,
  };
}

function preloadOf(text: string): [string, string] {
  const [, name, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || path === undefined) throw new RangeError(`--preload must be NAME=PATH, got ${text}`);
  return [name, resolve(path)];
}
