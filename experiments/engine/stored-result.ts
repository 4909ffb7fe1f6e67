/**
 * Stored result: a result of `results/`, read strictly, with its numbers by the keys under which papers cite them.
 *
 * Limits: the project's own `results/` is read unless another folder is given; the installed package has none.
 * @example
 * ```ts
 * import { storedResult } from "epsilab/experiments";
 * const result = await storedResult("randomized-response");
 * result.number("control=warner-claimed-log-two/epsilon"); // => 1.0986...
 * result.entry("epsilon=1/respondents=1000/share=0.1/variance").verdict; // => "holds"
 * ```
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Interval } from "../../lib/statistics/interval.ts";
import { nearNames } from "../claims/near-names.ts";
import { type ResultEntry, resultKeys } from "./citation/result-keys.ts";
import { resultNamed } from "./command/results-folder.ts";
import type { Result } from "./read-result.ts";
import { citationKey } from "./result-files.ts";

const PLACES = ["../../results", "../../../results"]; // from the source, and as built

export interface StoredResult extends Result {
  /** How the result is cited: `epsilab:<experiment>/<run>#<hash>`. */
  readonly citation: string;
  /** What the result says under a key, in its full or its short form, with or without the experiment in front. */
  entry(key: string): ResultEntry;
  /** The number of an entry. */
  number(key: string): number;
  /** The interval of an entry. */
  interval(key: string): Interval;
}

/** The result that an experiment's id, a run id or a citation names; an experiment with several stands for its full one. */
export async function storedResult(name: string, folder: string = resultsFolder()): Promise<StoredResult> {
  const result = await resultNamed(name, folder);
  const { entries, short } = resultKeys(result);
  const { experiment } = result.spec;
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  const entry = (key: string): ResultEntry => {
    const full = key.startsWith(`${experiment}/`) ? key : `${experiment}/${key}`;
    const found = known.get(full) ?? known.get(short.get(full) ?? "");
    if (found !== undefined) return found;
    const near = nearNames(full, [...known.keys(), ...short.keys()]).slice(0, 3);
    const hint = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
    throw new RangeError(`${experiment} has no number with the key "${key}"${hint}`);
  };
  const number = (key: string): number => {
    const { estimate } = entry(key);
    if (estimate === undefined) throw new RangeError(`"${key}" names a verdict of ${experiment}, not a number`);
    return estimate;
  };
  const interval = (key: string): Interval => {
    const { lower, upper } = entry(key);
    if (lower === undefined || upper === undefined) throw new RangeError(`"${key}" of ${experiment} has no interval`);
    return { lower, upper };
  };
  return { ...result, citation: citationKey(result.spec, result.id), entry, number, interval };
}

function resultsFolder(): string {
  const found = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (found === undefined) throw new Error("there is no folder results/ beside this installation; name one");
  return found;
}
