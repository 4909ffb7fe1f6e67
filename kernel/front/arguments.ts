/**
 * Arguments of the kernel's program.
 */
import { resolve } from "node:path";
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

export function parseArguments(words: readonly string[]): FrontArguments {
  let connectionFile: string | undefined;
  let checkTime: CheckTime = "soon";
  let keepHistory = true;
  let heapMegabytes: number | undefined;
  let outputCharacters: number | undefined;
  let outputRate: OutputRate | undefined;
  const preload: Record<string, string> = {};
  const rest = words.flatMap((word) =>
    /^--[\w-]+=/.test(word) ? [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)] : [word],
  );
  for (let at = 0; at < rest.length; at++) {
    const option = rest[at] as string;
    const next = () => {
      const value = rest[++at];
      if (value === undefined) throw new RangeError(`${option} needs a value`);
      return value;
    };
    if (option === "--connection-file" || option === "-f") connectionFile = next();
    else if (option === "--preload") {
      const [name, path] = preloadOf(next());
      preload[name] = path;
    } else if (option === "--type-check") checkTime = oneOf(option, next(), checkTimes);
    else if (option === "--output-rate") outputRate = oneOf(option, next(), outputRates);
    else if (option === "--heap-megabytes") heapMegabytes = countOf(option, next(), 16);
    else if (option === "--output-characters") outputCharacters = countOf(option, next(), 1);
    else if (option === "--no-history") keepHistory = false;
    else throw new RangeError(`unknown option ${option}`);
  }
  if (connectionFile === undefined) throw new RangeError("--connection-file is missing");
  return { connectionFile, preload, checkTime, keepHistory, outputCharacters, outputRate, heapMegabytes };
}

function preloadOf(text: string): [string, string] {
  const [, name, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || path === undefined) throw new RangeError(`--preload must be NAME=PATH, got ${text}`);
  return [name, resolve(path)];
}

function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new RangeError(`${option} must be ${words.join(", ")}, got ${text}`);
  return found;
}

function countOf(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${option} must be a number from ${least}, got ${text}`);
  return value;
}
