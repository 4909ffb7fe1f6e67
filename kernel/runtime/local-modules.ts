/**
 * Local modules: the user's own files, compiled when imported and loaded anew when they, or a file they import, changed.
 *
 * Method: `vm.SourceTextModule`, which has the live bindings and cycles of real modules, with a cache of our own: Node's
 * never forgets. What an earlier cell imported stays as it was until it imports again.
 */
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Module, SourceTextModule, SyntheticModule } from "node:vm";
import { formatOf } from "./file-resolution.ts";
import { guarded } from "./guard.ts";
import { rememberSource } from "./source-positions.ts";
import { transpile } from "./transpile.ts";

const soon = setImmediate;

export type Namespace = Record<string, unknown>;

/** A file of the user, or a module that Node loads. */
export type Target = { readonly file: string } | { readonly namespace: () => Promise<Namespace> };

interface Loaded {
  readonly module: Module;
  readonly changed: string;
  readonly imports: Set<string>;
}

export class LocalModules {
  private readonly loaded = new Map<string, Loaded>();
  private readonly required = new Map<string, string>();
  private linking: Promise<unknown> = Promise.resolve();

  private readonly resolve: (specifier: string, folder: string) => Target;
  private readonly legacyDecorators: () => boolean;

  constructor(resolve: (specifier: string, folder: string) => Target, legacyDecorators: () => boolean) {
    this.resolve = resolve;
    this.legacyDecorators = legacyDecorators;
  }

  async import(file: string): Promise<Namespace> {
    const format = formatOf(file);
    if (format === "commonjs") return this.require(file);
    if (format === "other") return (await import(pathToFileURL(file).href)) as Namespace;
    this.forgetChanged(file);
    const { module } = this.load(file);
    const linked = this.linking.then(() => this.link(module));
    this.linking = linked.catch(() => undefined);
    await linked;
    // From the event loop, where an interrupt of the module's own code may be thrown.
    await new Promise((resolve, reject) => {
      soon(() => guarded(() => void module.evaluate().then(resolve, reject)));
    });
    return module.namespace as Namespace;
  }

  /** After an interrupt: what was being linked may never be. */
  interrupted(): void {
    this.linking = Promise.resolve();
    for (const [file, { module }] of this.loaded) {
      if (module.status === "unlinked" || module.status === "linking") this.loaded.delete(file);
    }
  }

  private async link(module: Module): Promise<void> {
    if (module.status !== "unlinked") return;
    await module.link(async (specifier, { identifier }) => {
      const target = this.resolve(specifier, dirname(identifier));
      if ("namespace" in target) return synthetic(specifier, await target.namespace());
      const format = formatOf(target.file);
      if (format === "commonjs") return synthetic(target.file, this.require(target.file));
      if (format === "other") return synthetic(target.file, await this.import(target.file));
      this.loaded.get(identifier)?.imports.add(target.file);
      return this.load(target.file).module;
    });
  }

  private load(file: string): Loaded {
    const known = this.loaded.get(file);
    if (known !== undefined) return known;
    const changed = stamp(file);
    const source = readFileSync(file, "utf8");
    const format = formatOf(file);
    const module =
      format === "json"
        ? synthetic(file, jsonNamespace(source, file))
        : this.compile(file, source, format === "typescript");
    const loaded = { module, changed, imports: new Set<string>() };
    this.loaded.set(file, loaded);
    return loaded;
  }

  private compile(file: string, source: string, isTypeScript: boolean): Module {
    const { code, map } = isTypeScript
      ? transpile(source, {
          keepImports: false,
          legacyDecorators: this.legacyDecorators(),
          markup: file.endsWith("x"),
        })
      : { code: source, map: "" };
    rememberSource(file, source, map);
    const folder = dirname(file);
    return new SourceTextModule(code, {
      identifier: file,
      initializeImportMeta: (meta) => {
        Object.assign(meta, importMeta(file, this.resolve));
      },
      importModuleDynamically: (async (specifier: string) => {
        const target = this.resolve(specifier, folder);
        return "file" in target ? this.import(target.file) : target.namespace();
      }) as unknown as NonNullable<ConstructorParameters<typeof SourceTextModule>[1]>["importModuleDynamically"] &
        object,
    });
  }

  /** Forget the file if it or anything below it changed, and everything in between. */
  private forgetChanged(root: string): void {
    const stale = new Set<string>();
    const seen = new Set<string>();
    const look = (file: string): void => {
      const known = this.loaded.get(file);
      if (known === undefined || seen.has(file)) return;
      seen.add(file);
      const { status } = known.module;
      if (status === "errored" || status === "evaluating" || stamp(file) !== known.changed) stale.add(file);
      for (const next of known.imports) look(next);
    };
    look(root);
    for (let before = -1; before !== stale.size; ) {
      before = stale.size;
      for (const file of seen) {
        if ([...(this.loaded.get(file)?.imports ?? [])].some((next) => stale.has(next))) stale.add(file);
      }
    }
    for (const file of stale) this.loaded.delete(file);
  }

  private require(file: string): Namespace {
    const load = createRequire(file);
    const changed = stamp(file);
    if (this.required.get(file) !== changed) delete load.cache[load.resolve(file)];
    this.required.set(file, changed);
    const exports: unknown = load(file);
    return { ...(isObject(exports) ? exports : {}), default: exports };
  }
}

export function importMeta(file: string, resolve: (specifier: string, folder: string) => Target): Namespace {
  return {
    url: pathToFileURL(file).href,
    filename: file,
    dirname: dirname(file),
    resolve(specifier: string) {
      const target = specifier.startsWith("file:")
        ? { file: fileURLToPath(specifier) }
        : resolve(specifier, dirname(file));
      return "file" in target
        ? pathToFileURL(target.file).href
        : pathToFileURL(createRequire(file).resolve(specifier)).href;
    },
  };
}

function synthetic(identifier: string, namespace: Namespace): Module {
  const names = Object.keys(namespace);
  return new SyntheticModule(
    names,
    function (this: SyntheticModule) {
      for (const name of names) this.setExport(name, namespace[name]);
    },
    { identifier },
  );
}

function jsonNamespace(text: string, file: string): Namespace {
  try {
    const value: unknown = JSON.parse(text);
    return { ...(isObject(value) && !Array.isArray(value) ? value : {}), default: value };
  } catch (error) {
    throw new SyntaxError(`${file}: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is Namespace {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function stamp(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? "gone" : `${status.mtimeMs}:${status.size}:${status.ino}`;
}
