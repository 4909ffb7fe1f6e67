/**
 * Import advice: for a name that is not defined but that a preloaded package exports, the statement that imports it.
 *
 * The declarations of the packages are read at the first such error.
 */
import { createRequire } from "node:module";
import { extname } from "node:path";
import type { EntryPoints } from "../../language/entry-points.ts";

const EXTENSION = extname(import.meta.filename);
const load = createRequire(import.meta.url);

let preload: Readonly<Record<string, string>> = {};
let made: EntryPoints | undefined;

/** Says which packages are preloaded: their names and folders. */
export function setPreloaded(packages: Readonly<Record<string, string>>): void {
  preload = packages;
  made = undefined;
}

/** The entry points of the preloaded packages. */
export function preloadedEntries(): EntryPoints {
  if (made === undefined) {
    const { EntryPoints } = load(`./entry-points${EXTENSION}`) as typeof import("./entry-points.ts");
    made = new EntryPoints(Object.entries(preload).map(([name, path]) => ({ name, path })));
  }
  return made;
}

/** How a name that is not defined can be imported, as a line more for the message; empty if no package exports it. */
export function importAdvice(name: string): string {
  if (Object.keys(preload).length === 0) return "";
  const specifier = preloadedEntries().specifierOf(name);
  if (specifier === undefined) return "";
  const { importOf } = load(`./entry-points${EXTENSION}`) as typeof import("./entry-points.ts");
  return `\nTo use it: ${importOf(name, specifier)}`;
}
