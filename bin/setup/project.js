/**
 * Where things are in the project, and the one kind of error that set-up reports without a stack.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, without a slash at its end. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/**
 * A path inside the project.
 * @param {readonly string[]} parts
 */
export function inProject(...parts) {
  return join(projectFolder, ...parts);
}

/**
 * A path inside the git-ignored folder that holds what set-up made and may be deleted at any time.
 * @param {readonly string[]} parts
 */
export function inCache(...parts) {
  return inProject(".cache", ...parts);
}

/** What set-up could not do, shown to the user as it stands: what is missing and how to get it. */
export class SetupError extends Error {}

/**
 * The full path of a program, or undefined if PATH has none of that name.
 * @param {string} name
 * @returns {string | undefined}
 */
export function programOnPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => existsSync(path));
}
