/**
 * Kernelspec: how Jupyter starts the kernel, and where it looks for that.
 *
 * Source: "Making kernels for Jupyter", section Kernel specs; "Common Directories and File Locations" of Jupyter. Node is named
 * by its absolute path, so that it need not be on Jupyter's PATH.
 */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "./protocol/message.ts";
import { certificatesVariable, keptVariable } from "./runtime/environment/extra-certificates.ts";

export const kernelName = "epsilab";

/** The kernel's program and the package that it preloads, both as built. */
export interface Program {
  readonly node: string;
  readonly main: string;
  readonly project: string;
}

/** The program beside this file, and the package it is part of. */
export function ownProgram(): Program {
  const main = fileURLToPath(new URL("./program.cjs", import.meta.url));
  return {
    node: process.execPath,
    main,
    project: fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, ""),
  };
}

/**
 * One thread beside its own is enough for the front. Flags of V8's own (a smaller nursery would spare it 7 MB) are none: with them V8
 * refuses what Node keeps of its compiled code, and a start takes 20 ms longer.
 */
const frontFlags = ["--v8-pool-size=1"];

/** The content of kernel.json. */
export function kernelspec({ node, main, project }: Program): { readonly argv: readonly string[] } & JsonObject {
  return {
    argv: [
      ...[node, ...frontFlags, main, "front"],
      ...["--connection-file", "{connection_file}", "--preload", `epsilab=${project}`],
    ],
    display_name: "TypeScript (Epsilab)",
    language: "typescript",
    interrupt_mode: "message",
    // Jupyter fills the second in from its own environment: the front needs no certificates, and its cells find them there.
    env: { [certificatesVariable]: "", [keptVariable]: `\${${certificatesVariable}}` },
    metadata: { debugger: false },
  };
}

/** Where a kernelspec is written: for the user, or for the environment with this prefix. */
export type Place = { readonly kind: "user" } | { readonly kind: "prefix"; readonly prefix: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Jupyter's data folder of a place. */
export function dataFolder(place: Place, environment: Environment, platform: string = process.platform): string {
  if (place.kind === "prefix") return join(place.prefix, "share", "jupyter");
  const { JUPYTER_DATA_DIR: own, XDG_DATA_HOME: shared, APPDATA: roaming } = environment;
  if (own) return own;
  if (platform === "darwin") return join(homedir(), "Library", "Jupyter");
  if (platform === "win32" && roaming) return join(roaming, "jupyter");
  return join(shared || join(homedir(), ".local", "share"), "jupyter");
}

/** The folder of our kernelspec under a data folder. */
export function specFolder(data: string): string {
  return join(data, "kernels", kernelName);
}

/** The prefix of the Python environment that is active, or else of the first Python on the PATH; it is not run. */
export function environmentPrefix(
  environment: Environment,
  platform: string = process.platform,
  folder: string = process.cwd(),
): string | undefined {
  const active = environment.VIRTUAL_ENV || environment.CONDA_PREFIX;
  if (active) return active;
  const names = platform === "win32" ? ["python.exe"] : ["python3", "python"];
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.find((folder) => names.some((name) => existsSync(join(folder, name))));
  if (found === undefined) return undefined;
  if (platform === "win32") return found;
  return basename(found) === "shims" ? pyenvPrefix(dirname(found), environment, folder) : dirname(found);
}

/** Of the Python that pyenv's shims stand for: chosen by its variable, by a file of the folder or one above, or for all. */
function pyenvPrefix(root: string, environment: Environment, start: string): string | undefined {
  const files = [join(root, "version")];
  for (let folder = start; ; folder = dirname(folder)) {
    files.splice(-1, 0, join(folder, ".python-version"));
    if (folder === dirname(folder)) break;
  }
  const chosen = environment.PYENV_VERSION ?? files.map(firstWord).find((word) => word !== "");
  const prefix = chosen === undefined ? undefined : join(root, "versions", chosen.split(":")[0]);
  return prefix !== undefined && existsSync(prefix) ? prefix : undefined;
}

function firstWord(file: string): string {
  return existsSync(file) ? (/\S+/.exec(readFileSync(file, "utf8"))?.[0] ?? "") : "";
}

/** All folders in which Jupyter, of this environment, may find our kernelspec; those it prefers come first. */
export function searchFolders(environment: Environment): string[] {
  const prefix = environmentPrefix(environment);
  const listed = (environment.JUPYTER_PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const user = dataFolder({ kind: "user" }, environment);
  const own = prefix === undefined ? [] : [dataFolder({ kind: "prefix", prefix }, environment)];
  return [...new Set([...listed, user, ...own, "/usr/local/share/jupyter", "/usr/share/jupyter"])].map(specFolder);
}
