/**
 * CommonJS modules: the user's CommonJS and JSON files, and any other file of the user that `require` asks for.
 *
 * Method: Node's `require` is taken over for files of the user, wherever it comes from (cells, files, `createRequire`), so
 * that it finds what `import` finds. The modules stand in `require.cache`, but are compiled here: the graph learns what
 * they require, and their `import()` leads to the same modules as that of cells.
 * Limits: `require` of a module that was not imported before compiles it to CommonJS, which has no top-level `await`.
 */
import NodeModule, { createRequire, isBuiltin } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { formatOf, isTypeScript } from "../../project/file-resolution.ts";
import { isInstalled } from "../../project/package-map.ts";
import { commonNamespace, isObject, type Namespace } from "./common-namespace.ts";
import { fileCode } from "./file-source.ts";
import type { ModuleGraph } from "./module-graph.ts";
import type { Resolver } from "./resolver.ts";

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

const nodeLoader = NodeModule as unknown as NodeLoader;
const kernelFolder = fileURLToPath(new URL("../..", import.meta.url));
const WRAPPED = ["exports", "require", "module", "__filename", "__dirname"];

export interface CommonJsModulesParameters {
  readonly graph: ModuleGraph;
  readonly resolver: Resolver;
  /** The module of a file that was imported. */
  imported(file: string): Namespace | undefined;
  importInFile(specifier: string, file: string): Promise<Namespace>;
  /** Called before a cell's `require`. */
  refresh(): void;
}

export class CommonJsModules {
  private readonly made = new Map<string, Common>();
  private readonly parameters: CommonJsModulesParameters;
  private readonly loadByNode = nodeLoader._load.bind(nodeLoader);

  /** From now on `require` and `createRequire` of the user's code lead here, wherever they are called. */
  constructor(parameters: CommonJsModulesParameters) {
    this.parameters = parameters;
    const resolveByNode = nodeLoader._resolveFilename.bind(nodeLoader);
    nodeLoader._load = (request, parent, isMain) =>
      this.isOwn(parent) && !isBuiltin(request)
        ? this.require(request, parent)
        : this.loadByNode(request, parent, isMain);
    nodeLoader._resolveFilename = (request, parent, isMain, options) => {
      const isServed = this.isOwn(parent) && !isBuiltin(request) && options?.paths === undefined;
      const target = isServed ? parameters.resolver.resolve(request, parent.filename, "require") : undefined;
      return target?.kind === "file" ? target.file : resolveByNode(request, parent, isMain, options);
    };
  }

  has(file: string): boolean {
    return this.made.get(file) !== undefined && nodeLoader._cache[file] === this.made.get(file);
  }

  /** The exports of a file, which is run if it was not yet. */
  load(file: string, parent?: Common): unknown {
    const known = nodeLoader._cache[file];
    if (known !== undefined) return known.exports;
    const module = new NodeModule(file, parent);
    module.filename = file;
    module.paths = nodeLoader._nodeModulePaths(dirname(file));
    this.made.set(file, module);
    nodeLoader._cache[file] = module;
    try {
      this.run(module);
    } catch (error) {
      this.forget(file);
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }

  forget(file: string): void {
    this.made.delete(file);
    delete nodeLoader._cache[file];
  }

  files(): string[] {
    return [...this.made.keys()];
  }

  /** Files whose run began and did not end. */
  unfinished(): string[] {
    return [...this.made].filter(([, { loaded }]) => !loaded).map(([file]) => file);
  }

  private require(request: string, parent: Common): unknown {
    const { graph, resolver, imported, refresh } = this.parameters;
    const target = resolver.resolve(request, parent.filename, "require");
    if (target.kind === "provided") return target.namespace;
    if (target.kind === "node") return this.loadByNode(target.specifier, parent, false);
    if (graph.has(parent.filename)) graph.connect(parent.filename, target.file);
    else refresh();
    const namespace = imported(target.file);
    return namespace === undefined ? this.load(target.file, parent) : requirable(namespace);
  }

  /** Whether a request comes from the user's code, not from that of a package, of the kernel, or of a preloaded library. */
  private isOwn(parent: Common | undefined): parent is Common {
    const file: unknown = parent?.filename;
    if (typeof file !== "string" || isInstalled(file) || file.startsWith(kernelFolder)) return false;
    return nodeLoader._cache[file] !== parent || this.made.get(file) === parent;
  }

  private run(module: Common): void {
    const { graph, resolver } = this.parameters;
    const file = module.filename;
    const source = graph.read(file);
    if (formatOf(file) === "json") {
      module.exports = parsed(source, file);
      return;
    }
    const body = this.compiled(file, fileCode(source, { file, settings: resolver.settings(), as: "commonjs" }));
    Reflect.apply(body, module.exports, [module.exports, createRequire(file), module, file, dirname(file)]);
  }

  private compiled(file: string, code: string): (...values: unknown[]) => unknown {
    const dynamic = (specifier: string) => this.parameters.importInFile(specifier, file);
    try {
      return compileFunction(code, WRAPPED, {
        filename: file,
        importModuleDynamically: dynamic as never,
      }) as (...values: unknown[]) => unknown;
    } catch (error) {
      if (formatOf(file) !== "module" || !/\bawait\b/.test(String(error))) throw error;
      const refusal = new Error(`require() cannot load ${file}, which awaits at its top level: use import`);
      throw Object.assign(refusal, { code: "ERR_REQUIRE_ASYNC_MODULE" });
    }
  }
}

/** Exports as a module: as they are if `file` was written as one, and otherwise as TypeScript or Node gives CommonJS. */
export function namespaceOf(exports: unknown, file: string, from: string): Namespace {
  if (!isObject(exports)) return { default: exports };
  if (exports.__esModule === true && /\.[cm]?tsx?$|\.mjs$/.test(file)) return exports;
  if (isTypeScript(from) && !file.endsWith(".json")) return commonNamespace(exports);
  return { ...(Array.isArray(exports) ? {} : exports), default: exports };
}

const requirables = new WeakMap<Namespace, Namespace>();

/** A module as `require` gives it: CommonJS code that was a module asks for `__esModule` before it takes the default. */
function requirable(namespace: Namespace): Namespace {
  let face = requirables.get(namespace);
  if (face === undefined) {
    face = new Proxy(namespace, { get: (target, key) => (key === "__esModule" ? true : Reflect.get(target, key)) });
    requirables.set(namespace, face);
  }
  return face;
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
