/**
 * Local modules: the user's own files, compiled when imported or required, and loaded again when they, or a file they import,
 * changed.
 *
 * Method: all files run as CommonJS (file-source.ts) and stand in `require.cache`. Node's `require` is taken over for files of the
 * user, wherever it comes from (cells, files, `createRequire`), so that it finds what `import` finds. Before a module runs,
 * the packages below it are imported, since Node does that only asynchronously; then files run in the order of modules,
 * one after the other if one of them awaits. A changed file is forgotten with all that import it, so that an import never mixes two
 * versions; what is unchanged keeps its state. What an earlier cell imported stays as it was until it imports again. An edit of
 * the tsconfig that changes how code runs makes all TypeScript files new.
 * Limits: `require` of a module that awaits at its top level needs an `import` before. In a cycle of files, functions of a file
 * that was not run yet cannot be called, and names that come by `export *` are missing until it was.
 */
import NodeModule, { createRequire, isBuiltin } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { formatOf, isTypeScript } from "../../project/file-resolution.ts";
import { isInstalled, type Manner } from "../../project/package-map.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { originalPosition } from "../errors/source-positions.ts";
import { guarded } from "../interrupt/guard.ts";
import { settlementOf } from "../interrupt/waiting.ts";
import { moduleNamespace, type Namespace, namespaceOf } from "./common-namespace.ts";
import { DYNAMIC_IMPORT, type FileFunction, fileCode, fileFunction, IMPORT_META } from "./file-source.ts";
import { ModuleGraph } from "./module-graph.ts";
import { isHelper, linksOf, type ModuleLinks } from "./module-links.ts";
import { abandonImports } from "./native-import.ts";
import type { Resolver, Target } from "./resolver.ts";

type Common = InstanceType<typeof NodeModule>;

/** What Node's CommonJS loader lets others replace. */
interface NodeLoader {
  readonly _cache: Record<string, Common | undefined>;
  _load(request: string, parent: Common | undefined, isMain: boolean): unknown;
  _resolveFilename(
    request: string,
    parent: Common | undefined,
    isMain: boolean,
    options?: { paths?: string[] },
  ): string;
  _nodeModulePaths(folder: string): string[];
}

interface LocalModule {
  readonly file: string;
  /** `loaded` once it has run to its end. */
  readonly node: Common;
  readonly code: string;
  /** Undefined for JSON. */
  readonly body: FileFunction | undefined;
  /** Of a module; undefined for CommonJS and JSON. */
  readonly links: ModuleLinks | undefined;
  /** By specifiers: the files that it imports, and all else. */
  readonly files: Map<string, string>;
  readonly packages: Map<string, Namespace>;
  isStarted: boolean;
  /** While it awaits. */
  running: Promise<void> | undefined;
}

const nodeLoader = NodeModule as unknown as NodeLoader;
const kernelFolder = fileURLToPath(new URL("../..", import.meta.url));
const loadHelper = createRequire(import.meta.url);
const COMMON_NAMES = ["exports", "require", DYNAMIC_IMPORT, "module", "__filename", "__dirname"];
const MODULE_NAMES = ["exports", "require", DYNAMIC_IMPORT, IMPORT_META];
/** What is imported is a namespace already. */
const INTEROP = { _: (namespace: Namespace) => namespace };

export class LocalModules {
  readonly #graph = new ModuleGraph();
  readonly #modules = new Map<string, LocalModule>();
  #settings: ProjectSettings | undefined;
  readonly #resolver: Resolver;
  readonly #loadByNode = nodeLoader._load.bind(nodeLoader);

  /** From now on `require` and `createRequire` of the user's code lead here, wherever they are called. */
  constructor(resolver: Resolver) {
    this.#resolver = resolver;
    const resolveByNode = nodeLoader._resolveFilename.bind(nodeLoader);
    nodeLoader._load = (request, parent, isMain) =>
      this.#isOwn(parent) && !isBuiltin(request)
        ? this.#require(request, parent)
        : this.#loadByNode(request, parent, isMain);
    nodeLoader._resolveFilename = (request, parent, isMain, options) => {
      const isServed = this.#isOwn(parent) && !isBuiltin(request) && options?.paths === undefined;
      const target = isServed ? resolver.resolve(request, parent.filename, "require") : undefined;
      return target?.kind === "file" ? target.file : resolveByNode(request, parent, isMain, options);
    };
  }

