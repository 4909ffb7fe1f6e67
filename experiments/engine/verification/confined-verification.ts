/**
 * Confined verification: recomputes a crate with the source that it carries, which is the code of somebody else.
 *
 * The source is bundled here, which runs nothing of it, and loaded in a process of its own under Node's permission model: it reads
 * Epsilab, installed packages and the bundle, and may neither write files nor start processes, threads or addons. It has no
 * environment variables and does not see the stored result, which is compared here.
 * Limits: the model does not restrict the network or signals to other processes, and Node does not promise that it withstands every attack.
 */
import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CellRow } from "../definition/row.ts";
import { SOURCE } from "../format/crate.ts";
import type { Result } from "../format/read-result.ts";
import { ProgramError, programOf, withProgramFile } from "../program/program.ts";
import { packageFolder } from "../program/project.ts";
import { type ConfinedAnswer, type ConfinedOrder, confinedAnswer } from "./confined-answer.ts";
import { compareAll, compareBlock, type Verification } from "./verification.ts";

export interface ConfinedQuestion {
  readonly result: Result;
  /** The file of the experiment, relative to the folder of the source. */
  readonly entry: string;
  /** Blocks to recompute, by their line in `blocks.jsonl` from 0; all of the result where absent. */
  readonly sample?: readonly number[];
}

export async function verifyConfined({ result, entry, sample }: ConfinedQuestion): Promise<Verification> {
  const folder = join(realpathSync(result.folder), SOURCE);
  const { code, files } = await programOf({ file: join(folder, entry) }, folder);
  for (const name of files) requireInside(folder, name);
  const places = sample?.map((line) => {
    const { sha256: _, ...place } = result.blocks[line];
    return place;
  });
  const answer = await withProgramFile(code, (file) =>
    answerOf({ file, spec: result.spec, ...(places === undefined ? {} : { places }) }, folder),
  );
  if ("failure" in answer) throw new ProgramError(answer.failure);
  if (sample === undefined && "rows" in answer) {
    const { rows, blocks, id } = answer;
    return compareAll(result, { rows: rows as readonly CellRow[], blocks, id: () => id });
  }
  if (sample === undefined || !("digests" in answer)) throw new ProgramError("its program gave another answer");
  const differences = sample.map((line, k) => compareBlock(result, line, answer.digests[k] ?? undefined));
  return differences.find((each) => each !== undefined) ?? { same: true, blocks: sample.length };
}

/** A file of the reader's own would be given to the program, which could send it away. */
function requireInside(folder: string, name: string): void {
  const path = join(folder, name);
  if (path.startsWith(join(folder, "/")) && realpathSync(path) === path) return;
  throw new ProgramError(`the source of a crate must be made of its own files, got ${name}`);
}

const MOST_BYTES = 1 << 28;

function answerOf(order: ConfinedOrder, folder: string): Promise<ConfinedAnswer> {
  const ending = import.meta.filename.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./confined-process.${ending}`, import.meta.url));
  const { SystemRoot } = process.env; // Windows starts nothing without it
  const options = {
    cwd: dirname(order.file),
    env: SystemRoot === undefined ? {} : { SystemRoot },
    maxBuffer: MOST_BYTES,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [...confinement(order, folder), program], options, (error, stdout) => {
      const answer = confinedAnswer.safeParse(jsonOf(stdout));
      if (answer.success) return resolve(answer.data);
      const how = error === null ? "" : ` (${error.code ?? error.signal ?? error.message})`;
      reject(new ProgramError(`its program ended without an answer${how}`));
    });
    child.stdin?.on("error", () => undefined); // it ended before it read the order
    child.stdin?.end(JSON.stringify(order));
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The options of Node that deny all but reading what is named. */
function confinement({ file }: ConfinedOrder, folder: string): readonly string[] {
  const own = [join(packageFolder, "dist"), join(packageFolder, "package.json"), dirname(file)];
  const folders = [...own, ...packagesAbove(packageFolder), ...packagesAbove(folder)].map((path) => realpathSync(path));
  const isNamed = process.allowedNodeEnvironmentFlags.has("--permission");
  return [
    isNamed ? "--permission" : "--experimental-permission",
    ...[...new Set(folders)].map((path) => `--allow-fs-read=${path.endsWith(".json") ? path : join(path, "*")}`),
  ];
}

/** The folders of installed packages from here upwards. */
function packagesAbove(folder: string): readonly string[] {
  const above = dirname(folder) === folder ? [] : packagesAbove(dirname(folder));
  const here = join(folder, "node_modules");
  return existsSync(here) ? [here, ...above] : above;
}
