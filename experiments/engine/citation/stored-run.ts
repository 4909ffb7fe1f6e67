/**
 * Stored run: the result that a written LaTeX file speaks of, and the lines that it must have.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BrokenResult, type Result, readResult } from "../read-result.ts";
import { MANIFEST } from "../result-files.ts";
import { citationOf } from "./citation.ts";
import { epsilabCitation } from "./citation-file.ts";
import { latexLines } from "./latex-results.ts";
import { type ResultKeys, resultKeys } from "./result-keys.ts";

export interface StoredRun {
  readonly key: string;
  readonly keys: ResultKeys;
  /** The arguments by the command and its first argument. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

/** The run, or what is wrong with it. */
export function readStoredRun(name: string, hash: string, places: readonly string[]): StoredRun | string {
  const folders = /^[\w-]+\/[0-9a-f]{12}$/.test(name) ? places.map((place) => join(place, name)) : [];
  const folder = folders.find((each) => existsSync(join(each, MANIFEST)));
  if (folder === undefined) {
    return `epsilab:${name}#${hash} is not in ${places.join(" or ")}`;
  }
  let result: Result;
  try {
    result = readResult(folder);
  } catch (error) {
    if (error instanceof BrokenResult) return error.message;
    throw error;
  }
  const citation = citationOf(result, "", { work: epsilabCitation(), epsilab: epsilabCitation() });
  if (citation.hash !== hash) {
    return `is stale: it was written from epsilab:${name}#${hash}, the stored result is now ${citation.key}; write it again with epsilab cite --latex`;
  }
  const lines = latexLines(result, citation).map(({ command, args }) => [`${command} ${args[0]}`, args] as const);
  return { key: citation.key, keys: resultKeys(result), lines: new Map(lines) };
}
