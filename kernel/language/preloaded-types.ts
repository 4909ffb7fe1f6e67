/**
 * Types of a preloaded package: the declaration file that its package.json names, or that stands beside its entry.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PreloadedPackage } from "./language-service.ts";

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

/**
 * The `paths` of a tsconfig for preloaded packages: by their name, and for each `name/subpath` that the exports map names,
 * patterns too; without a map every file of the folder can be imported.
 */
export function preloadedPaths(preload: readonly PreloadedPackage[]): Record<string, readonly string[]> {
  const paths: Record<string, readonly string[]> = {};
  for (const { name, path } of preload) {
    const entry = preloadedTypes(path);
    if (entry !== undefined) paths[name] = [entry];
    for (const [subpath, types] of subpaths(path)) paths[`${name}/${subpath}`] = types;
  }
  return paths;
}

function subpaths(path: string): ReadonlyMap<string, readonly string[]> {
  if (!(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)) return new Map();
  const { exports } = readManifest(join(path, "package.json"));
  if (exports === undefined || exports === null) return new Map([["*", [join(path, "*")]]]);
  const found = new Map<string, readonly string[]>();
  for (const [name, target] of typeof exports === "object" ? Object.entries(exports) : []) {
    const entry = /^\.\/[^*]*\*?[^*]*$/.test(name) ? typesOf(target) : undefined;
    const types = entry === undefined ? [] : targetsOf(join(path, entry));
    if (types.length > 0) found.set(name.slice(2), types);
  }
  return found;
}

/** A pattern stays one, for the server to try; more than one star in it is beyond a tsconfig. */
function targetsOf(entry: string): readonly string[] {
  const stars = entry.split("*").length - 1;
  if (stars > 0) return stars === 1 ? [...new Set([besideOf(entry), entry])] : [];
  const types = /\.(?:[cm]?[jt]s|json)$/.test(entry) ? declarationsOf(entry) : undefined;
  return types === undefined ? [] : [types];
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
  const beside = besideOf(entry);
  return existsSync(beside) ? beside : existsSync(entry) ? entry : undefined;
}

/** Where the declarations of a script are. */
function besideOf(entry: string): string {
  return entry.replace(/\.([cm]?)js$/, ".d.$1ts");
}
