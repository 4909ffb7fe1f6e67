/**
 * Named results: which stored results a name means: an experiment, a run id, a folder or a citation `epsilab:experiment/runId#hash`.
 *
 * An experiment with several results means its full one, else its newest of default parameters, at the default seed if there are
 * more, and else its newest. `quick`, `full` and a run id choose another. A superseded result is meant only by a citation or a run
 * id that no current result has, or by its folder.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Experiment } from "../definition/experiment.ts";
import { meaningOf } from "../evidence/word-meaning.ts";
import { type Result, readResult } from "../format/read-result.ts";
import { citationKey, MANIFEST } from "../format/result-files.ts";
import { sizeOf } from "../format/result-size.ts";
import { DEFAULT_SEED, type Size } from "../format/spec.ts";
import type { Workbench } from "../program/workbench.ts";
import { type Supersession, supersededIn, supersessionOf } from "./superseded.ts";

/** `<place>/<experiment>/<runId>` folders, in the order of their names; a run that an earlier place has is not taken from a later one. */
export function resultFolders(places: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const place of places.filter((each) => existsSync(each))) {
    if (!statSync(place).isDirectory()) throw new RangeError(`results must be kept in a folder, got the file ${place}`);
    for (const folder of foldersIn(place).flatMap(foldersIn)) {
      const name = runNameOf(folder);
      if (!found.has(name) && existsSync(join(folder, MANIFEST))) found.set(name, folder);
    }
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, folder]) => folder);
}

function runNameOf(folder: string): string {
  return `${basename(dirname(folder))}/${basename(folder)}`;
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
}

