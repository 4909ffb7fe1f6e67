/**
 * Stamps: what a step was made from and what it made, written after the step has succeeded. A step is up to date if the
 * content of its inputs and outputs is what its stamp says.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inCache, inProject } from "./project.js";

/** @typedef {{ readonly inputs: string, readonly outputs: string }} Stamp fingerprints of both sides of a step */

/**
 * The files under some folders of the project, as sorted paths relative to it.
 * @param {readonly string[]} folders
 * @param {(path: string) => boolean} keep
 * @returns {string[]}
 */
export function filesUnder(folders, keep) {
  const found = folders
    .filter((folder) => existsSync(inProject(folder)))
    .flatMap((folder) =>
      readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
  const start = inProject().length + 1;
  return found
    .map((path) => path.slice(start).replaceAll("\\", "/"))
    .filter(keep)
    .sort();
}

/**
 * One hash of the names and contents of files; a missing file counts as such.
 * @param {readonly string[]} paths relative to the project
 * @returns {string}
 */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const content = existsSync(inProject(path)) ? readFileSync(inProject(path)) : undefined;
    hash.update(`${path}\0${content?.length ?? "missing"}\0`);
    if (content !== undefined) hash.update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} name of the step
 * @returns {Partial<Stamp>} empty when the step never succeeded
 */
export function readStamp(name) {
  try {
    return JSON.parse(readFileSync(stampPath(name), "utf8"));
  } catch {
    return {};
  }
}

/**
 * @param {string} name
 * @param {Stamp} stamp
 */
export function writeStamp(name, stamp) {
  mkdirSync(inCache("stamps"), { recursive: true });
  writeFileSync(stampPath(name), `${JSON.stringify(stamp)}\n`);
}

/** @param {string} name */
export function removeStamp(name) {
  rmSync(stampPath(name), { force: true });
}

/** @param {string} name */
function stampPath(name) {
  return inCache("stamps", `${name}.json`);
}
