/**
 * Package map: what a package.json names for a path in its package, by `exports`, `imports` or `main`.
 *
 * Method: Node's rules (nodejs.org/api/esm.html, "Resolution algorithm specification"): conditions in the order they are
 * written, the longest pattern, null for what is hidden.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** How a module is asked for; packages may answer differently. */
export type Manner = "import" | "require";

export interface PackageDescription {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly imports?: unknown;
}

export interface Package {
  readonly folder: string;
  readonly description: PackageDescription;
}

export function describePackage(folder: string): PackageDescription | undefined {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PackageDescription) : undefined;
}

/** The package that the folder belongs to. */
export function nearestPackage(folder: string): Package | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const description = describePackage(at);
    if (description !== undefined) return { folder: at, description };
    if (dirname(at) === at) return undefined;
  }
}

/** What is named for `subpath`, which is `.` or starts with `./`: for `.`, that is `main` where there is no map. */
export function packageTarget(
  { folder, description: { exports, main } }: Package,
  subpath: string,
  manner: Manner,
): string | undefined {
  const target = exports == null ? (subpath === "." ? main : undefined) : exportOf(exports, subpath, manner);
  return typeof target === "string" ? resolve(folder, target) : undefined;
}

/** What is named for a `#` name: a path that starts with `./`, or another package. */
export function internalTarget({ description: { imports } }: Package, name: string, manner: Manner) {
  return (isRecord(imports) ? match(imports, name, manner) : undefined) ?? undefined;
}

function exportOf(exports: unknown, subpath: string, manner: Manner): string | null | undefined {
  if (isRecord(exports) && Object.keys(exports).some((key) => key.startsWith("."))) {
    return match(exports, subpath, manner);
  }
  return subpath === "." ? choose(exports, "", manner) : undefined;
}

/** The entry of the key itself, or else that of the longest pattern that fits. */
function match(map: Readonly<Record<string, unknown>>, key: string, manner: Manner): string | null | undefined {
  if (Object.hasOwn(map, key) && !key.includes("*")) return choose(map[key], "", manner);
  const fitting = Object.keys(map).filter((pattern) => {
    const [before, after, more] = pattern.split("*");
    if (after === undefined || more !== undefined) return false;
    return key.length >= pattern.length && key.startsWith(before) && key.endsWith(after);
  });
  const [best] = fitting.sort((a, b) => b.indexOf("*") - a.indexOf("*") || b.length - a.length);
  if (best === undefined) return undefined;
  const [before, after] = best.split("*");
  return choose(map[best], key.slice(before.length, key.length - after.length), manner);
}

/** The first target whose conditions hold; null hides the path, undefined leaves it to the next. */
function choose(target: unknown, middle: string, manner: Manner): string | null | undefined {
  if (typeof target === "string") return target.replaceAll("*", () => middle);
  if (target === null) return null;
  if (Array.isArray(target)) {
    for (const one of target) {
      const chosen = choose(one, middle, manner);
      if (typeof chosen === "string") return chosen;
    }
    return undefined;
  }
  if (!isRecord(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    if (!["node", "node-addons", "module-sync", manner, "default"].includes(condition)) continue;
    const chosen = choose(inner, middle, manner);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
