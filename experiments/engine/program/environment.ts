/**
 * Environment: where and from what code a result was computed. It is kept beside the result and is not part of its hash.
 */
import { join } from "node:path";
import type { Loaded } from "./catalogue.ts";
import { manifestAt, type Project, packageFolder } from "./project.ts";
import { isTop, type RepositoryState, repositoryState } from "./repository.ts";

/** Of a result that the tasks of a cluster computed. */
export interface ClusterRecord {
  /** By name. */
  readonly nodes: readonly string[];
  readonly tasks: number;
  /** Those that were killed or failed; others computed what was theirs. */
  readonly lost: number;
  readonly rounds: number;
  /** Of all tasks that came to an end, together. */
  readonly seconds: number;
}

export interface Environment extends RepositoryState {
  readonly node: string;
  readonly arch: string;
  readonly platform: string;
  /** The version of Epsilab. */
  readonly package: string;
  /** The SHA-256 of the program: every file that the experiment loads, and the versions of the packages. */
  readonly code: string;
  /**
   * Of an own experiment: the project that it is from, with the files of its program, and the state of Epsilab itself where it runs
   * from its repository.
   */
  readonly project?: {
    /** Of the experiment, which may be written down nowhere else. */
    readonly title: string;
    readonly name: string;
    readonly version: string;
    readonly files: readonly string[];
    /** The text of the cells that the experiment was written in, which no commit has. */
    readonly cells?: string;
  };
  readonly epsilab?: RepositoryState;
  /** Of each task, on a cluster. */
  readonly threads: number;
  readonly seconds: number;
  readonly cluster?: ClusterRecord;
  /** The date and time, in UTC. */
  readonly finished: string;
}

/** What makes the program of the catalogue's experiments beside their sources. */
const BUILD = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "bin/build-assembly.js",
  "bin/setup/build.js",
  "lib/assembly/source",
];

export function environmentOf(
  { experiment, origin }: Loaded,
  project: Project,
  known: Pick<Environment, "threads" | "seconds" | "finished" | "cluster">,
): Environment {
  const machine = {
    node: process.version,
    arch: process.arch,
    platform: process.platform,
    package: manifestAt(packageFolder)?.version ?? "source",
    code: origin.hash,
  };
  if (origin.kind === "built-in") return { ...machine, ...epsilabState(origin.files), ...known };
  const { name = "", version = "" } = project.manifest ?? {};
  const epsilab = project.isEpsilab ? {} : epsilabState([]);
  const cells = origin.kind === "own" && origin.cells !== undefined ? { cells: origin.cells } : {};
  const isCommitted = origin.kind === "own" && origin.file !== undefined;
  return {
    ...machine,
    project: { title: experiment.title, name, version, files: origin.files, ...cells },
    ...(isCommitted ? repositoryState(project.folder, origin.files) : {}),
    ...("commit" in epsilab ? { epsilab } : {}),
    ...known,
  };
}

/** The state of Epsilab's own repository; none where it is installed in somebody else's. */
function epsilabState(files: readonly string[]): RepositoryState {
  if (!isTop(packageFolder)) return {};
  const sources = files.filter((name) => !name.endsWith(".generated.ts"));
  return repositoryState(packageFolder, [...sources, ...BUILD]);
}

/** Where the finished blocks of runs into `out` are kept: beside the results, outside of them. */
export function journalFolder(out: string, experiment: string, runId: string): string {
  return join(out, "..", ".cache", "runs", experiment, runId);
}
