/**
 * Arguments of the kernel's program.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type CheckTime, checkTimes } from "./cell-check.ts";
import { type OutputRate, outputRates } from "./output-rate.ts";

export interface FrontArguments {
  readonly connectionFile: string;
  /** Importable name to the absolute path that it stands for. */
  readonly preload: Readonly<Record<string, string>>;
  readonly checkTime: CheckTime;
  /** False if nothing of the history is to be kept in a file. */
  readonly keepHistory: boolean;
  /** How much text a cell may print into its notebook; undefined: all of it. */
  readonly outputCharacters: number | undefined;
  /** Whether output is paced for a Jupyter server; undefined: as the environment says. */
  readonly outputRate: OutputRate | undefined;
  /** V8's heap limit of the runtime. */
  readonly heapMegabytes: number | undefined;
}

export const usage = `Usage: program.cjs front --connection-file FILE [options]
  --preload NAME=PATH      make the package at PATH importable as NAME; may be given more than once
  --type-check ${checkTimes.join("|")}  how long a cell is not called idle for its type errors: 3 seconds, until known, not at all
  --output-characters N    show so much of what a cell prints, and put the rest into a file
  --output-rate ${outputRates.join("|")}  slow output down so that a Jupyter server drops none: where one is, always, never
  --heap-megabytes N       the memory that cells may fill
  --no-history             keep no history in a file
`;

const text = { type: "string" } as const;
const options = {
  "connection-file": { ...text, short: "f" },
  preload: { ...text, multiple: true },
  "type-check": text,
  "output-characters": text,
  "output-rate": text,
  "heap-megabytes": text,
  "no-history": { type: "boolean" },
} as const;

export function parseArguments(words: readonly string[]): FrontArguments {
  const { values } = parseArgs({ args: [...words], options });
  const { "connection-file": connectionFile, preload = [], "no-history": noHistory = false } = values;
  if (connectionFile === undefined) throw new RangeError("--connection-file is missing");
  return {
    connectionFile,
    preload: Object.fromEntries(preload.map(preloadOf)),
    checkTime: oneOf("--type-check", values["type-check"], checkTimes) ?? "soon",
    keepHistory: !noHistory,
    outputCharacters: countOf("--output-characters", values["output-characters"], 1),
    outputRate: oneOf("--output-rate", values["output-rate"], outputRates),
    heapMegabytes: countOf("--heap-megabytes", values["heap-megabytes"], 16),
  };
}

function preloadOf(text: string): [string, string] {
  const [, name, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || path === undefined) throw new RangeError(`--preload must be NAME=PATH, got ${text}`);
  return [name, resolve(path)];
}

function oneOf<Word extends string>(option: string, text: string | undefined, words: readonly Word[]) {
  const found = words.find((word) => word === text);
  if (found === undefined && text !== undefined)
    throw new RangeError(`${option} must be ${words.join(", ")}, got ${text}`);
  return found;
}

function countOf(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${option} must be a number from ${least}, got ${text}`);
  return value;
}