/** The folders that `name` stands for. */
export async function foldersNamed(name: string, bench: Workbench): Promise<readonly string[]> {
  if (existsSync(join(name, MANIFEST))) return [resolve(name)];
  const [, experiment, runId, hash] =
    /^(?:epsilab:)?([\w-]+)(?:\/([0-9a-f]{12})(?:#([0-9a-f]{16}))?)?$/.exec(name) ?? [];
  const found = resultFolders(bench.places).filter((folder) => {
    const [ownExperiment, ownId] = runNameOf(folder).split("/");
    return runId === undefined
      ? ownExperiment === experiment || ownId === experiment
      : ownExperiment === experiment && ownId === runId;
  });
  const isCited = found.length > 0 && (hash === undefined || readResult(found[0]).id.startsWith(hash));
  if (isCited) return found;
  const [replaced] = supersededNamed(bench, { experiment, runId, hash });
  if (replaced !== undefined) {
    if (existsSync(join(replaced.folder, MANIFEST))) return [replaced.folder];
    const { commit, folder } = replaced;
    const where =
      `its files are not in ${folder}; ` +
      `the repository has them${commit === undefined ? "" : `, and commit ${commit} computes them`}`;
    throw new RangeError(`${await supersessionSentence(replaced, bench)}; ${where}`);
  }
  if (found.length === 0) {
    throw new RangeError(
      "a result must be a folder, an experiment, a run id or a citation with results in " +
        `${bench.places.join(" or ")}, got "${name}"${await meaningOf(name, bench.catalogue)}`,
    );
  }
  throw new RangeError(
    `the result in ${found[0]} must have the hash that "${name}" cites, got ${readResult(found[0]).id.slice(0, 16)}`,
  );
}

/** The superseded results that the parts of a name stand for; a bare run id stands in the place of the experiment. */
function supersededNamed(
  { places }: Workbench,
  { experiment, runId, hash = "" }: Readonly<Record<"experiment" | "runId" | "hash", string | undefined>>,
): readonly Supersession[] {
  if (experiment === undefined) return [];
  const all = () => places.filter((place) => existsSync(place)).flatMap(foldersIn);
  const homes = runId === undefined ? all().map((folder) => basename(folder)) : [experiment];
  const run = runId ?? experiment;
  return [...new Set(homes)]
    .flatMap((home) => supersededIn(places, home))
    .filter((each) => each.run === run && each.hash.startsWith(hash));
}

/** What a superseded result was replaced for, and by what; undefined of one that stands. */
export async function supersessionNote(result: Result, bench: Workbench): Promise<string | undefined> {
  const record = supersessionOf(result);
  return record === undefined ? undefined : supersessionSentence(record, bench);
}

async function supersessionSentence(record: Supersession, bench: Workbench): Promise<string> {
  const { citation, superseded, reason, experiment, run } = record;
  const current = resultFolders(bench.places).filter((folder) => basename(dirname(folder)) === experiment);
  const same = current.find((folder) => basename(folder) === run);
  const next =
    same !== undefined ? readResult(same) : current.length > 0 ? await resultNamed(experiment, bench) : undefined;
  const by = next === undefined ? "nothing replaces it here" : `${citationKey(next.spec, next.id)} replaces it`;
  return `${citation} was superseded on ${superseded.slice(0, 10)}: ${reason}; ${by}`;
}

/** Which of an experiment's results is meant. */
export interface ResultChoice {
  readonly size?: Size;
  /** The id of a run, or its beginning. */
  readonly run?: string;
}

interface Described {
  readonly result: Result;
  readonly size: Size | undefined;
  /** The size in words. */
  readonly words: string;
}

/** The one result that `name` stands for. */
export async function resultNamed(name: string, bench: Workbench, choice: ResultChoice = {}): Promise<Result> {
  const all = (await foldersNamed(name, bench)).map(readResult);
  const experiments = new Map<string, Experiment | undefined>();
  for (const { spec } of all) {
    if (experiments.has(spec.experiment)) continue;
    experiments.set(spec.experiment, await bench.catalogue.experiment(spec.experiment).catch(() => undefined));
  }
  const described = all.map((result) => describedBy(result, experiments.get(result.spec.experiment)));
  const fitting = described.filter(
    ({ result, size }) =>
      (choice.run === undefined || result.runId.startsWith(choice.run)) &&
      (choice.size === undefined || size === choice.size),
  );
  const found = chosenOf(fitting);
  if (found !== undefined) return found.result;
  const wanted = [
    choice.size === undefined ? "" : `${choice.size} size`,
    choice.run === undefined ? "" : `run ${choice.run}`,
  ];
  throw new RangeError(
    `"${name}" must have a result of ${wanted.filter(Boolean).join(" and ")}; it has\n  ${described.map(lineOf).join("\n  ")}`,
  );
}

/** The newest result of the same experiment besides this one. */
export function otherResultOf({ spec, runId }: Result, bench: Workbench): Result {
  const others = resultFolders(bench.places)
    .filter((folder) => basename(dirname(folder)) === spec.experiment && basename(folder) !== runId)
    .map(readResult)
    .sort(newestFirst);
  if (others.length > 0) return others[0];
  throw new RangeError(
    `${spec.experiment} must have another result to compare ${runId} with; ` +
      `"epsilab run ${spec.experiment}" computes its quick one, and --seed or a parameter others`,
  );
}

/** A line for each result: how it is cited, its size, when it was computed. */
function lineOf({ result, words }: Described): string {
  const { spec, id, environment } = result;
  const date = String(environment.finished ?? "date unknown").slice(0, 10);
  return `${citationKey(spec, id)}, ${words}, ${date}, seed ${spec.seed}`;
}

function chosenOf(results: readonly Described[]): Described | undefined {
  const newest = [...results].sort((one, other) => newestFirst(one.result, other.result));
  const full = newest.filter(({ size }) => size === "full");
  const sized = full.length > 0 ? full : newest.filter(({ size }) => size !== undefined);
  return sized.find(({ result }) => result.spec.seed === DEFAULT_SEED) ?? sized[0] ?? newest[0];
}

function newestFirst(one: Result, other: Result): number {
  return finished(one) < finished(other) ? 1 : -1;
}

function finished({ environment }: Result): string {
  return String(environment.finished ?? "");
}

/** The size, as far as an experiment that is still here says it. */
function describedBy(result: Result, experiment: Experiment | undefined): Described {
  if (experiment === undefined) return { result, size: undefined, words: "size unknown" };
  const size = sizeOf(experiment, result);
  const { version } = result.spec;
  const other = version === experiment.version ? "own parameters" : `of version ${version}`;
  return { result, size, words: size === undefined ? other : `${size} size` };
}
