/**
 * Installed: whether a program, a package or a browser that a command uses is on this machine, and how to get it.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { findBrowser } from "../machine/web-browser.ts";
import type { Problem } from "../program/catalogue.ts";
import { manifestAt, type Project } from "../program/project.ts";

export interface Finding {
  readonly what: string;
  /** What it is for. */
  readonly use: string;
  readonly state: "found" | "missing" | "wanting";
  /** Without it the commands do not work. */
  readonly required: boolean;
  /** The version or the place, or what is wrong. */
  readonly detail: string;
  /** How to get it or mend it; empty where nothing is to be done. */
  readonly remedy: string;
}

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
  /** The folder of Epsilab. */
  readonly folder: string;
  /** The project that the command stands in, with what was found there. */
  readonly project: Project;
  readonly own: readonly string[];
  readonly problems: readonly Problem[];
  /** Where results are kept. */
  readonly results: string;
}

export function chromiumFinding({ environment }: Machine): Finding {
  const base = { what: "Chromium", use: "PDF figures", required: false };
  const path = findBrowser("chromium", { ...environment });
  if (path !== undefined) return { ...base, state: "found", detail: path, remedy: "" };
  const remedy = "apt-get install chromium, or set EPSILAB_CHROMIUM to the path of a Chromium or Chrome";
  return { ...base, state: "missing", detail: "none on PATH", remedy };
}

export function packageFinding({ folder }: Machine, name: string, use: string): Finding {
  const base = { what: name, use, required: false };
  try {
    const path = createRequire(join(folder, "package.json")).resolve(`${name}/package.json`);
    return { ...base, state: "found", detail: manifestAt(dirname(path))?.version ?? "", remedy: "" };
  } catch {
    return { ...base, state: "missing", detail: "not installed", remedy: `npm install ${name}` };
  }
}

function onPath(environment: Machine["environment"], name: string): string | undefined {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

export function programFinding(
  { environment }: Machine,
  names: readonly string[],
  what: string,
  use: string,
  remedy: string,
): Finding {
  const path = names.map((name) => onPath(environment, name)).find((each) => each !== undefined);
  if (path === undefined) return { what, use, required: false, state: "missing", detail: "none on PATH", remedy };
  return { what, use, required: false, ...versionOf(path, remedy) };
}

function versionOf(path: string, remedy: string): Pick<Finding, "state" | "detail" | "remedy"> {
  try {
    const text = execFileSync(path, ["--version"], {
      encoding: "utf8",
      timeout: 20_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return { state: "found", detail: `${text.split("\n")[0].trim()} (${path})`, remedy: "" };
  } catch {
    return { state: "wanting", detail: `${path} does not run`, remedy };
  }
}

export function jupyterFinding(machine: Machine): Finding {
  const { environment, project } = machine;
  const base = { what: "JupyterLab", use: project.isEpsilab ? "npm run lab" : "notebooks", required: false };
  const places = [join(".venv", "bin", "jupyter-lab"), join(".venv", "Scripts", "jupyter-lab.exe")];
  const own = places.map((place) => join(project.folder, place));
  const path = own.find((each) => existsSync(each)) ?? onPath(environment, "jupyter-lab");
  if (path !== undefined) return { ...base, state: "found", detail: path, remedy: "" };
  const remedy = project.isEpsilab
    ? "npm run lab sets it up"
    : "python3 -m venv .venv && .venv/bin/pip install jupyterlab jupyterlab_widgets anywidget && npx epsilab kernel install --prefix .venv";
  return { ...base, state: "missing", detail: "neither in .venv nor on PATH", remedy };
}
