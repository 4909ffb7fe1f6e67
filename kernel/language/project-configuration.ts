/**
 * Configuration of a notebook's types: the project's tsconfig, with what a cell needs in its place.
 *
 * Method: a document in memory stands for the tsconfig.json of the notebook's folder: it extends the nearest one above,
 * or repeats the one that is there. It lists itself, or the server would give it a project of its own. Resolution is
 * `bundler`, so that imports may end in `.ts`, name packages by their `exports` map or leave the extension out; what speaks of emitted
 * files, of erasable syntax or of unused names does not apply to cells.
 * Limits: `paths` are merged over relative `extends` only; a package named there brings none.
 */

import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { PreloadedPackage } from "./language-service.ts";
import { preloadedSubpaths, preloadedTypes } from "./preloaded-types.ts";
import { tokenize } from "./token.ts";

export interface ProjectSettings {
  readonly folder: string;
  readonly preload: readonly PreloadedPackage[];
  /** Names of the documents. */
  readonly files: readonly string[];
}

export function projectConfiguration({ folder, preload, files }: ProjectSettings): string {
  const project = nearestConfiguration(folder);
  const own = project === join(folder, "tsconfig.json") ? (readConfiguration(project) ?? {}) : undefined;
  const paths: Record<string, readonly string[]> = project === undefined ? {} : { ...inheritedPaths(project) };
  for (const { name, path } of preload) {
    const entry = preloadedTypes(path);
    if (entry !== undefined) paths[name] = [entry];
    for (const [subpath, types] of preloadedSubpaths(path)) paths[`${name}/${subpath}`] = [types];
  }
  const compilerOptions = {
    ...own?.compilerOptions,
    ...(project === undefined ? { strict: true, noImplicitAny: false } : {}),
    target: "esnext",
    lib: ["esnext"],
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
  return JSON.stringify({
    ...(own ?? (project === undefined ? {} : { extends: project })),
    compilerOptions,
    files: ["tsconfig.json", ...files],
    include: [],
    references: [],
  });
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
function nearestConfiguration(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    const candidate = join(place, "tsconfig.json");
    if (existsSync(candidate)) return candidate;
    if (dirname(place) === place) return undefined;
  }
}

interface Configuration {
  readonly extends?: unknown;
  readonly compilerOptions?: {
    readonly paths?: Readonly<Record<string, readonly string[]>>;
    readonly baseUrl?: string;
  };
}

function inheritedPaths(file: string, depth = 0): Readonly<Record<string, readonly string[]>> {
  const configuration = readConfiguration(file);
  const own = configuration?.compilerOptions?.paths;
  if (own !== undefined) {
    const base = resolve(dirname(file), configuration?.compilerOptions?.baseUrl ?? ".");
    return Object.fromEntries(
      Object.entries(own).map(([name, places]) => [name, places.map((at) => resolve(base, at))]),
    );
  }
  const bases = [configuration?.extends].flat().filter((base) => typeof base === "string");
  for (const base of bases.toReversed()) {
    if (depth > 5 || !(base.startsWith(".") || isAbsolute(base))) continue;
    const path = resolve(dirname(file), base);
    const found = inheritedPaths(existsSync(path) ? path : `${path}.json`, depth + 1);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
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
