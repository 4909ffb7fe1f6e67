/**
 * Importer: what `import` means in a cell and in the user's own files.
 *
 * In this order: modules of the kernel itself (`tslab`), preloaded names, paths (from the notebook's folder), `paths` of
 * the tsconfig, and Node's own resolution of packages, by which `exports` maps, ESM-only and CommonJS packages work.
 */
import { createRequire, isBuiltin } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";
import { findFile, findPackageFile, formatOf } from "./file-resolution.ts";
import { importMeta, LocalModules, type Namespace, type Target } from "./local-modules.ts";
import { type ProjectSettings, readProjectSettings } from "./project-settings.ts";

type NativeImport = (specifier: string, attributes?: object) => Promise<Namespace>;

export interface ImporterParameters {
  readonly folder: string;
  readonly preload: Readonly<Record<string, string>>;
  /** Modules that the kernel itself provides. */
  readonly provided: Readonly<Record<string, Namespace>>;
}

export class Importer {
  private readonly natives = new Map<string, NativeImport>();
  private readonly modules = new LocalModules(
    (specifier, folder) => this.resolve(specifier, folder),
    () => this.settings().legacyDecorators,
  );
  private known: ProjectSettings | undefined;

  private readonly parameters: ImporterParameters;

  constructor(parameters: ImporterParameters) {
    this.parameters = parameters;
  }

  settings(): ProjectSettings {
    this.known ??= readProjectSettings(this.parameters.folder);
    return this.known;
  }

  /** `import.meta` of a cell. */
  meta(name: string): Namespace {
    return importMeta(join(this.parameters.folder, name), (specifier, folder) => this.resolve(specifier, folder));
  }

  /** `require`, as seen from the notebook's folder; it knows the kernel's modules and the preloaded names too. */
  require(): NodeJS.Require {
    const { provided } = this.parameters;
    const native = createRequire(join(this.parameters.folder, "notebook.js"));
    const load = (specifier: string): unknown => {
      if (Object.hasOwn(provided, specifier)) return provided[specifier];
      const file = this.preloadedFile(specifier);
      return native(file !== undefined && formatOf(file) !== "typescript" ? file : specifier);
    };
    return Object.assign(load, native);
  }

  interrupted(): void {
    this.modules.interrupted();
  }

  async import(specifier: string): Promise<Namespace> {
    const target = this.resolve(String(specifier), this.parameters.folder);
    return "file" in target ? this.modules.import(target.file) : target.namespace();
  }

  private resolve(specifier: string, folder: string): Target {
    const { provided } = this.parameters;
    if (Object.hasOwn(provided, specifier)) return { namespace: async () => provided[specifier] };
    const preloaded = this.preloadedFile(specifier);
    if (preloaded !== undefined) return fixed(preloaded);
    if (specifier.startsWith("@swc/helpers/")) return { namespace: () => import(specifier) as Promise<Namespace> };
    if (/^\.{1,2}(?:\/|$)/.test(specifier) || isAbsolute(specifier))
      return this.file(resolve(folder, specifier), specifier);
    if (specifier.startsWith("file:")) return this.file(fileURLToPath(specifier), specifier);
    if (!isBuiltin(specifier)) {
      for (const path of this.settings().mapped(specifier)) {
        const file = findFile(path);
        if (file !== undefined) return { file };
      }
    }
    return { namespace: () => this.native(folder)(specifier) };
  }

  private file(path: string, specifier: string): Target {
    const file = findFile(path);
    if (file === undefined) throw notFound(specifier, path);
    return { file };
  }

  /** The file that a preloaded name stands for; undefined if it is none. */
  private preloadedFile(specifier: string): string | undefined {
    const { preload } = this.parameters;
    const name = Object.keys(preload).find((each) => specifier === each || specifier.startsWith(`${each}/`));
    if (name === undefined) return undefined;
    const path = resolve(this.parameters.folder, preload[name]);
    const subpath = specifier.slice(name.length + 1);
    const file = findPackageFile(path, subpath);
    if (file === undefined) throw notFound(specifier, join(path, subpath));
    return file;
  }

  /** Node's dynamic import, as seen from a folder. */
  private native(folder: string): NativeImport {
    let load = this.natives.get(folder);
    if (load === undefined) {
      load = new Script("(specifier, attributes) => import(specifier, attributes)", {
        filename: join(folder, "notebook.mjs"),
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      }).runInThisContext() as NativeImport;
      this.natives.set(folder, load);
    }
    return load;
  }
}

/** A preloaded file: Node loads it once for the session, unless it must be compiled. */
function fixed(file: string): Target {
  if (formatOf(file) === "typescript") return { file };
  return { namespace: () => import(pathToFileURL(file).href) as Promise<Namespace> };
}

function notFound(specifier: string, path: string): Error {
  const error = new Error(`Cannot find module '${specifier}' (looked for ${path})`);
  return Object.assign(error, { code: "ERR_MODULE_NOT_FOUND" });
}
