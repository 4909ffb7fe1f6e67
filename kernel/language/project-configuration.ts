/**
 * Configuration of a notebook's types: the project's tsconfig, with what a cell needs in its place.
 *
 * Method: a document in memory stands for the tsconfig.json of the notebook's folder: it extends the nearest one above,
 * or repeats the one that is there. It lists itself, or the server would give it a project of its own. Resolution is
 * `bundler`, so that imports may end in `.ts`, name packages by their `exports` map or leave the extension out; what speaks of emitted
 * files, of erasable syntax or of unused names does not apply to cells.
 * The newest library is added to those that the project names, and declarations beside its tsconfig, or named there, count.
 * Limits: `paths` and `lib` are read over relative `extends` only, a package named there brings none; of declarations that
 * patterns include only those beside the tsconfig count.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { PreloadedPackage } from "./language-service.ts";
import type { Paths } from "./module-places.ts";
import { preloadedPaths } from "./preloaded-types.ts";
import { tokenize } from "./token.ts";

export interface ProjectSettings {
  readonly folder: string;
  readonly preload: readonly PreloadedPackage[];
  /** Names of the documents. */
  readonly files: readonly string[];
}

export interface ProjectConfiguration {
  readonly text: string;
  /** The project's own `paths`, absolute; a preloaded package leads nowhere. */
  readonly paths: Paths;
  /** The project's files that are always read. */
  readonly declarations: readonly string[];
  /** What all this was read from: files, there or not, and folders. */
  readonly sources: readonly string[];
}

export function projectConfiguration({ folder, preload, files }: ProjectSettings): ProjectConfiguration {
  const sources = new Set<string>();
  const project = nearestConfiguration(folder, sources);
  const own = project === join(folder, "tsconfig.json") ? (readConfiguration(project) ?? {}) : undefined;
  const said = <Value>(what: (configuration: Configuration, file: string) => Value | undefined) =>
    project === undefined ? undefined : inherited(project, what, sources);
  said(() => undefined); // goes through all that it extends
  const projectPaths = said(pathsOf);
  const preloaded = preloadedPaths(preload);
  const paths: Paths = { ...projectPaths, ...preloaded };
  const declarations = project === undefined ? [] : ambientFiles(project, sources);
  const libraries = textsIn(said(({ compilerOptions }) => compilerOptions?.lib));
  const defines = said(({ compilerOptions }) => compilerOptions?.useDefineForClassFields);
  const target = said(({ compilerOptions }) => compilerOptions?.target) ?? "esnext";
  const compilerOptions = {
    ...own?.compilerOptions,
    ...(project === undefined ? { strict: true, noImplicitAny: false, noImplicitThis: false, jsx: "preserve" } : {}),
    target: "esnext",
    // Else it would follow from the target, which the project's own is not.
    ...(defines === undefined && { useDefineForClassFields: !/^es(?:[356]|20(?:1\d|2[01]))$/i.test(target) }),
    lib: [...new Set(["esnext", ...libraries.map((name) => name.toLowerCase())])],
    module: "esnext",
    moduleResolution: "bundler",
    moduleDetection: "force",
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    esModuleInterop: true,
    allowJs: true,
    checkJs: false,
    skipLibCheck: true,
    noEmit: true,
    ...Object.fromEntries(unwanted.map((option) => [option, false])),
    rootDir: null,
    outDir: null,
    tsBuildInfoFile: null,
    allowUnreachableCode: true,
    allowUnusedLabels: true,
    ...(Object.keys(paths).length > 0 ? { paths } : {}),
  };
  const text = JSON.stringify({
    ...(own ?? (project === undefined ? {} : { extends: project })),
    compilerOptions,
    files: ["tsconfig.json", ...files, ...declarations],
    include: [],
    references: [],
  });
  const nowhere = Object.fromEntries(Object.keys(preloaded).map((name) => [name, []]));
  return { text, paths: { ...projectPaths, ...nowhere }, declarations, sources: [...sources] };
}

const unwanted = [
  "composite",
  "incremental",
  "declaration",
  "declarationMap",
  "emitDeclarationOnly",
  "isolatedModules",
  "isolatedDeclarations",
  "verbatimModuleSyntax",
  "erasableSyntaxOnly",
  "rewriteRelativeImportExtensions",
  "noUnusedLocals",
  "noUnusedParameters",
  "noPropertyAccessFromIndexSignature",
] as const;

/** The tsconfig.json of the folder or of the nearest one above. */
function nearestConfiguration(folder: string, sources: Set<string>): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    const candidate = join(place, "tsconfig.json");
    sources.add(candidate);
    if (existsSync(candidate)) return candidate;
    if (dirname(place) === place) return undefined;
  }
}

interface Configuration {
  readonly extends?: unknown;
  readonly files?: unknown;
  readonly include?: unknown;
  readonly compilerOptions?: {
    readonly paths?: Readonly<Record<string, unknown>>;
    readonly baseUrl?: unknown;
    readonly lib?: unknown;
    readonly target?: string;
    readonly useDefineForClassFields?: boolean;
  };
}

const mostAmbientFiles = 100;

function pathsOf({ compilerOptions: options }: Configuration, file: string): Paths | undefined {
  if (options?.paths === undefined) return undefined;
  const base = resolve(dirname(file), typeof options.baseUrl === "string" ? options.baseUrl : ".");
  return Object.fromEntries(
    Object.entries(options.paths ?? {}).map(([name, places]) => [name, textsIn(places).map((at) => resolve(base, at))]),
  );
}

/** None where there is no list, as while somebody is writing it. */
function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

/** What a file says, or the last that says it of those it extends. */
function inherited<Value>(
  file: string,
  said: (configuration: Configuration, file: string) => Value | undefined,
  sources: Set<string>,
  depth = 0,
): Value | undefined {
  sources.add(file);
  const configuration = readConfiguration(file) ?? {};
  const own = said(configuration, file);
  if (own !== undefined || depth > 5) return own;
  const bases = [configuration.extends].flat().filter((base) => typeof base === "string");
  for (const base of bases.toReversed()) {
    if (!(base.startsWith(".") || isAbsolute(base))) continue;
    const path = resolve(dirname(file), base);
    const found = inherited(existsSync(path) ? path : `${path}.json`, said, sources, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Files that declare what is there without an import: those beside the configuration, and those that it names. */
function ambientFiles(project: string, sources: Set<string>): readonly string[] {
  const { files, include } = readConfiguration(project) ?? {};
  const named = [...textsIn(files), ...textsIn(include)].filter(
    (name) => /\.d\.[cm]?ts$/.test(name) && !/[*?]/.test(name),
  );
  const folder = dirname(project);
  for (const source of [folder, ...named.map((name) => resolve(folder, name))]) sources.add(source);
  const beside = readdirSync(folder).filter((name) => /\.d\.[cm]?ts$/.test(name));
  const found = new Set([...named, ...beside].map((name) => resolve(folder, name)));
  return [...found].filter((file) => existsSync(file)).slice(0, mostAmbientFiles);
}

/** JSON with comments and trailing commas; undefined if it is not even that. */
function readConfiguration(file: string): Configuration | undefined {
  try {
    const texts = tokenize(readFileSync(file, "utf8")).tokens.map(({ text }) => text);
    const kept = texts.filter((text, index) => text !== "," || !/^[}\]]$/.test(texts[index + 1] ?? ""));
    return JSON.parse(kept.join("")) as Configuration;
  } catch {
    return undefined;
  }
}
