/**
 * Resolver: what a specifier means in a cell and in the user's own files.
 *
 * In this order: modules of the kernel itself (`tslab`), preloaded names, builtin modules, paths, `paths` of the tsconfig,
 * packages, what a preloaded package depends on. A file of the user, and TypeScript or JSON wherever it lies, is loaded by
 * LocalModules; the rest by Node.
 */
import { realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findFile, formatOf, isTypeScript } from "../../project/file-resolution.ts";
import { isInstalled, type Manner, packageAt, packageFolder, splitSpecifier } from "../../project/package-map.ts";
import { fileIn, resolveDependency, resolvePackage } from "../../project/package-resolution.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { type Namespace, packageNamespace } from "./common-namespace.ts";
import { nativeImport } from "./native-import.ts";

export type Target =
  /** A file that is loaded here. */
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "provided"; readonly namespace: Namespace }
  | NodeTarget;

/** What Node loads: the absolute path of a file, a builtin module, or what only `require` of Node may know. */
interface NodeTarget {
  readonly kind: "node";
  readonly specifier: string;
}

export interface ResolverParameters {
  /** The notebook's. */
  readonly folder: string;
  /** Names of packages that are there in every notebook, and their folders. */
  readonly preload: Readonly<Record<string, string>>;
  /** Modules that the kernel itself provides. */
  readonly provided: Readonly<Record<string, Namespace>>;
}

const ownFolder = dirname(fileURLToPath(import.meta.url));

export class Resolver {
  /** The same object as long as the settings are the same. */
  readonly settings: () => ProjectSettings;
  readonly #parameters: ResolverParameters;

  constructor(parameters: ResolverParameters, settings: () => ProjectSettings) {
    this.#parameters = parameters;
    this.settings = settings;
  }

  /** `from` is the file that asks. */
  resolve(specifier: string, from: string, manner: Manner): Target {
    const { provided } = this.#parameters;
    if (Object.hasOwn(provided, specifier)) return { kind: "provided", namespace: provided[specifier] };
    const preloaded = this.#preloadedFile(specifier, manner);
    if (preloaded !== undefined) return isCompiledHere(preloaded) ? found(preloaded) : byNode(realpathSync(preloaded));
    if (isBuiltin(specifier) || (manner === "import" && isData(specifier))) return byNode(specifier);
    const folder = dirname(from);
    const isUrl = specifier.startsWith("file:");
    let file: string | undefined;
    if (isUrl || isAbsolute(specifier) || /^\.{1,2}(?:\/|$)/.test(specifier)) {
      file = findFile(isUrl ? fileURLToPath(specifier) : resolve(folder, specifier));
    } else {
      for (const path of this.settings().mapped(specifier)) file ??= findFile(path);
      file ??= resolvePackage(specifier, specifier.startsWith("@swc/helpers/") ? ownFolder : folder, manner);
      file ??= this.#dependency(specifier, folder, manner);
    }
    if (file !== undefined) return found(file);
    if (manner === "require") return byNode(specifier); // it knows more folders and kinds of files
    throw notFound(specifier, `from ${folder}`);
  }

  /** To a TypeScript file, CommonJS is given as TypeScript types it. */
  async importByNode({ specifier }: NodeTarget, from: string): Promise<Namespace> {
    if (!isAbsolute(specifier)) return nativeImport(specifier);
    const namespace = await nativeImport(pathToFileURL(specifier).href);
    return isTypeScript(from) ? packageNamespace(namespace, specifier) : namespace;
  }

  /** `import.meta` of a cell or a file. */
  meta(file: string): Namespace {
    return {
      url: pathToFileURL(file).href,
      filename: file,
      dirname: dirname(file),
      resolve: (specifier: string) => {
        const target = this.resolve(specifier, file, "import");
        if (target.kind === "provided") throw notFound(specifier, "as a file: only the kernel has it");
        const name = target.kind === "file" ? target.file : target.specifier;
        if (isData(name)) return name;
        return isAbsolute(name) ? pathToFileURL(name).href : `node:${name.replace(/^node:/, "")}`;
      },
    };
  }

  /** The file that a preloaded name stands for; undefined if it is none. */
  #preloadedFile(specifier: string, manner: Manner): string | undefined {
    const { preload, folder } = this.#parameters;
    const name = Object.keys(preload).find((each) => specifier === each || specifier.startsWith(`${each}/`));
    if (name === undefined) return undefined;
    const path = resolve(folder, preload[name]);
    const file = fileIn(packageAt(path), `.${specifier.slice(name.length)}`, manner);
    if (file === undefined) throw notFound(specifier, `in ${path}`);
    return file;
  }

  /** Such as simple-statistics, for a notebook in a folder where nothing is installed. */
  #dependency(specifier: string, from: string, manner: Manner): string | undefined {
    const name = splitSpecifier(specifier)?.name;
    if (name === undefined || packageFolder(name, from) !== undefined) return undefined; // it has one, without this path
    const { preload, folder } = this.#parameters;
    for (const path of Object.values(preload)) {
      const file = resolveDependency(specifier, packageAt(resolve(folder, path)), manner);
      if (file !== undefined) return file;
    }
    return undefined;
  }
}

/** The text of a module itself. */
export function isData(specifier: string): boolean {
  return /^data:/i.test(specifier);
}

/** TypeScript and JSON are, wherever they lie. */
function isCompiledHere(file: string): boolean {
  return isTypeScript(file) || formatOf(file) === "json";
}

function found(path: string): Target {
  const file = realpathSync(path);
  const isHere = isCompiledHere(file) || (!isInstalled(file) && formatOf(file) !== "other");
  return isHere ? { kind: "file", file } : byNode(file);
}

function byNode(specifier: string): NodeTarget {
  return { kind: "node", specifier };
}

function notFound(specifier: string, where: string): Error {
  const isPath = /^(?:[./]|file:)/.test(specifier);
  const what = isPath ? "module" : "package, or what it exports as";
  return Object.assign(new Error(`Cannot find ${what} '${specifier}' ${where}`), { code: "ERR_MODULE_NOT_FOUND" });
}
