/**
 * Types of a preloaded package: the declaration file that its package.json names, or that stands beside its entry.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The file that holds the types of the package folder or entry file; undefined if there is none. */
export function preloadedTypes(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  if (statSync(path).isFile()) return declarationsOf(path);
  const manifest = readManifest(join(path, "package.json"));
  const named = [typesOf(manifest.exports), manifest.types, manifest.typings, manifest.main, "index.js", "index.ts"];
  for (const entry of named) {
    const found = typeof entry === "string" ? declarationsOf(join(path, entry)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for each `name/subpath` that the exports map of the package names, patterns apart. */
export function preloadedSubpaths(path: string): ReadonlyMap<string, string> {
  const { exports } = readManifest(join(path, "package.json"));
  const found = new Map<string, string>();
  if (exports === null || typeof exports !== "object") return found;
  for (const [name, target] of Object.entries(exports)) {
    const entry = /^\.\/[^*]+$/.test(name) ? typesOf(target) : undefined;
    const types = entry === undefined || !/\.[cm]?[jt]s$/.test(entry) ? undefined : declarationsOf(join(path, entry));
    if (types !== undefined) found.set(name.slice(2), types);
  }
  return found;
}

function readManifest(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The target of "." under the condition `types`, else under the first of import, node and default that has one. */
function typesOf(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (exports === null || typeof exports !== "object") return undefined;
  const conditions = exports as Readonly<Record<string, unknown>>;
  for (const condition of [".", "types", "import", "node", "default"]) {
    const found = typesOf(conditions[condition]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function declarationsOf(entry: string): string | undefined {
  if (/\.[cm]?ts$/.test(entry)) return existsSync(entry) ? entry : undefined;
  const beside = entry.replace(/\.([cm]?)js$/, ".d.$1ts");
  return existsSync(beside) ? beside : existsSync(entry) ? entry : undefined;
}
