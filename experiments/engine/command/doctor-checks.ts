/**
 * Checks of `epsilab doctor`: what of the things that the commands use is on this machine, what is missing, and how to get it.
 */
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { manifestAt } from "../program/project.ts";
import {
  chromiumFinding,
  type Finding,
  jupyterFinding,
  type Machine,
  packageFinding,
  programFinding,
} from "./installed.ts";

export function doctorChecks(machine: Machine): readonly Finding[] {
  return [
    nodeFinding(machine),
    buildFinding(machine),
    resultsFinding(machine),
    ...experimentFindings(machine),
    programFinding(machine, ["git"], "git", "records the commit in results", "apt-get install git, or git-scm.com"),
    chromiumFinding(machine),
    packageFinding(machine, "playwright-core", "drives Chromium for PDF figures"),
    packageFinding(machine, "@duckdb/node-api", "epsilab query, tables from files"),
    programFinding(
      machine,
      ["pdflatex"],
      "pdflatex",
      "compiles papers that cite results",
      "apt-get install texlive-latex-base, or tug.org/texlive",
    ),
    programFinding(
      machine,
      ["python3", "python"],
      "Python",
      "carries JupyterLab",
      "apt-get install python3 python3-venv, or python.org",
    ),
    jupyterFinding(machine),
  ];
}

function nodeFinding({ nodeVersion, folder }: Machine): Finding {
  const wanted = String(manifestAt(folder)?.engines?.node ?? "").replace(/^>=/, "");
  const [have, need] = [nodeVersion, wanted].map((text) => text.replace(/^v/, "").split(".").map(Number));
  const older = [0, 1, 2].reduce((sign, k) => sign || (have[k] ?? 0) - (need[k] ?? 0), 0) < 0;
  const base = { what: "Node", use: "runs everything", required: true };
  if (!older) return { ...base, state: "found", detail: nodeVersion, remedy: "" };
  return {
    ...base,
    state: "wanting",
    detail: `${nodeVersion}, older than ${wanted}`,
    remedy: "nodejs.org, or nvm install 24",
  };
}

const SOURCES = ["lib", "experiments", "kernel"];

/** An installed package has no sources; in the repository the build must not be older than they are. */
function buildFinding({ folder }: Machine): Finding {
  const base = { what: "Epsilab", use: "the program itself", required: true };
  const built = newest(join(folder, "dist"), /\.js$/);
  if (built === undefined) return { ...base, state: "missing", detail: "not built", remedy: "npm run build" };
  const version = manifestAt(folder)?.version ?? "";
  const changed = SOURCES.map((name) => newest(join(folder, name), /(?<!\.test)\.ts$/)).filter(
    (each) => each !== undefined,
  );
  const later = changed.find(({ time }) => time > built.time);
  if (later === undefined) return { ...base, state: "found", detail: `${version}, built`, remedy: "" };
  return {
    ...base,
    required: false,
    state: "wanting",
    detail: `${version}, but ${later.name} changed after the build`,
    remedy: "npm run build",
  };
}

function newest(folder: string, wanted: RegExp): { readonly name: string; readonly time: number } | undefined {
  if (!existsSync(folder)) return undefined;
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => wanted.test(name) && !name.includes("node_modules"))
    .map((name) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
    .reduce<{ name: string; time: number } | undefined>(
      (best, each) => (best === undefined || each.time > best.time ? each : best),
      undefined,
    );
}

/** Of a project: its experiments, and what is wrong with their files. */
function experimentFindings({ project, problems, own }: Machine): readonly Finding[] {
  if (project.isEpsilab || project.files.length === 0) return [];
  const base = { what: "experiments", use: "own experiments of the project", required: false };
  const [first] = problems;
  if (first !== undefined) {
    return [
      { ...base, state: "wanting", detail: first.message, remedy: `mend ${relative(project.folder, first.file)}` },
    ];
  }
  return [{ ...base, state: "found", detail: own.length === 0 ? "none" : own.join(", "), remedy: "" }];
}

function resultsFinding({ results }: Machine): Finding {
  const base = { what: "results", use: "where results are kept", required: true };
  let place = results;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    if (!statSync(place).isDirectory()) throw new Error(`${place} is not a folder`);
    accessSync(place, constants.W_OK | constants.X_OK);
    return {
      ...base,
      state: "found",
      detail: `${results}, writable${place === results ? "" : ", made when it is needed"}`,
      remedy: "",
    };
  } catch (error) {
    return {
      ...base,
      state: "wanting",
      detail: (error as Error).message,
      remedy: "choose another folder with --results",
    };
  }
}
