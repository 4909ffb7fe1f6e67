/**
 * Project: the folder that one works in: the nearest above that has a package.json, with its own `experiments/` and `results/`.
 *
 * Outside of any, it is the folder itself. The repository of Epsilab is a project whose experiments are the catalogue's.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly author?: unknown;
  readonly contributors?: unknown;
  readonly homepage?: string;
  readonly repository?: unknown;
  readonly engines?: { readonly node?: string };
  /** What is Epsilab's. */
  readonly epsilab?: unknown;
}

export interface Project {
  readonly folder: string;
  /** Absent outside of any package. */
  readonly manifest: Manifest | undefined;
  /** Whether it is Epsilab itself. */
  readonly isEpsilab: boolean;
  /** The files of `experiments/` that may define one. */
  readonly files: readonly string[];
  /** Where its results are kept. */
  readonly results: string;
}

const MODULE = /(?<!\.d|\.test)\.m?[jt]s$/;

/** The folder of this package: the nearest above this file that has a package.json. */
export const packageFolder: string = folderOfManifest(dirname(fileURLToPath(import.meta.url))) ?? "";

export function projectAt(from: string): Project {
  const folder = folderOfManifest(resolve(from)) ?? resolve(from);
  const isEpsilab = existsSync(folder) && realpathSync(folder) === realpathSync(packageFolder);
  const own = join(folder, "experiments");
  const names = isEpsilab || !existsSync(own) ? [] : readdirSync(own).filter((name) => MODULE.test(name));
  return {
    folder,
    manifest: manifestAt(folder),
    isEpsilab,
    files: names.sort().map((name) => join(own, name)),
    results: join(folder, "results"),
  };
}

export function manifestAt(folder: string): Manifest | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new RangeError(`${path} must be JSON: ${(error as Error).message}`);
  }
}

/** The nearest folder from here upwards that has a package.json. */
export function folderOfManifest(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
