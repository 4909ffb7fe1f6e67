/**
 * Local modules: the user's own files, compiled when imported and loaded anew when they, or a file they import, changed.
 *
 * Method: `vm.SourceTextModule`, which has the live bindings and cycles of real modules, with a cache of our own: Node's
 * never forgets. A changed file is forgotten with all that import it, so that an import never mixes two versions; what is
 * unchanged keeps its state. What an earlier cell imported stays as it was until it imports again. An edit of the tsconfig
 * that changes how code runs makes all TypeScript files new.
 * Limits: a file sees the exports of a package as they were when the file was loaded, also those that the package assigns
 * to later; cells see them as they are.
 */
import { types } from "node:util";
import { type Module, SourceTextModule } from "node:vm";
import { formatOf, isTypeScript } from "../../project/file-resolution.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { guarded } from "../interrupt/guard.ts";
import type { Namespace } from "./common-namespace.ts";
import { CommonJsModules, namespaceOf } from "./commonjs-modules.ts";
import { fileCode, parsing } from "./file-source.ts";
import { ModuleGraph } from "./module-graph.ts";
import type { Resolver } from "./resolver.ts";
import { syntheticModule, syntheticNamespace } from "./synthetic-module.ts";
import { FileCode, withoutTypes } from "./type-reexports.ts";

const { isModuleNamespaceObject } = types;

export class LocalModules {
  private readonly graph = new ModuleGraph();
  private readonly loaded = new Map<string, Module>();
  private readonly compiled = new Map<string, FileCode>();
  /** What the specifiers of a module mean; V8 alone would not keep what stands for a package alive until it is run. */
  private readonly below = new WeakMap<Module, ReadonlyMap<string, Module>>();
  private linking: Promise<unknown> = Promise.resolve();
  private isEvaluating = false;
  private settings: ProjectSettings | undefined;
  private readonly common: CommonJsModules;
  private readonly resolver: Resolver;

  constructor(resolver: Resolver) {
    this.resolver = resolver;
    this.common = new CommonJsModules({
      graph: this.graph,
      resolver,
      imported: (file) => this.imported(file),
      importInFile: (specifier, file) => this.importInFile(specifier, file),
      refresh: () => this.refresh(),
    });
  }

  async import(specifier: string, from: string): Promise<Namespace> {
    const target = this.resolver.resolve(specifier, from, "import");
    if (target.kind === "provided") return target.namespace;
    if (target.kind === "node") return this.resolver.importByNode(target, from);
    this.refresh();
    const namespace = await this.instance(target.file, from);
    if (this.graph.has(from)) this.graph.connect(from, target.file);
    return namespace;
  }

  /** Whether the file and all below it are as they were when this export of it, or it itself, was imported. */
  isCurrent(file: string, exported: string | undefined, value: unknown): boolean {
    if (this.graph.stale().has(file)) return false;
    const module = this.loaded.get(file);
    if (module === undefined) return this.common.has(file);
    const namespace = module.namespace as Namespace;
    return Object.is(exported === undefined ? namespace : namespace[exported], value);
  }

  /** After an interrupt: what was being loaded may never be. */
  interrupted(): void {
    this.linking = Promise.resolve();
    this.isEvaluating = false;
    const halfway = [...this.loaded].filter(([, { status }]) => status !== "linked" && status !== "evaluated");
    this.forget([...halfway.map(([file]) => file), ...this.common.unfinished()]);
  }

  /** `import()` in a file, for which V8 wants a real module. */
  private async importInFile(specifier: string, file: string): Promise<Namespace> {
    const namespace = await this.import(specifier, file);
    return isModuleNamespaceObject(namespace) ? namespace : syntheticNamespace(specifier, namespace);
  }

  /** Forget what changed or failed, and what other settings may make something else of. */
  private refresh(): void {
    const settings = this.resolver.settings();
    const isOther = this.settings !== undefined && this.settings !== settings;
    this.settings = settings;
    const broken = [...this.compiled.keys(), ...this.common.files()].filter((file) => {
      const status = this.loaded.get(file)?.status;
      if (status === "errored" || (status === "evaluating" && !this.isEvaluating)) return true;
      return isOther && isTypeScript(file);
    });
    this.forget(broken);
  }

  private forget(files: readonly string[]): void {
    for (const file of this.graph.forgetStale(files)) {
      this.loaded.delete(file);
      this.compiled.delete(file);
      this.common.forget(file);
    }
  }

