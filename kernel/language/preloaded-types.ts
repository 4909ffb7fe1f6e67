/**
 * Types of a preloaded package: the declaration file that its package.json names, or that stands beside its entry.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFile, isFolder } from "../project/file-resolution.ts";
import { dependenciesOf, exportsOf, packageAt, packageFolder, packageTarget } from "../project/package-map.ts";
import type { PreloadedPackage } from "./language-service.ts";

/** The file that holds the types of the package folder or entry file; undefined if there is none. */
export function preloadedTypes(path: string): string | undefined {
  if (isFile(path)) return declarationsOf(path);
  const found = packageAt(path);
  const entries = [packageTarget(found, ".", "types"), packageTarget(found, ".", "import")];
  for (const entry of [...entries, join(path, "index.js"), join(path, "index.ts")]) {
    const types = entry === undefined ? undefined : declarationsOf(entry);
    if (types !== undefined) return types;
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

/** The same for what preloaded packages depend on and the notebook's folder has none of. */
export function dependencyPaths(
  preload: readonly PreloadedPackage[],
  folder: string,
): Record<string, readonly string[]> {
  const found = preload.flatMap(({ path }) => [...(isFolder(path) ? dependenciesOf(packageAt(path)) : [])]);
  const missing = found.filter(([name]) => packageFolder(name, folder) === undefined);
  return preloadedPaths(missing.map(([name, path]) => ({ name, path })));
}

function subpaths(path: string): ReadonlyMap<string, readonly string[]> {
  if (!isFolder(path)) return new Map();
  const found = packageAt(path);
  const { exports } = found.description;
  if (exports == null) return new Map([["*", [join(path, "*")]]]);
  const names = Object.keys(exportsOf(exports)).filter((name) => /^\.\/[^*]*\*?[^*]*$/.test(name));
  return new Map(
    names.flatMap((name): [string, readonly string[]][] => {
      const entry = packageTarget(found, name, "types");
      const types = entry === undefined ? [] : targetsOf(entry);
      return types.length > 0 ? [[name.slice(2), types]] : [];
    }),
  );
}

/** A pattern stays one, for the server to try; more than one star in it is beyond a tsconfig. */
function targetsOf(entry: string): readonly string[] {
  const stars = entry.split("*").length - 1;
  if (stars > 0) return stars === 1 ? [...new Set([besideOf(entry), entry])] : [];
  const types = /\.(?:[cm]?[jt]s|json)$/.test(entry) ? declarationsOf(entry) : undefined;
  return types === undefined ? [] : [types];
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
