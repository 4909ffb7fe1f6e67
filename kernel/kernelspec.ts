/**
 * Kernelspec: how Jupyter starts the kernel, and where it looks for that.
 *
 * Source: "Making kernels for Jupyter", section Kernel specs; "Common Directories and File Locations" of Jupyter. Node is named
 * by its absolute path, so that it need not be on Jupyter's PATH.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "./protocol/json-object.ts";
import { CERTIFICATES_VARIABLE, KEPT_VARIABLE } from "./runtime/environment/extra-certificates.ts";

const KERNEL_NAME = "epsilab";

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

/** One thread beside its own is enough for the front. With flags of V8's own it would refuse Node's compiled code, for 20 ms. */
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
    env: { [CERTIFICATES_VARIABLE]: "", [KEPT_VARIABLE]: `\${${CERTIFICATES_VARIABLE}}` },
    metadata: { debugger: false },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Jupyter's data folder of an environment with this prefix. */
export function prefixFolder(prefix: string): string {
  return join(prefix, "share", "jupyter");
}

/** Jupyter's data folder of the user. */
export function userFolder(environment: Environment, platform: string = process.platform): string {
  const { JUPYTER_DATA_DIR: own, XDG_DATA_HOME: shared, APPDATA: roaming } = environment;
  if (own) return own;
  if (platform === "darwin") return join(homedir(), "Library", "Jupyter");
  if (platform === "win32" && roaming) return join(roaming, "jupyter");
  return join(shared || join(homedir(), ".local", "share"), "jupyter");
}

/** The folder of our kernelspec under a data folder. */
export function specFolder(data: string): string {
  return join(data, "kernels", KERNEL_NAME);
}

/** The prefix of the Python environment that is active, or else that which the first Python on the PATH names. */
export function environmentPrefix(environment: Environment): string | undefined {
  const active = environment.VIRTUAL_ENV || environment.CONDA_PREFIX;
  if (active) return active;
  for (const python of ["python3", "python"]) {
    const asked = spawnSync(python, ["-c", "import sys; print(sys.prefix)"], { env: environment, encoding: "utf8" });
    if (asked.status === 0) return asked.stdout.trim();
  }
  return undefined;
}

/** All folders in which Jupyter, of this environment, may find our kernelspec; those it prefers come first. */
export function searchFolders(environment: Environment): string[] {
  const prefix = environmentPrefix(environment);
  const listed = (environment.JUPYTER_PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const own = prefix === undefined ? [] : [prefixFolder(prefix)];
  const system = ["/usr/local/share/jupyter", "/usr/share/jupyter"];
  return [...new Set([...listed, userFolder(environment), ...own, ...system])].map(specFolder);
}

/**
 * Jupyter's data folders inside a clone of the project, where `npm run lab` installs the kernel: that of the clone's own
 * environment, and the one for a JupyterLab of another Python. No other Jupyter looks there.
 */
export function labFolders(project: string): { readonly own: string; readonly other: string } {
  return { own: prefixFolder(join(project, ".venv")), other: join(project, ".cache", "jupyter") };
}

/**
 * Jupyter's data folders of the environments `.venv` in a folder and in those above it. Their Jupyter is started by its path, so that
 * the environment need not be active.
 */
export function nearFolders(folder: string): readonly string[] {
  const above = dirname(folder) === folder ? [] : nearFolders(dirname(folder));
  const environment = join(folder, ".venv");
  return existsSync(environment) ? [prefixFolder(environment), ...above] : above;
}
