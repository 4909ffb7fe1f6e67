/**
 * Tsconfig: what the nearest tsconfig.json above a folder says, with all that it extends, by a path or in a package.
 *
 * Source: typescriptlang.org/tsconfig, `extends`, `paths`, `files`: a later file has its options replace those of an earlier one,
 * each path is relative to the file that names it, and `paths` to `baseUrl` where there is one.
 * Why not TypeScript's own reader: version 7 offers none to JavaScript. Why not get-tsconfig 4: it does not say which files it
 * looked for and read, by which a change is noticed, and throws where one that is extended is missing.
 * Limits: what cannot be read, or is of a wrong kind, counts as absent.
 */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../protocol/json-object.ts";
import { packageAt, packageFolder, packageTarget, splitSpecifier } from "./package-map.ts";
import { stampOf } from "./stamps.ts";

/** Patterns with at most one star, and where they lead. */
export type Paths = Readonly<Record<string, readonly string[]>>;

export interface Tsconfig {
  /** Undefined if there is none. */
  readonly file: string | undefined;
  /** With absolute paths, and without `paths` and `baseUrl`. */
  readonly options: JsonObject;
  /** Absolute. */
  readonly paths: Paths;
  /** Whether fields of classes are defined, as since ES2022, not assigned to. */
  readonly definesFields: boolean;
  /** What `files` and `include` name, patterns too; absolute. */
  readonly named: readonly string[];
  /** What all this was read from: files, there or not. */
  readonly sources: readonly string[];
}

/** What a file says together with those that it extends. */
interface Content {
  readonly options: JsonObject;
  readonly files?: readonly string[];
  readonly include?: readonly string[];
}

const DEEPEST = 8;

export function readTsconfig(folder: string): Tsconfig {
  const sources = new Set<string>();
  const file = nearest(folder, sources);
  const {
    options: all,
    files = [],
    include = [],
  }: Content = file === undefined ? { options: {} } : contentOf({ file, root: dirname(file), sources, depth: 0 });
  const { paths = {}, pathsBasePath, baseUrl = pathsBasePath, ...options } = all;
  const absolutePaths = Object.entries(paths as object).map(
    ([name, places]) => [name, absolute(places, String(baseUrl))] as const,
  );
  return {
    file,
    options,
    paths: Object.fromEntries(absolutePaths),
    definesFields: definesFields(options),
    named: [...files, ...include],
    sources: [...sources],
  };
}

/** Where the longest pattern that fits leads, an exact name before all; undefined if none does. */
export function mappedPaths(specifier: string, paths: Paths): readonly string[] | undefined {
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

/** None where there is no list, as while somebody is writing it. */
export function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function nearest(folder: string, sources: Set<string>): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "tsconfig.json");
    sources.add(file);
    if (stampOf(file) !== "") return file;
    if (dirname(at) === at) return undefined;
  }
}

interface Reading {
  readonly file: string;
  /** The folder of the file that nothing extends: `${configDir}`. */
  readonly root: string;
  readonly sources: Set<string>;
  readonly depth: number;
}

function contentOf({ file, root, sources, depth }: Reading): Content {
  const folder = dirname(file);
  const { extends: bases, files, include, compilerOptions } = parse(file, root);
  let content: Content = { options: {} };
  for (const name of depth < DEEPEST ? textsIn([bases].flat()) : []) {
    const base = extended(name, folder, sources);
    if (base === undefined) continue;
    const { options, ...named } = contentOf({ file: base, root, sources, depth: depth + 1 });
    content = { ...content, ...named, options: { ...content.options, ...options } };
  }
  const options: Record<string, unknown> = isJsonObject(compilerOptions) ? { ...compilerOptions } : {};
  for (const name of ["typeRoots", "rootDirs"])
    if (Array.isArray(options[name])) options[name] = absolute(options[name], folder);
  if (typeof options.baseUrl === "string") options.baseUrl = resolve(folder, options.baseUrl);
  else delete options.baseUrl;
  if (isJsonObject(options.paths)) options.pathsBasePath = folder;
  else delete options.paths;
  return {
    ...content,
    ...(files !== undefined && { files: absolute(files, folder) }),
    ...(include !== undefined && { include: absolute(include, folder) }),
    options: { ...content.options, ...options },
  };
}

function absolute(paths: unknown, folder: string): readonly string[] {
  return textsIn(paths).map((path) => resolve(folder, path));
}

/** The file that is extended by this name; undefined if there is none. */
function extended(name: string, folder: string, sources: Set<string>): string | undefined {
  const candidates =
    /^\.{1,2}(?:\/|$)/.test(name) || isAbsolute(name) ? [resolve(folder, name)] : ofPackage(name, folder);
  return candidates
    .flatMap((path) => (path.endsWith(".json") ? [path] : [path, `${path}.json`]))
    .find((path) => {
      sources.add(path);
      return stampOf(path) !== "";
    });
}

/** What a package names for it, or has at that place. */
function ofPackage(specifier: string, from: string): readonly string[] {
  const { name, subpath } = splitSpecifier(specifier) ?? { name: specifier, subpath: "." };
  const found = packageAt(packageFolder(name, from) ?? join(from, "node_modules", name));
  const { folder, description } = found;
  const target = description.exports == null ? undefined : packageTarget(found, subpath, "require");
  if (subpath !== ".") return [target ?? join(folder, subpath)];
  const { tsconfig } = description;
  return [...textsIn([target, tsconfig]).map((path) => resolve(folder, path)), join(folder, "tsconfig.json")];
}

function definesFields({ useDefineForClassFields: said, target }: JsonObject): boolean {
  if (typeof said === "boolean") return said;
  const year = typeof target === "string" ? /^es(\d+)$/i.exec(target)?.[1] : undefined;
  return year === undefined || Number(year) >= 2022;
}

/** JSON with comments and trailing commas. */
function parse(file: string, root: string): JsonObject {
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? "");
    const strict = bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? "");
    const content: unknown = JSON.parse(strict, (_, value: unknown) =>
      typeof value === "string" ? value.replace(/^\$\{configDir\}/, () => root) : value,
    );
    return isJsonObject(content) ? content : {};
  } catch {
    return {};
  }
}