  async import(specifier: string, from: string): Promise<Namespace> {
    const target = this.#resolver.resolve(specifier, from, "import");
    if (target.kind === "provided") return target.namespace;
    if (target.kind === "node") return this.#resolver.importByNode(target, from);
    this.#refresh();
    const { file } = target;
    if (this.#graph.has(from)) this.#graph.connect(from, file);
    const order: LocalModule[] = [];
    await this.#gather(file, order);
    const steps = order.some(({ body }) => body?.isAsync) ? order : order.slice(-1);
    for (const module of steps) await fromEventLoop(() => this.#start(module));
    return this.#namespace(file, from);
  }

  /** Whether the file and all below it are as they were when this export of it, or it itself, was imported. */
  isCurrent(file: string, exported: string | undefined, value: unknown): boolean {
    const module = this.#modules.get(file);
    if (module === undefined || !module.node.loaded || this.#graph.stale().has(file)) return false;
    if (module.links === undefined) return true;
    const namespace = module.node.exports as Namespace;
    return Object.is(exported === undefined ? namespace : namespace[exported], value);
  }

  /** After an interrupt: what was being loaded may never be. */
  interrupted(): void {
    abandonImports();
    this.#forget([...this.#modules.values()].filter(({ node }) => !node.loaded).map(({ file }) => file));
  }

  /** Forget what changed, and what other settings may make something else of. */
  #refresh(): void {
    const settings = this.#resolver.settings();
    const isOther = this.#settings !== undefined && this.#settings !== settings;
    this.#settings = settings;
    this.#forget(isOther ? [...this.#modules.keys()].filter(isTypeScript) : []);
  }

  #forget(files: readonly string[]): void {
    for (const file of this.#graph.forgetStale(files)) this.#drop(file);
  }

  #drop(file: string): void {
    this.#modules.delete(file);
    delete nodeLoader._cache[file];
  }

  #namespace(file: string, from: string, parent?: Common): Namespace {
    const exports = this.#load(file, parent);
    const isModule = this.#modules.get(file)?.links !== undefined;
    return isModule ? (exports as Namespace) : namespaceOf(exports, file, from);
  }

  /** Import the packages that the file and all below it need; `order` gets those files in the order in which they run. */
  async #gather(file: string, order: LocalModule[], seen = new Set<string>()): Promise<void> {
    if (seen.has(file)) return;
    seen.add(file);
    const module = this.#made(file);
    for (const specifier of module.node.loaded ? [] : (module.links?.specifiers ?? [])) {
      const target = this.#link(specifier, module, "import");
      if (target.kind === "node") module.packages.set(specifier, await this.#resolver.importByNode(target, file));
      if (target.kind === "file") await this.#gather(target.file, order, seen);
    }
    order.push(module);
  }

  #require(request: string, parent: Common): unknown {
    const target = this.#resolver.resolve(request, parent.filename, "require");
    if (target.kind === "provided") return target.namespace;
    if (target.kind === "node") return this.#loadByNode(target.specifier, parent, false);
    if (this.#graph.has(parent.filename)) this.#graph.connect(parent.filename, target.file);
    else this.#refresh();
    return this.#load(target.file, parent);
  }

