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

/** Packs the project into `place` and installs it in `folder`, which is made; `words` are further ones for npm. */
export async function installPackage(
  place: string,
  folder: string,
  words: { readonly pack?: readonly string[]; readonly install?: readonly string[] },
): Promise<void> {
  mkdirSync(folder);
  const packed = await npm(projectFolder, "pack", "--pack-destination", place, ...(words.pack ?? []));
  if (packed.code !== 0) throw new Error(packed.output);
  const [tarball] = readdirSync(place).filter((name) => name.endsWith(".tgz"));
  const options = ["--no-audit", "--no-fund", "--prefix", folder, ...(words.install ?? [])];
  const installed = await npm(folder, "install", ...options, join(place, `${tarball}`));
  if (installed.code !== 0) throw new Error(installed.output);
}
