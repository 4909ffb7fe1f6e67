/**
 * Configuration of a notebook's types: the project's tsconfig, with what a cell needs in its place.
 *
 * Method: a document in memory stands for the tsconfig.json of the notebook's folder: it has all options of the project, those that
 * it extends too, so that cells are checked by what they run with. It lists itself, or the server would give it a project of its
 * own. Resolution is `bundler`, so that imports may end in `.ts`, name packages by their `exports` map or leave the extension out;
 * what speaks of emitted files, of erasable syntax or of unused names does not apply to cells.
 * The newest library is added to those that the project names, and declarations beside its tsconfig, or named there, count.
 * Limits: of declarations that patterns include only those beside the tsconfig count.
 */

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { stampOf } from "../project/stamps.ts";
import { type Paths, readTsconfig, type Tsconfig, textsIn } from "../project/tsconfig.ts";
import type { PreloadedPackage } from "./language-service.ts";
import { dependencyPaths, preloadedPaths } from "./preloaded-types.ts";

export interface ProjectSettings {
  readonly folder: string;
  readonly preload: readonly PreloadedPackage[];
  /** Names of the documents. */
  readonly files: readonly string[];
}

interface ProjectConfiguration {
  readonly text: string;
  /** The project's own `paths`, absolute; a preloaded package and what it depends on lead nowhere. */
  readonly paths: Paths;
  /** The project's files that are always read. */
  readonly declarations: readonly string[];
}

export function projectConfiguration({ folder, preload, files }: ProjectSettings): ProjectConfiguration {
  const project = readTsconfig(folder);
  const preloaded = preloadedPaths(preload);
  const dependencies = dependencyPaths(preload, folder);
  const paths: Paths = { ...dependencies, ...project.paths, ...preloaded };
  const declarations = ambientFiles(project);
  const libraries = textsIn(project.options.lib).map((name) => name.toLowerCase());
  const compilerOptions = {
    ...(project.file === undefined ? withoutProject : project.options),
    target: "esnext",
    useDefineForClassFields: project.definesFields, // else it would follow from the target, which the project's own is not
    lib: [...new Set(["esnext", ...libraries])],
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
    compilerOptions,
    files: ["tsconfig.json", ...files, ...declarations],
    include: [],
    references: [],
  });
  const nowhere = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, []]));
  return { text, paths: { ...nowhere(dependencies), ...project.paths, ...nowhere(preloaded) }, declarations };
}

const withoutProject = { strict: true, noImplicitAny: false, noImplicitThis: false, jsx: "preserve" };

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

const MOST_AMBIENT_FILES = 100;

/** Files that declare what is there without an import: those beside the configuration, and those that it names. */
function ambientFiles(project: Tsconfig): readonly string[] {
  const folder = project.file === undefined ? undefined : dirname(project.file);
  const beside = folder === undefined ? [] : readdirSync(folder).map((name) => join(folder, name));
  const found = new Set([...project.named, ...beside].filter(isDeclaration));
  return [...found].filter((file) => stampOf(file) !== "").slice(0, MOST_AMBIENT_FILES);
}

function isDeclaration(file: string): boolean {
  return /\.d\.[cm]?ts$/.test(file) && !/[*?]/.test(file);
}
