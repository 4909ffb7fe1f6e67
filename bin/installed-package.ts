/**
 * The package as users have it: packed, and installed by npm in a folder of its own.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, run } from "./project-copy.ts";
import { npmCall, variablesOfOuterNpm } from "./setup/npm.js";
import { projectFolder } from "./setup/project.js";

/** npm, without what a surrounding npm says about the project. */
export function npm(where: string, ...words: readonly string[]): Promise<Outcome> {
  const { command, args } = npmCall(words);
  const environment = Object.fromEntries(variablesOfOuterNpm().map((name) => [name, undefined]));
  return run(command, args, { folder: where, environment });
}

/** Packs the project into the empty folder `place`; gives the packed file. */
export async function packProject(place: string, words: readonly string[] = []): Promise<string> {
  const packed = await npm(projectFolder, "pack", "--pack-destination", place, ...words);
  if (packed.code !== 0) throw new Error(packed.output);
  const [tarball] = readdirSync(place).filter((name) => name.endsWith(".tgz"));
  return join(place, `${tarball}`);
}

/** Installs a packed file in `folder`, which is made. */
export async function installPackage(tarball: string, folder: string, words: readonly string[] = []): Promise<void> {
  mkdirSync(folder);
  const options = ["--no-audit", "--no-fund", "--prefix", folder, ...words];
  const installed = await npm(folder, "install", ...options, tarball);
  if (installed.code !== 0) throw new Error(installed.output);
}
