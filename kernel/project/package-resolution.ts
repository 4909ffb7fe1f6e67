/**
 * Package resolution: the file that a package's name, or a `#` name inside a package, means.
 *
 * Method: Node's (nodejs.org/api/esm.html, "Resolution algorithm specification"): the package itself, then the nearest
 * `node_modules` that has it. What is not found is undefined: Node is then asked, and says what is wrong.
 * Limits: where there is no `exports` map a path may leave out its extension, as TypeScript allows.
 */
import { join, resolve } from "node:path";
import { findFile, isFile } from "./file-resolution.ts";
import {
  dependenciesOf,
  internalTarget,
  type Manner,
  nearestPackage,
  type Package,
  packageAt,
  packageFolder,
  packageTarget,
  splitSpecifier,
} from "./package-map.ts";

export function resolvePackage(specifier: string, from: string, manner: Manner): string | undefined {
  const own = nearestPackage(from);
  if (specifier.startsWith("#")) {
    const target = own && internalTarget(own, specifier, manner);
    if (own === undefined || target === undefined) return undefined;
    return target.startsWith("./") ? existing(resolve(own.folder, target)) : resolvePackage(target, own.folder, manner);
  }
  const { name, subpath } = splitSpecifier(specifier) ?? {};
  if (name === undefined || subpath === undefined) return undefined;
  if (own?.description.name === name && own.description.exports != null) return fileIn(own, subpath, manner);
  const folder = packageFolder(name, from);
  return folder === undefined ? undefined : fileIn(packageAt(folder), subpath, manner);
}

/** The file that a specifier means among the packages that one depends on. */
export function resolveDependency(specifier: string, of: Package, manner: Manner): string | undefined {
  const { name, subpath } = splitSpecifier(specifier) ?? {};
  if (name === undefined || subpath === undefined || of.description.dependencies === undefined) return undefined;
  const folder = dependenciesOf(of).get(name);
  return folder === undefined ? undefined : fileIn(packageAt(folder), subpath, manner);
}

/** The file that a package gives for a subpath, which is `.` or starts with `./`. */
export function fileIn(found: Package, subpath: string, manner: Manner): string | undefined {
  const target = packageTarget(found, subpath, manner);
  if (found.description.exports != null) return target === undefined ? undefined : existing(target);
  return (target === undefined ? undefined : findFile(target)) ?? findFile(join(found.folder, subpath));
}

function existing(file: string): string | undefined {
  return isFile(file) ? file : undefined;
}
