/**
 * Linked package: the files that an import by the name of a package may lead to, if they are somebody's own sources.
 *
 * A package that is a link to a folder outside every `node_modules` (a workspace, `npm link`) is edited like a local module;
 * so is the package that the importing file itself belongs to, by its own name or by `#name` of its `imports`.
 * Method: every target that the `exports` or `imports` map has for the name counts, whatever its conditions: one too many is
 * looked at in vain. Limits: `typesVersions` is not read.
 */

import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

export interface PackageTargets {
  /** Paths as the map has them, or as they follow from the folder. */
  readonly targets: readonly string[];
  /** The manifests that say so. */
  readonly manifests: readonly string[];
  /** Whether there is such a package: one that is not may come. */
  readonly isThere: boolean;
}

type Manifest = Readonly<Record<string, unknown>>;

const installed: PackageTargets = { targets: [], manifests: [], isThere: true };
const absent: PackageTargets = { targets: [], manifests: [], isThere: false };

export function packageTargets(folder: string, specifier: string): PackageTargets {
  if (specifier.startsWith("#")) return ownTargets(folder, (manifest) => matches(manifest.imports, specifier));
  const [name = "", subpath = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier)?.slice(1) ?? [];
  if (name === "") return absent;
  for (let place = folder; ; place = dirname(place)) {
    const link = join(place, "node_modules", name);
    const found = lstatSync(link, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return linkedTargets(link, subpath);
    if (found !== undefined) return installed;
    if (dirname(place) === place) break;
  }
  return ownTargets(folder, (manifest) => (manifest.name === name ? exported(manifest, subpath) : []));
}

export const isInstalled = (path: string) => path.includes(`${sep}node_modules${sep}`);

function linkedTargets(link: string, subpath: string): PackageTargets {
  const folder = realpathSync(link);
  if (isInstalled(folder)) return installed;
  const file = join(folder, "package.json");
  const targets = exported(readManifest(file) ?? {}, subpath).map((target) => join(folder, target));
  return { targets, manifests: [file], isThere: true };
}

/** What the nearest package.json above the folder has for a name. */
function ownTargets(folder: string, targetsOf: (manifest: Manifest) => readonly string[]): PackageTargets {
  for (let place = folder; ; place = dirname(place)) {
    const file = join(place, "package.json");
    const manifest = readManifest(file);
    if (manifest !== undefined) {
      const targets = targetsOf(manifest).map((target) => join(place, target));
      return targets.length === 0 ? absent : { targets, manifests: [file], isThere: true };
    }
    if (dirname(place) === place) return absent;
  }
}

function exported({ exports, types, typings, main }: Manifest, subpath: string): readonly string[] {
  if (exports === undefined || exports === null)
    return subpath === "" ? [types, typings, main, "index"].filter((entry) => typeof entry === "string") : [subpath];
  const map = typeof exports === "object" && Object.keys(exports).some((key) => key.startsWith("."));
  return matches(map ? exports : { ".": exports }, subpath === "" ? "." : `./${subpath}`);
}

/** All targets of a name in a map, with what its star stands for. */
function matches(map: unknown, name: string): readonly string[] {
  if (map === null || typeof map !== "object") return [];
  return Object.entries(map).flatMap(([key, value]) => {
    const [before = "", after] = key.split("*");
    if (after === undefined) return key === name ? strings(value) : [];
    if (name.length < key.length || !name.startsWith(before) || !name.endsWith(after)) return [];
    const star = name.slice(before.length, name.length - after.length);
    return strings(value).map((target) => target.replaceAll("*", star));
  });
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return value.startsWith("./") ? [value] : [];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(strings);
}

function readManifest(file: string): Manifest | undefined {
  if (!existsSync(file)) return undefined; // an error would take longer
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}
