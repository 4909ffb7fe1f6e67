/**
 * Import advice: for a name that is not defined but that a preloaded package exports, the statement that imports it.
 *
 * The declarations of the packages are read at the first such error.
 */
import { EntryPoints, importOf } from "../../language/entry-points.ts";

let preload: Readonly<Record<string, string>> = {};
let made: EntryPoints | undefined;

/** Says which packages are preloaded: their names and folders. */
export function setPreloaded(packages: Readonly<Record<string, string>>): void {
  preload = packages;
  made = undefined;
}

/** The entry points of the preloaded packages. */
export function preloadedEntries(): EntryPoints {
  made ??= new EntryPoints(Object.entries(preload).map(([name, path]) => ({ name, path })));
  return made;
}

/** How a name that is not defined can be imported, as a line more for the message; empty if no package exports it. */
export function importAdvice(name: string): string {
  const specifier = preloadedEntries().specifierOf(name);
  return specifier === undefined ? "" : `\nTo use it: ${importOf(name, specifier)}`;
}
