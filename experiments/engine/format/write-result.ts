/**
 * Writing a result: all of it or nothing, whatever happens to the process.
 *
 * The files are written and flushed in a hidden folder beside the place, then the folder is renamed. Where another result has the place,
 * it steps aside under a hidden name first; a process killed in between leaves it there, and `settleReplacement`, which every reader and
 * writer calls, moves it back. Two processes that write the same result at once write it to different folders; the second rename finds
 * the first one's result, which has the same content.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { CellRow } from "../definition/row.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import {
  ENVIRONMENT,
  type FileContent,
  MANIFEST,
  manifestOf,
  piecesOf,
  type ResultFiles,
  resultIdOf,
} from "./result-files.ts";
import type { Spec } from "./spec.ts";

export type Written = "new" | "same" | "replaced";

/** A result of the same spec that has other content is in the way; what was computed is not stored, and not lost. */
export class DifferentResult extends Error {
  override readonly name = "DifferentResult";
  readonly found: Found;

  constructor(folder: string, found: Found) {
    const { version } = found.spec;
    super(
      `${folder} holds another result of the same spec, so this one is not stored: ` +
        `raise the experiment's version from ${version} to ${version + 1} if its numbers were meant to move; ` +
        "or run it again with --replace (in code, replace: true), which drops the old one; " +
        `"epsilab supersede" keeps one that was cited`,
    );
    this.found = found;
  }
}

/** What a run has found. */
interface Found {
  readonly spec: Spec;
  readonly rows: readonly CellRow[];
  /** The SHA-256 of MANIFEST. */
  readonly id: string;
}

interface WriteQuestion extends Pick<Found, "spec" | "rows"> {
  /** `results/<experiment>/<runId>`. */
  readonly folder: string;
  readonly files: ResultFiles;
  readonly environment: string;
  /** Whether a different result in the same place gives way. */
  readonly replace: boolean;
}

export function writeResult({ folder, files, environment, replace, spec, rows }: WriteQuestion): Written {
  const manifest = manifestOf(files);
  settleReplacement(folder);
  const present = manifestAt(folder);
  if (present === manifest) return "same";
  if (present !== undefined && !replace) {
    throw new DifferentResult(folder, { spec, rows, id: resultIdOf(manifest) });
  }
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.draft`);
  rmSync(draft, { recursive: true, force: true });
  try {
    return atPath("the result", folder, () => {
      for (const [name, text] of [...files, [MANIFEST, manifest], [ENVIRONMENT, environment]] as const) {
        makeFolder(dirname(join(draft, name)));
        writeFlushed(join(draft, name), text);
      }
      return take(draft, folder, manifest, replace);
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Finds out whether results of an experiment can be written, before they are computed. */
export function requireWritable(out: string, experiment: string): void {
  atPath("the folder of results", out, () => makeFolder(out));
  const folder = [join(out, experiment), out].find((each) => existsSync(each)) ?? out;
  atPath("the folder of results", folder, () => rmdirSync(mkdtempSync(join(folder, ".probe-"))));
}

function take(draft: string, folder: string, manifest: string, replace: boolean): Written {
  const aside = asideOf(folder);
  let moved = false;
  if (replace && existsSync(folder)) {
    rmSync(aside, { recursive: true, force: true });
    renameSync(folder, aside);
    moved = true;
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if ((code === "ENOTEMPTY" || code === "EEXIST") && manifestAt(folder) === manifest) return "same";
    if (moved && !existsSync(folder)) renameSync(aside, folder);
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
  return moved ? "replaced" : "new";
}

/** Moves back the result that a killed process had moved aside. */
export function settleReplacement(folder: string): void {
  const aside = asideOf(folder);
  if (!existsSync(aside)) return;
  if (existsSync(folder)) rmSync(aside, { recursive: true, force: true });
  else renameSync(aside, folder);
}

function asideOf(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}.old`);
}

function manifestAt(folder: string): string | undefined {
  const path = join(folder, MANIFEST);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function writeFlushed(path: string, text: FileContent): void {
  const file = openSync(path, "wx");
  try {
    for (const piece of piecesOf(text)) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