  private imported(file: string): Namespace | undefined {
    const module = this.loaded.get(file);
    const isThere = module?.status === "evaluated" || module?.status === "evaluating";
    return isThere ? (module.namespace as Namespace) : undefined;
  }

  private async instance(file: string, from: string): Promise<Namespace> {
    if (this.isCommon(file)) return this.commonInstance(file, from);
    const module = await this.gather(file, new Set());
    const linked = this.linking.then(() => this.link(module));
    this.linking = linked.catch(() => undefined);
    await linked;
    await fromEventLoop(() => this.evaluate(module));
    return module.namespace as Namespace;
  }

  /** Whether the file is CommonJS or JSON, or runs as such because it was required before. */
  private isCommon(file: string): boolean {
    return formatOf(file) !== "module" || (!this.loaded.has(file) && this.common.has(file));
  }

  private async commonInstance(file: string, from: string): Promise<Namespace> {
    return namespaceOf(await fromEventLoop(() => this.common.load(file)), file, from);
  }

  /** Load the file and everything below it, so that linking cannot fail halfway. */
  private async gather(file: string, seen: Set<Module>): Promise<Module> {
    const module = this.loaded.get(file) ?? this.load(file, await this.codeOf(file));
    if (module.status !== "unlinked" || seen.has(module)) return module;
    seen.add(module);
    const below = new Map<string, Module>();
    for (const specifier of new Set(module.dependencySpecifiers)) {
      below.set(specifier, await this.dependency(specifier, file, seen));
    }
    this.below.set(module, below);
    return module;
  }

  private async dependency(specifier: string, from: string, seen: Set<Module>): Promise<Module> {
    const target = this.resolver.resolve(specifier, from, "import");
    if (target.kind === "provided") return syntheticModule(specifier, target.namespace);
    if (target.kind === "node") return syntheticModule(specifier, await this.resolver.importByNode(target, from));
    const { file } = target;
    this.graph.connect(from, file);
    if (!this.isCommon(file)) return this.gather(file, seen);
    return syntheticModule(specifier, await this.commonInstance(file, from));
  }

  private async codeOf(file: string): Promise<string> {
    const compiled = this.compile(file);
    if (!isTypeScript(file)) return compiled.code;
    const lookUp = (specifier: string, from: string) => this.lookUp(specifier, from);
    return withoutTypes(compiled, lookUp).catch(() => compiled.code); // which does not parse; whoever loads it says so
  }

  /** What a TypeScript file that passes names on takes them from; undefined if that may have any. */
  private async lookUp(specifier: string, from: string): Promise<FileCode | object | undefined> {
    try {
      const target = this.resolver.resolve(specifier, from, "import");
      if (target.kind === "provided") return target.namespace;
      if (target.kind === "node") return await this.resolver.importByNode(target, from);
      const isKnown = this.compiled.has(target.file);
      if (!isKnown && (!isTypeScript(target.file) || this.isCommon(target.file))) return undefined;
      this.graph.connect(from, target.file);
      return this.compile(target.file);
    } catch {
      return undefined; // whoever loads it says why
    }
  }

  private compile(file: string): FileCode {
    let compiled = this.compiled.get(file);
    if (compiled === undefined) {
      const settings = this.resolver.settings();
      compiled = new FileCode(file, fileCode(this.graph.read(file), { file, settings, as: "module" }));
      this.compiled.set(file, compiled);
    }
    return compiled;
  }

  private load(file: string, code: string): Module {
    const known = this.loaded.get(file); // by another import meanwhile
    if (known !== undefined) return known;
    const choices = {
      identifier: file,
      initializeImportMeta: (meta: object) => {
        Object.assign(meta, this.resolver.meta(file));
      },
      importModuleDynamically: ((specifier: string) => this.importInFile(specifier, file)) as never,
    };
    const module = parsing(file, code, () => new SourceTextModule(code, choices));
    this.loaded.set(file, module);
    return module;
  }

  private async link(module: Module): Promise<void> {
    if (module.status !== "unlinked") return;
    await module.link((specifier, from) => this.below.get(from)?.get(specifier) as Module);
  }

  private evaluate(module: Module): Promise<void> {
    this.isEvaluating = true;
    try {
      return module.evaluate();
    } finally {
      this.isEvaluating = false;
    }
  }
}

/** The user's code is run from the event loop, where an interrupt of it may be thrown. */
function fromEventLoop<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setImmediate(() =>
      guarded(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      }),
    );
  });
}
