/**
 * Resolver: what a specifier means in a cell and in the user's own files.
 *
 * In this order: modules of the kernel itself (`tslab`), preloaded names, paths (from the notebook's folder), `paths` of
 * the tsconfig, packages. What turns out to be a file of the user, or TypeScript or JSON wherever it lies, is loaded here;
 * the rest by Node, so that `exports` maps, ESM-only and CommonJS packages work as they do elsewhere.
 */
import { realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";
import { findFile, formatOf, isTypeScript } from "../../project/file-resolution.ts";
import { isInstalled, type Manner } from "../../project/package-map.ts";
import { findPackageFile, resolvePackage } from "../../project/package-resolution.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { packageNamespace } from "./common-namespace.ts";
import type { ImporterParameters, Namespace, NodeTarget, Resolution, Target } from "./resolution.ts";

type NativeImport = (specifier: string) => Promise<Namespace>;

const ownFolder = dirname(fileURLToPath(import.meta.url));

export class Resolver implements Resolution {
  readonly settings: () => ProjectSettings;
  private readonly natives = new Map<string, NativeImport>();
  private readonly parameters: ImporterParameters;

  constructor(parameters: ImporterParameters, settings: () => ProjectSettings) {
    this.parameters = parameters;
    this.settings = settings;
  }

  resolve(specifier: string, from: string, manner: Manner): Target {
    const { provided } = this.parameters;
    if (Object.hasOwn(provided, specifier)) return { kind: "provided", namespace: provided[specifier] };
    const preloaded = this.preloadedFile(specifier, manner);
    if (preloaded !== undefined) return isCompiledHere(preloaded) ? found(preloaded) : byNode(preloaded);
    if (isBuiltin(specifier)) return byNode(specifier);
    if (specifier.startsWith("@swc/helpers/")) {
      return byNode(resolvePackage(specifier, ownFolder, manner) ?? specifier);
    }
    const folder = dirname(from);
    if (/^\.{1,2}(?:\/|$)/.test(specifier) || isAbsolute(specifier) || specifier.startsWith("file:")) {
      const path = specifier.startsWith("file:") ? fileURLToPath(specifier) : resolve(folder, specifier);
      const file = findFile(path, from);
      if (file !== undefined) return found(file);
      if (manner === "require") return byNode(specifier); // it knows more kinds of files
      throw notFound(specifier, path);
    }
    for (const path of this.settings().mapped(specifier)) {
      const file = findFile(path, from);
      if (file !== undefined) return found(file);
    }
    const file = resolvePackage(specifier, folder, manner);
    const target = file === undefined ? undefined : found(file);
    return target?.kind === "node" ? { ...target, specifier } : (target ?? byNode(specifier));
  }

  async importByNode({ specifier, file }: NodeTarget, from: string): Promise<Namespace> {
    const load = this.native(dirname(from));
    const name = isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier;
    if (file === undefined || !isTypeScript(from)) return load(name);
    const namespace = await load(name).catch((error: unknown) => {
      if (!isUnresolved(error)) throw error;
      return load(pathToFileURL(file).href);
    });
    return packageNamespace(namespace, realpathSync(file));
  }

  /** The file that a preloaded name stands for; undefined if it is none. */
  private preloadedFile(specifier: string, manner: Manner): string | undefined {
    const { preload } = this.parameters;
    const name = Object.keys(preload).find((each) => specifier === each || specifier.startsWith(`${each}/`));
    if (name === undefined) return undefined;
    const path = resolve(this.parameters.folder, preload[name]);
    const subpath = specifier.slice(name.length + 1);
    const file = findPackageFile(path, subpath, manner);
    if (file === undefined) throw notFound(specifier, join(path, subpath));
    return file;
  }

  /** Node's dynamic import, as seen from a folder. */
  private native(folder: string): NativeImport {
    let load = this.natives.get(folder);
    if (load === undefined) {
      load = new Script("(specifier) => import(specifier)", {
        filename: join(folder, "notebook.mjs"),
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      }).runInThisContext() as NativeImport;
      this.natives.set(folder, load);
    }
    return load;
  }
}

/** TypeScript and JSON are, wherever they lie. */
function isCompiledHere(file: string): boolean {
  return isTypeScript(file) || formatOf(file) === "json";
}

function found(path: string): Target {
  const file = realpathSync(path);
  const isHere = isCompiledHere(file) || (!isInstalled(file) && formatOf(file) !== "other");
  return isHere ? { kind: "file", file, path } : byNode(file);
}

function byNode(specifier: string): NodeTarget {
  return isAbsolute(specifier) ? { kind: "node", specifier, file: specifier } : { kind: "node", specifier };
}

/** Node wants the extension, and no folder, where TypeScript does without. */
function isUnresolved(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === "ERR_MODULE_NOT_FOUND" || code === "ERR_UNSUPPORTED_DIR_IMPORT";
}

function notFound(specifier: string, path: string): Error {
  const error = new Error(`Cannot find module '${specifier}' (looked for ${path})`);
  return Object.assign(error, { code: "ERR_MODULE_NOT_FOUND" });
}
