/**
 * Written folder: a folder of files that is written again, whose own files of an earlier time do not stay.
 *
 * What was written stands in a list with the hash of each file. A listed file that is not written again is removed if it still has that
 * hash; what was changed since, or was never listed, stays. Limits: folders that become empty stay.
 */
import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import { makeFolder } from "../machine/folder.ts";
import { writeWhole } from "../machine/whole-file.ts";

/** The list, in the folder. */
export const WRITTEN = ".epsilab-written";

/** A line of it: a hash, two blanks, and a name inside the folder. */
const LINE = /^([0-9a-f]{64}) {2}((?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[\w$@.+-]+(?:\/[\w$@.+-]+)*)$/;

/** Writes files by their names, removes those of an earlier time, and says how many these were. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): number {
  const before = listed(folder);
  const lines = [...files].map(([name, content]) => `${sha256Hex(content)}  ${name}\n`);
  // Both times stand in the list until the old files are gone, so that one that is interrupted leaves nothing unlisted.
  makeFolder(folder);
  writeWhole(join(folder, WRITTEN), [...lines, ...before.map(([name, hash]) => `${hash}  ${name}\n`)].join(""));
  for (const [name, content] of files) {
    makeFolder(dirname(join(folder, name)));
    writeWhole(join(folder, name), content);
  }
  const stale = before.filter(([name, hash]) => !files.has(name) && hasHash(join(folder, name), hash));
  for (const [name] of stale) rmSync(join(folder, name));
  writeWhole(join(folder, WRITTEN), lines.join(""));
  return stale.length;
}

function listed(folder: string): readonly (readonly [name: string, hash: string])[] {
  const path = join(folder, WRITTEN);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, hash, name] = LINE.exec(line) ?? [];
      return hash === undefined || name === undefined ? [] : [[name, hash] as const];
    });
}

function hasHash(path: string, hash: string): boolean {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && sha256Hex(readFileSync(path)) === hash;
}
