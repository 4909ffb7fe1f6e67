/**
 * Which stored results a command line names: all, those of an experiment, or one by its folder, run id or citation.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { EXPERIMENT_IDS, loadExperiment } from "../catalogue.ts";
import { type Result, readResult } from "../read-result.ts";
import { citationKey, MANIFEST } from "../result-files.ts";
import { sizeOf } from "../result-size.ts";
import { meaningOf } from "./word-meaning.ts";

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
export async function foldersNamed(name: string, out: string): Promise<readonly string[]> {
  if (existsSync(join(name, MANIFEST))) return [resolve(name)];
  const [, experiment, runId, hash] =
    /^(?:epsilab:)?([\w-]+)(?:\/([0-9a-f]{12})(?:#([0-9a-f]{16}))?)?$/.exec(name) ?? [];
  const found = resultFolders(out).filter((folder) => {
    const [ownId, ownExperiment] = [basename(folder), basename(dirname(folder))];
    return runId === undefined
      ? ownExperiment === experiment || ownId === experiment
      : ownExperiment === experiment && ownId === runId;
  });
  if (found.length === 0) {
    throw new RangeError(
      `a result must be a folder, an experiment, a run id or a citation with results in ${out}, got "${name}"${await meaningOf(name)}`,
    );
  }
  if (hash !== undefined && !readResult(found[0]).id.startsWith(hash)) {
    throw new RangeError(
      `the result in ${found[0]} must have the hash that "${name}" cites, got ${readResult(found[0]).id.slice(0, 16)}`,
    );
  }
  return found;
}

/** The one result that `name` stands for; of an experiment with several, its only one of full size. */
export async function resultNamed(name: string, out: string): Promise<Result> {
  const found = (await foldersNamed(name, out)).map(readResult);
  if (found.length === 1) return found[0];
  const sized = await Promise.all(found.map(async (result) => ({ result, size: await describedSize(result) })));
  const full = sized.filter(({ size }) => size === FULL);
  if (full.length === 1) return full[0].result;
  const lines = sized.map(({ result: { spec, id }, size }) => `${citationKey(spec, id)}, ${size}, seed ${spec.seed}`);
  const many = full.length === 0 ? "none is" : `${full.length} are`;
  throw new RangeError(
    `"${name}" must name one result, and of its results ${many} of full size; name one of\n  ${lines.join("\n  ")}`,
  );
}

const FULL = "full size";

/** The size in words, as far as an experiment that is still here tells it. */
async function describedSize(result: Result): Promise<string> {
  const { experiment, version } = result.spec;
  if (!EXPERIMENT_IDS.includes(experiment)) return "size unknown";
  const own = await loadExperiment(experiment);
  const size = sizeOf(own, result);
  if (size === "full") return FULL;
  if (size !== undefined) return `${size} size`;
  return version === own.version ? "own parameters" : `of version ${version}`;
}
