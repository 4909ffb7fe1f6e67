/**
 * Stored run: the result that a written LaTeX file speaks of, and the lines that it must have.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BrokenResult, readResult } from "../format/read-result.ts";
import { citationKey, MANIFEST } from "../format/result-files.ts";
import type { Workbench } from "../program/workbench.ts";
import { resultNamed, supersessionNote } from "../store/named-results.ts";
import { supersededIn } from "../store/superseded.ts";
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

const AGAIN = "write it again with epsilab cite --latex";

/** The run, if its files are there, and what is wrong with it. */
export async function readStoredRun(
  name: string,
  hash: string,
  bench: Workbench,
): Promise<{ readonly run?: StoredRun; readonly problem?: string }> {
  const cited = `epsilab:${name}#${hash}`;
  const [experiment] = name.split("/");
  const isNamed = /^[\w-]+\/[0-9a-f]{12}$/.test(name);
  const folder = isNamed
    ? bench.places.map((place) => join(place, name)).find((each) => existsSync(join(each, MANIFEST)))
    : undefined;
  try {
    const present = folder === undefined ? undefined : readResult(folder);
    const isSuperseded =
      isNamed &&
      present?.id.slice(0, 16) !== hash &&
      supersededIn(bench.places, experiment).some(({ citation }) => citation === cited);
    const result = isSuperseded ? await resultNamed(cited, bench) : present;
    if (result === undefined) return { problem: `${cited} is not in ${bench.places.join(" or ")}` };
    const makers = { work: epsilabCitation(), epsilab: epsilabCitation() };
    const citation = citationOf(result, "", makers);
    if (citation.hash !== hash) {
      const now = citationKey(result.spec, result.id);
      return { problem: `is stale: it was written from ${cited}, the stored result is now ${now}; ${AGAIN}` };
    }
    const lines = latexLines(result, citation).map(({ command, args }) => [`${command} ${args[0]}`, args] as const);
    const note = await supersessionNote(result, bench);
    return {
      run: { key: citation.key, keys: resultKeys(result), lines: new Map(lines) },
      ...(note === undefined ? {} : { problem: `${note}; ${AGAIN}` }),
    };
  } catch (error) {
    if (error instanceof BrokenResult || error instanceof RangeError) return { problem: error.message };
    throw error;
  }
}