  /** Whether a request comes from the user's code, not from that of a package, of the kernel, or of a preloaded library. */
  #isOwn(parent: Common | undefined): parent is Common {
    const file: unknown = parent?.filename;
    if (typeof file !== "string" || isInstalled(file) || file.startsWith(kernelFolder)) return false;
    return nodeLoader._cache[file] !== parent || this.#modules.get(file)?.node === parent;
  }

  /** The exports of a file, which is run if it was not yet. */
  #load(file: string, parent?: Common): unknown {
    const known = nodeLoader._cache[file];
    if (known !== undefined) return known.exports;
    const module = this.#made(file, parent);
    if (module.body?.isAsync) {
      const refusal = new Error(`require() cannot load ${file}, which awaits at its top level: use import`);
      throw Object.assign(refusal, { code: "ERR_REQUIRE_ASYNC_MODULE" });
    }
    this.#start(module);
    return module.node.exports;
  }

  #start(module: LocalModule): Promise<void> | undefined {
    if (module.isStarted) return module.running;
    const { file, node } = module;
    module.isStarted = true;
    nodeLoader._cache[file] = node;
    const failed = (error: unknown): never => {
      if (nodeLoader._cache[file] === node) this.#drop(file);
      throw error;
    };
    try {
      const made = this.#run(module);
      if (module.body?.isAsync)
        module.running = settlementOf(made as Promise<void>).then(() => this.#finish(module), failed);
      else this.#finish(module);
    } catch (error) {
      failed(error);
    }
    return module.running;
  }

  #finish(module: LocalModule): void {
    const { node, links } = module;
    for (const { specifier, name, exported } of links?.passed ?? [])
      if (this.#isMissing(name, specifier, module)) delete (node.exports as Namespace)[exported];
    node.loaded = true;
  }

  /** `require` in the code that the transpiler made of a module, which begins with its imports. */
  #requireIn(module: LocalModule, { specifiers, uses }: ModuleLinks): (specifier: string) => Namespace {
    const last = [...specifiers].at(-1);
    return (specifier) => {
      const namespace = this.#imported(specifier, module);
      if (specifier === last) this.#refuseMissing(module, uses);
      return namespace;
    };
  }

  #refuseMissing(module: LocalModule, uses: ModuleLinks["uses"]): void {
    for (const { specifier, name, position } of uses) {
      if (!this.#isMissing(name, specifier, module)) continue;
      const before = module.code.slice(0, position).split("\n");
      const place = { line: before.length, column: (before.at(-1) ?? "").length + 1 };
      const { line, column } = originalPosition(module.file, place);
      const message = `The requested module '${specifier}' does not provide an export named '${name}'`;
      throw Object.assign(new CellSyntaxError(message, line, column), { file: module.file });
    }
  }

  /** Not before the other file has run to its end. */
  #isMissing(name: string, specifier: string, module: LocalModule): boolean {
    const other = this.#modules.get(module.files.get(specifier) ?? "");
    return other?.node.loaded !== false && !(name in this.#imported(specifier, module));
  }

  #imported(specifier: string, module: LocalModule): Namespace {
    if (isHelper(specifier)) return specifier.includes("_interop_require") ? INTEROP : loadHelper(specifier);
    const { file: from, files, packages, node } = module;
    if (!files.has(specifier) && !packages.has(specifier)) {
      // The module was required before anybody imported it.
      const target = this.#link(specifier, module, "require");
      if (target.kind === "node") {
        const exports = this.#loadByNode(target.specifier, node, false);
        packages.set(specifier, namespaceOf(exports, target.specifier, from));
      }
    }
    const file = files.get(specifier);
    return file === undefined ? (packages.get(specifier) as Namespace) : this.#namespace(file, from, node);
  }

  /** Note what a module imports, unless that is for Node to load. */
  #link(specifier: string, { file, files, packages }: LocalModule, manner: Manner): Target {
    const target = this.#resolver.resolve(specifier, file, manner);
    if (target.kind === "provided") packages.set(specifier, target.namespace);
    if (target.kind === "file") {
      files.set(specifier, target.file);
      this.#graph.connect(file, target.file);
    }
    return target;
  }

  #made(file: string, parent?: Common): LocalModule {
    const known = this.#modules.get(file);
    if (known !== undefined && (!known.isStarted || nodeLoader._cache[file] === known.node)) return known;
    const node = new NodeModule(file, parent);
    node.filename = file;
    node.paths = nodeLoader._nodeModulePaths(dirname(file));
    const source = this.#graph.read(file);
    const format = formatOf(file);
    const code = format === "json" ? source : fileCode(file, source, this.#resolver.settings());
    const isModule = format === "module";
    if (isModule) node.exports = moduleNamespace();
    const module: LocalModule = {
      file,
      node,
      code,
      body: format === "json" ? undefined : fileFunction(file, code, isModule ? MODULE_NAMES : COMMON_NAMES),
      links: isModule ? linksOf(code, source) : undefined,
      files: new Map(),
      packages: new Map(),
      isStarted: false,
      running: undefined,
    };
    this.#modules.set(file, module);
    return module;
  }

  #run(module: LocalModule): unknown {
    const { file, node, code, body, links } = module;
    if (body === undefined) {
      node.exports = parsed(code, file);
      return undefined;
    }
    const dynamic = (specifier: unknown) => new Promise((resolve) => resolve(this.import(String(specifier), file))); // of the user's realm
    const values =
      links === undefined
        ? [createRequire(file), dynamic, node, file, dirname(file)]
        : [this.#requireIn(module, links), dynamic, this.#resolver.meta(file)];
    return Reflect.apply(body.run, links === undefined ? node.exports : undefined, [node.exports, ...values]);
  }
}

/** Objects and arrays of the user's realm. */
const { parse } = globalThis.JSON;

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new SyntaxError(`${file}: ${(error as Error).message}`);
  }
}

/** The user's code is run from the event loop, where an interrupt of it may be thrown. */
function fromEventLoop<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const outcome = new Promise<Result>((resolve, reject) => {
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
  return settlementOf(outcome);
}
