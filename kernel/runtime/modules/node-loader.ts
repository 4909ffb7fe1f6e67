/**
 * Node loader: the CommonJS loader of Node, and the requests that are taken from it: those of the user's own code.
 *
 * It is small, for it is loaded at the start; what serves the requests is loaded with the first of them.
 */
import NodeModule, { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { isInstalled } from "../../project/package-map.ts";

export type Common = InstanceType<typeof NodeModule>;

/** What Node's loader lets others replace. */
interface NodeLoader {
  readonly _cache: Record<string, Common | undefined>;
  _load(request: string, parent: Common | undefined, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: Common | undefined, isMain: boolean, options?: object): string;
  _nodeModulePaths(folder: string): string[];
}

export interface RequireService {
  require(request: string, parent: Common): unknown;
  /** The file, if it is not for Node to find. */
  resolve(request: string, parent: Common): string | undefined;
}

export const nodeLoader = NodeModule as unknown as NodeLoader;
const { _load: load, _resolveFilename: resolveFilename } = nodeLoader;
const kernelFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Modules that were made here, not by Node. */
export const madeHere = new WeakSet<Common>();

export function loadByNode(request: string, parent: Common | undefined, isMain = false): unknown {
  return load.call(nodeLoader, request, parent, isMain);
}

/** From now on `require` and `createRequire` of the user's code ask the service, wherever they are called. */
export function takeOverRequire(service: () => RequireService): void {
  nodeLoader._load = (request, parent, isMain) =>
    isOwn(parent) && !isBuiltin(request) ? service().require(request, parent) : loadByNode(request, parent, isMain);
  nodeLoader._resolveFilename = (request, parent, isMain, options) => {
    const isServed = isOwn(parent) && !isBuiltin(request) && !hasPaths(options);
    return (
      (isServed ? service().resolve(request, parent) : undefined) ??
      resolveFilename.call(nodeLoader, request, parent, isMain, options)
    );
  };
}

/** Whether a request comes from the user's code, not from that of a package, of the kernel, or of a preloaded library. */
function isOwn(parent: Common | undefined): parent is Common {
  if (parent === undefined) return false;
  const file: unknown = parent.filename;
  if (typeof file !== "string" || isInstalled(file) || file.startsWith(kernelFolder)) return false;
  return nodeLoader._cache[file] !== parent || madeHere.has(parent);
}

/** Whether `require.resolve` is told where to look. */
function hasPaths(options: object | undefined): boolean {
  return options !== undefined && "paths" in options && options.paths !== undefined;
}
