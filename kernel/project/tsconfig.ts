/**
 * Tsconfig: what the nearest tsconfig.json above a folder says, with all that it extends, by a path or in a package.
 *
 * Source: typescriptlang.org/tsconfig, `extends`, `paths`, `files`: a later file has its options replace those of an earlier one,
 * each path is relative to the file that names it, and `paths` to `baseUrl` where there is one.
 * Why not TypeScript's own reader: version 7 offers none to JavaScript.
 * Limits: what cannot be read, or is of a wrong kind, counts as absent.
 */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { describePackage, packageFolder, packageTarget, splitSpecifier } from "./package-map.ts";
import { stampOf } from "./stamps.ts";

/** Patterns with at most one star, and where they lead. */
export type Paths = Readonly<Record<string, readonly string[]>>;

export type CompilerOptions = Readonly<Record<string, unknown>>;

export interface Tsconfig {
  /** Undefined if there is none. */
  readonly file: string | undefined;
  /** With absolute paths, and without `paths` and `baseUrl`. */
  readonly options: CompilerOptions;
  /** Absolute. */
  readonly paths: Paths;
  /** Whether fields of classes are defined, as since ES2022, not assigned to. */
  readonly definesFields: boolean;
  /** What `files` and `include` name, patterns too; absolute. */
  readonly named: readonly string[];
  /** What all this was read from: files, there or not. */
  readonly sources: readonly string[];
}

/** What a file says together with those that it extends; undefined: nothing. */
interface Content {
  readonly options: CompilerOptions;
  /** Where `paths` begin, unless there is a `baseUrl`. */
  readonly pathsFolder: string | undefined;
  readonly files: readonly string[] | undefined;
  readonly include: readonly string[] | undefined;
}

const empty: Content = { options: {}, pathsFolder: undefined, files: undefined, include: undefined };
const deepest = 8;
const ofPaths = ["typeRoots", "rootDirs"] as const;

export function readTsconfig(folder: string): Tsconfig {
  const sources = new Set<string>();
  const file = nearest(folder, sources);
  const content = file === undefined ? empty : contentOf({ file, root: dirname(file), sources, depth: 0 });
  const { paths, baseUrl, ...options } = content.options;
  const base = typeof baseUrl === "string" ? baseUrl : (content.pathsFolder ?? folder);
  return {
    file,
    options,
    paths: Object.fromEntries(
      Object.entries(paths ?? {}).map(([name, places]) => [name, absolute(places, base, dirname(file ?? base))]),
    ),
    definesFields: definesFields(options),
    named: [...(content.files ?? []), ...(content.include ?? [])],
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
  const { extends: bases, files, include, compilerOptions } = parse(file);
  let content = empty;
  for (const name of depth < deepest ? [bases].flat() : []) {
    const base = typeof name === "string" ? extended(name, folder, sources) : undefined;
    if (base === undefined) continue;
    const inherited = contentOf({ file: base, root, sources, depth: depth + 1 });
    content = over(content, inherited);
  }
  const options: Record<string, unknown> = isRecord(compilerOptions) ? { ...compilerOptions } : {};
  for (const name of ofPaths) if (Array.isArray(options[name])) options[name] = absolute(options[name], folder, root);
  if (typeof options.baseUrl === "string") [options.baseUrl] = absolute([options.baseUrl], folder, root);
  if (!isRecord(options.paths)) delete options.paths;
  return over(content, {
    options,
    pathsFolder: options.paths === undefined ? undefined : folder,
    files: files === undefined ? undefined : absolute(files, folder, root),
    include: include === undefined ? undefined : absolute(include, folder, root),
  });
}

function over(below: Content, above: Content): Content {
  return {
    options: { ...below.options, ...above.options },
    pathsFolder: above.pathsFolder ?? below.pathsFolder,
    files: above.files ?? below.files,
    include: above.include ?? below.include,
  };
}

function absolute(paths: unknown, folder: string, root: string): readonly string[] {
  return textsIn(paths).map((path) =>
    resolve(
      folder,
      path.replace(/^\$\{configDir\}/, () => root),
    ),
  );
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
  const folder = packageFolder(name, from) ?? join(from, "node_modules", name);
  const description = describePackage(folder) ?? {};
  const target = description.exports == null ? undefined : packageTarget({ folder, description }, subpath, "require");
  if (subpath !== ".") return [target ?? join(folder, subpath)];
  const { tsconfig } = description;
  return [...textsIn([target, tsconfig]).map((path) => resolve(folder, path)), join(folder, "tsconfig.json")];
}

function definesFields({ useDefineForClassFields: said, target }: CompilerOptions): boolean {
  if (typeof said === "boolean") return said;
  const year = typeof target === "string" ? /^es(\d+)$/i.exec(target)?.[1] : undefined;
  return year === undefined || Number(year) >= 2022;
}

/** JSON with comments and trailing commas. */
function parse(file: string): CompilerOptions {
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? "");
    const strict = bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? "");
    const content: unknown = JSON.parse(strict);
    return isRecord(content) ? content : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is CompilerOptions {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
