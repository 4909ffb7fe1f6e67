/**
 * `@claim <id>` in a doc comment: the claim of `experiments/claims` that the code is about. Several ids may follow, with commas.
 */
import { readFileSync } from "node:fs";
import { inProject } from "../setup/project.js";
import { filesUnder } from "../setup/stamp.js";

const TAG = /^[ \t]*(?:\/\*)?\*+[ \t]*@claim\b(.*)$/gm;

/**
 * The ids after a tag.
 * @param {string} text
 */
export function claimIds(text) {
  return text
    .replace(/\*\/.*$/, "")
    .split(/[\s,]+/)
    .filter((id) => id !== "");
}

/**
 * What is wrong with the tags of a source, a line each.
 * @param {string} source
 * @param {string} path
 * @param {ReadonlySet<string>} known ids and aliases
 * @returns {string[]}
 */
export function wrongClaimTags(source, path, known) {
  return [...source.matchAll(TAG)].flatMap((match) => {
    const line = source.slice(0, match.index).split("\n").length;
    const ids = claimIds(match[1]);
    if (ids.length === 0) return [`${path}:${line}: @claim names no claim`];
    return ids
      .filter((id) => !known.has(id))
      .map(
        (id) => `${path}:${line}: @claim ${id}: no claim of experiments/claims has this id (epsilab list shows all)`,
      );
  });
}

/**
 * The same of all sources.
 * @param {ReadonlySet<string>} known
 */
export function wrongClaimTagsOfProject(known) {
  const paths = filesUnder(["lib", "experiments"], (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  return paths.flatMap((path) => wrongClaimTags(readFileSync(inProject(path), "utf8"), path, known));
}
