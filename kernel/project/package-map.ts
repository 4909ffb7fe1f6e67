/**
 * Package map: where a package lies, and what its package.json names for a path in it, by `exports`, `imports` or `main`.
 *
 * Method: Node's rules (nodejs.org/api/esm.html, "Resolution algorithm specification"): conditions in the order they are
 * written, the longest pattern, null for what is hidden.
 * Why not resolve.exports 2.0.3: it takes the first condition that holds though nothing below it does, where Node goes on to the
 * next, and gives a list of targets as it stands, with those that Node passes over.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../protocol/json-object.ts";

/** For what a module is asked for; packages may answer differently. */
export type Manner = "import" | "require" | "types";

interface PackageDescription {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly main?: unknown;
  readonly types?: unknown;
  readonly typings?: unknown;
  readonly tsconfig?: unknown;
  readonly dependencies?: unknown;
  readonly exports?: unknown;
  readonly imports?: unknown;
}

export interface Package {
  readonly folder: string;
  readonly description: PackageDescription;
}

const ofNode = ["node", "node-addons", "module-sync", "default"];
const conditions: Readonly<Record<Manner, ReadonlySet<string>>> = {
  import: new Set([...ofNode, "import"]),
  require: new Set([...ofNode, "require"]),
  types: new Set([...ofNode, "import", "types"]),
};

/** Empty if it cannot be read, undefined if it is not there. */
function describePackage(folder: string): PackageDescription | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined; // an error would take longer
  try {
    const description: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(description) ? description : {};
  } catch {
    return {};
  }
}

/** The package of a folder, whatever its package.json says. */
export function packageAt(folder: string): Package {
  return { folder, description: describePackage(folder) ?? {} };
}

/** The package that the folder belongs to. */
export function nearestPackage(folder: string): Package | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const description = describePackage(at);
    if (description !== undefined) return { folder: at, description };
    if (dirname(at) === at) return undefined;
  }
}

/** The name of a package, and what of it is meant: `.` or a path that starts with `./`; undefined if it names none. */
export function splitSpecifier(specifier: string): { readonly name: string; readonly subpath: string } | undefined {
  const [, name, rest = ""] = /^((?:@[^/]+\/)?[^./@][^/]*)(\/.*)?$/.exec(specifier) ?? [];
  return name === undefined ? undefined : { name, subpath: `.${rest}` };
}

/** Where the nearest `node_modules` that has a package has it. */
export function packageFolder(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    if (dirname(at) === at) return undefined;
  }
}

/** The packages that one depends on, by name, and the folders where it finds them. */
export function dependenciesOf({ folder, description: { dependencies } }: Package): ReadonlyMap<string, string> {
  const names = isJsonObject(dependencies) ? Object.keys(dependencies) : [];
  const from = realpathSync(folder); // a linked package has its own beside it
  return new Map(
    names.flatMap((name): [string, string][] => {
      const found = packageFolder(name, from);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

/** Whether the file belongs to a package that was installed, not to the user. */
export function isInstalled(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}

/** What is named for `subpath`, which is `.` or starts with `./`: for `.`, that is `main` where there is no map. */
export function packageTarget(
  { folder, description: { exports, types, typings, main } }: Package,
  subpath: string,
  manner: Manner,
): string | undefined {
  const entry = manner === "types" ? (types ?? typings ?? main) : main;
  const target = exports == null ? (subpath === "." ? entry : undefined) : named(exportsOf(exports), subpath, manner);
  return typeof target === "string" ? resolve(folder, target) : undefined;
}

/** What is named for a `#` name: a path that starts with `./`, or another package. */
export function internalTarget({ description: { imports } }: Package, name: string, manner: Manner) {
  return (isJsonObject(imports) ? named(imports, name, manner) : undefined) ?? undefined;
}

/** `exports` by subpaths, as it may be written in short for one. */
export function exportsOf(exports: unknown): JsonObject {
  return isJsonObject(exports) && Object.keys(exports).some((key) => key.startsWith(".")) ? exports : { ".": exports };
}

function named(map: JsonObject, key: string, manner: Manner): string | null | undefined {
  const entry = entryOf(map, key);
  return entry === undefined ? undefined : choose(entry, manner);
}

interface Entry {
  readonly target: unknown;
  /** What stands for the star. */
  readonly star: string;
}

/** That of the key itself, or else of the longest pattern that fits. */
function entryOf(map: JsonObject, key: string): Entry | undefined {
  if (Object.hasOwn(map, key) && !key.includes("*")) return { target: map[key], star: "" };
  const fitting = Object.keys(map).filter((pattern) => {
    const [before = "", after, more] = pattern.split("*");
    if (after === undefined || more !== undefined) return false;
    return key.length >= pattern.length && key.startsWith(before) && key.endsWith(after);
  });
  const [best] = fitting.sort((a, b) => b.indexOf("*") - a.indexOf("*") || b.length - a.length);
  if (best === undefined) return undefined;
  const [before = "", after = ""] = best.split("*");
  return { target: map[best], star: key.slice(before.length, key.length - after.length) };
}

/** The first target whose conditions hold; null hides the path, undefined leaves it to the next. */
function choose({ target, star }: Entry, manner: Manner): string | null | undefined {
  if (typeof target === "string") return target.replaceAll("*", () => star);
  if (target === null) return null;
  if (Array.isArray(target)) {
    for (const one of target) {
      const chosen = choose({ target: one, star }, manner);
      if (typeof chosen === "string") return chosen;
    }
    return undefined;
  }
  if (!isJsonObject(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    if (!conditions[manner].has(condition)) continue;
    const chosen = choose({ target: inner, star }, manner);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}
