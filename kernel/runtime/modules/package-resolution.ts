/**
 * Package resolution: the file that a package's name, or a `#` name inside a package, means.
 *
 * Method: Node's (nodejs.org/api/esm.html, "Resolution algorithm specification"): the package itself, then the nearest
 * `node_modules` that has it. What is not found is undefined: Node is then asked, and says what is wrong.
 * Limits: where there is no `exports` map a path may leave out its extension, as TypeScript allows.
 */
import { dirname, join, resolve } from "node:path";
import { findFile, isFile, isFolder } from "./file-resolution.ts";
import {
  describePackage,
  internalTarget,
  type Manner,
  nearestPackage,
  type Package,
  packageTarget,
} from "./package-map.ts";

export function resolvePackage(specifier: string, folder: string, manner: Manner): string | undefined {
  const own = nearestPackage(folder);
  if (specifier.startsWith("#")) {
    const target = own && internalTarget(own, specifier, manner);
    if (own === undefined || target === undefined) return undefined;
    return target.startsWith("./") ? existing(resolve(own.folder, target)) : resolvePackage(target, own.folder, manner);
  }
  const [, name, rest = ""] = /^((?:@[^/]+\/)?[^./@][^/]*)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  if (own?.description.name === name && own.description.exports != null) return fileIn(own, `.${rest}`, manner);
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, "node_modules", name);
    if (isFolder(candidate)) {
      return fileIn({ folder: candidate, description: describePackage(candidate) ?? {} }, `.${rest}`, manner);
    }
    if (dirname(at) === at) return undefined;
  }
}

/** The file that a package's folder gives for `name/subpath`: what its map names, or else the file of that path. */
export function findPackageFile(folder: string, subpath: string, manner: Manner): string | undefined {
  const description = describePackage(folder) ?? {};
  const target = packageTarget({ folder, description }, subpath === "" ? "." : `./${subpath}`, manner);
  return findFile(target ?? join(folder, subpath));
}

function fileIn(found: Package, subpath: string, manner: Manner): string | undefined {
  if (found.description.exports == null) return findFile(join(found.folder, subpath));
  const target = packageTarget(found, subpath, manner);
  return target === undefined ? undefined : existing(target);
}

function existing(file: string): string | undefined {
  return isFile(file) ? file : undefined;
}
