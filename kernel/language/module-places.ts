/**
 * Module places: the files among which the server looks for what a specifier names, in its order.
 *
 * Relative and absolute paths, `paths` of the tsconfig, and packages that are somebody's own sources: links to a folder outside
 * every `node_modules` (a workspace, `npm link`), and the package that the importing file itself belongs to, by its own name or by
 * `#name` of its `imports`. A package that is installed has no places here.
 * Method: every target that the `exports` or `imports` map has for the name counts, whatever its conditions: one too many is
 * looked at in vain. Limits: a folder's own package.json is not read for a path that leads to the folder, nor `typesVersions`.
 */

import { realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { typedFiles } from "../project/file-resolution.ts";
import {
  everyTarget,
  isInstalled,
  nearestPackage,
  type Package,
  packageAt,
  packageFolder,
  splitSpecifier,
} from "../project/package-map.ts";
import { mappedPaths, type Paths } from "../project/tsconfig.ts";

/** Of each group the first file that exists is meant. */
export interface Places {
  readonly groups: readonly (readonly string[])[];
  /** Whether they stay as they are until a configuration or a manifest changes. */
  readonly isSettled: boolean;
}

const settled: Places = { groups: [], isSettled: true };

export function modulePlaces(folder: string, specifier: string, paths: Paths): Places {
  if (/^\.{1,2}(?:\/|$)/.test(specifier) || isAbsolute(specifier))
    return { groups: [typedFiles(resolve(folder, specifier))], isSettled: true };
  if (/\s/.test(specifier) || specifier === "" || isBuiltin(specifier)) return settled;
  const mapped = mappedPaths(specifier, paths);
  if (mapped?.length === 0) return settled;
  const own = (mapped ?? []).filter((path) => !isInstalled(path)).flatMap(typedFiles);
  const { targets, manifests, isThere } = packageTargets(folder, specifier);
  const groups = [own, ...targets.map(typedFiles), manifests].filter((group) => group.length > 0);
  return { groups, isSettled: isThere || mapped !== undefined };
}

interface PackageTargets {
  readonly targets: readonly string[];
  /** The manifests that say so. */
  readonly manifests: readonly string[];
  /** Whether there is such a package: one that is not may come. */
  readonly isThere: boolean;
}

const installed: PackageTargets = { targets: [], manifests: [], isThere: true };
const absent: PackageTargets = { targets: [], manifests: [], isThere: false };

/** The files that an import by the name of a package may lead to, if they are somebody's own sources. */
function packageTargets(from: string, specifier: string): PackageTargets {
  const own = nearestPackage(from);
  if (specifier.startsWith("#")) return own === undefined ? absent : targetsIn(own, specifier);
  const { name, subpath } = splitSpecifier(specifier) ?? {};
  if (name === undefined || subpath === undefined) return absent;
  if (own?.description.name === name && own.description.exports != null) return targetsIn(own, subpath);
  const link = packageFolder(name, from);
  if (link === undefined) return absent;
  const folder = realpathSync(link);
  return isInstalled(folder) ? installed : targetsIn(packageAt(folder), subpath);
}

function targetsIn(found: Package, name: string): PackageTargets {
  const targets = everyTarget(found, name);
  return { targets, manifests: [join(found.folder, "package.json")], isThere: true };
}
