/**
 * Module places: the files among which the server looks for what a specifier names, in its order.
 *
 * Relative and absolute paths, `paths` of the tsconfig, and packages that are links to sources; a package that is installed
 * has no places here. Limits: a folder's own package.json is not read for a path that leads to the folder.
 */

import { isBuiltin } from "node:module";
import { isAbsolute, resolve } from "node:path";
import { isInstalled, packageTargets } from "./linked-package.ts";

export type Paths = Readonly<Record<string, readonly string[]>>;

/** Of each group the first file that exists is meant. */
export interface Places {
  readonly groups: readonly (readonly string[])[];
  /** Whether they stay as they are until a configuration or a manifest changes. */
  readonly isSettled: boolean;
}

const settled: Places = { groups: [], isSettled: true };

export function modulePlaces(folder: string, specifier: string, paths: Paths): Places {
  if (/^\.{1,2}(?:\/|$)/.test(specifier) || isAbsolute(specifier))
    return { groups: [candidates(resolve(folder, specifier))], isSettled: true };
  if (/\s/.test(specifier) || specifier === "" || isBuiltin(specifier)) return settled;
  const mapped = mappedPaths(specifier, paths);
  if (mapped?.length === 0) return settled;
  const own = (mapped ?? []).filter((path) => !isInstalled(path)).flatMap(candidates);
  const { targets, manifests, isThere } = packageTargets(folder, specifier);
  const groups = [own, ...targets.map(candidates), manifests].filter((group) => group.length > 0);
  return { groups, isSettled: isThere || mapped !== undefined };
}

/** Where the longest pattern that fits leads; an exact name comes before all. */
function mappedPaths(specifier: string, paths: Paths): readonly string[] | undefined {
  if (Object.hasOwn(paths, specifier)) return paths[specifier];
  let best = "";
  for (const pattern of Object.keys(paths)) {
    const [before = "", after] = pattern.split("*");
    const fits = after !== undefined && specifier.startsWith(before) && specifier.endsWith(after);
    if (!fits || specifier.length < before.length + after.length) continue;
    if (best === "" || before.length > best.indexOf("*")) best = pattern;
  }
  if (best === "") return undefined;
  const [before = "", after = ""] = best.split("*");
  const star = specifier.slice(before.length, specifier.length - after.length);
  return (paths[best] ?? []).map((place) => place.replace("*", () => star));
}

/** What a path may stand for, in the notations that TypeScript resolves. */
function candidates(path: string): readonly string[] {
  if (/\.(?:[cm]?ts|tsx|json)$/.test(path)) return [path];
  const [, base = "", kind = ""] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  if (base !== "" && kind !== "") return [`${base}.${kind}ts`, `${base}.d.${kind}ts`, path];
  if (base !== "") return [`${base}.ts`, `${base}.tsx`, `${base}.d.ts`, path];
  const endings = [".ts", ".tsx", ".d.ts", ".js", ".jsx"];
  return [...endings, ...endings.map((ending) => `/index${ending}`)].map((ending) => path + ending);
}
