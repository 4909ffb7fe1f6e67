/**
 * Which stored results a command line names: all, those of an experiment, or one by its folder, run id or citation.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Result, readResult } from "../read-result.ts";
import { MANIFEST } from "../result-files.ts";

/** `results/<experiment>/<runId>` folders, in the order of their names. */
export function resultFolders(out: string): readonly string[] {
  if (!existsSync(out)) return [];
  return foldersIn(out).flatMap((experiment) =>
    foldersIn(experiment).filter((folder) => existsSync(join(folder, MANIFEST))),
  );
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
    .sort();
}

/** The folders that `name` stands for: a path, an experiment's id, a run id, or a citation `epsilab:experiment/runId#hash`. */
export function foldersNamed(name: string, out: string): readonly string[] {
  if (existsSync(join(name, MANIFEST))) return [resolve(name)];
  const [, experiment, runId, hash] =
    /^(?:epsilab:)?([\w-]+)(?:\/([0-9a-f]{12})(?:#([0-9a-f]{16}))?)?$/.exec(name) ?? [];
  const found = resultFolders(out).filter((folder) => {
    const [ownId, ownExperiment] = folder.split("/").reverse();
    return runId === undefined
      ? ownExperiment === experiment || ownId === experiment
      : ownExperiment === experiment && ownId === runId;
  });
  if (found.length === 0) {
    throw new RangeError(
      `a result must be a folder, an experiment, a run id or a citation with results in ${out}, got "${name}"`,
    );
  }
  if (hash !== undefined && !readResult(found[0]).id.startsWith(hash)) {
    throw new RangeError(
      `the result in ${found[0]} must have the hash that "${name}" cites, got ${readResult(found[0]).id.slice(0, 16)}`,
    );
  }
  return found;
}

/** Exactly one result: of an experiment with several, the one that is newest is not guessed. */
export function resultNamed(name: string, out: string): Result {
  const found = foldersNamed(name, out);
  if (found.length > 1) {
    throw new RangeError(`"${name}" must name one result, got ${found.length}:\n  ${found.join("\n  ")}`);
  }
  return readResult(found[0]);
}
