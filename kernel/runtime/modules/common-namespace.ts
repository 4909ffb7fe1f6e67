/**
 * Common namespace: what `import` gives of a CommonJS module to cells and TypeScript files, as TypeScript types it.
 *
 * That is `esModuleInterop`: names are the own enumerable properties of `module.exports`, also those that are only there
 * at run time, besides the names that Node reads in the text; the default is `exports.default` where `__esModule` says that
 * the package was a module and it has one, and otherwise `module.exports`. So `import pkg from "legacy"; pkg.default`,
 * which Node asks for, is only there if the default has such a property. Properties are read when they are used: they are
 * live, and a getter is not called before. JavaScript files and packages get what Node gives them.
 * Limits: names that are added after an import are there after the next one.
 */
import { createRequire } from "node:module";
import { type InspectOptions, inspect, types } from "node:util";
import { isTypeScript } from "../../project/file-resolution.ts";

export type Namespace = Record<string, unknown>;

const { isModuleNamespaceObject } = types;
const { cache } = createRequire(import.meta.url);

/** Of `module.exports`. */
const namespaces = new WeakMap<object, Namespace>();

/** `seen` has the names that Node knows of. */
function commonNamespace(exports: unknown, seen: Namespace = {}): Namespace {
  if (!isObject(exports)) return { ...seen, default: exports };
  let namespace = namespaces.get(exports);
  if (namespace === undefined) {
    namespace = Object.defineProperty(
      emptyNamespace(() => shownExports(exports)),
      "default",
      { get: () => (hasDefault(exports) ? exports.default : exports), enumerable: true },
    );
    namespaces.set(exports, namespace);
  }
  for (const name of [...(Array.isArray(exports) ? [] : Object.keys(exports)), ...Object.keys(seen)]) {
    if (Object.hasOwn(namespace, name)) continue;
    Object.defineProperty(namespace, name, { get: () => exports[name], enumerable: true, configurable: true });
  }
  return namespace;
}

/** What Node gives of a package, in the form above if the package's file was loaded as CommonJS. */
export function packageNamespace(given: Namespace, file: string): Namespace {
  const exports: unknown = cache[file]?.exports;
  if (!isObject(exports) || exports !== given.default || isModuleNamespaceObject(exports)) return given;
  return commonNamespace(exports, given);
}

/** Exports as a module: as they are if `file` was written as one, and otherwise as TypeScript or Node gives CommonJS. */
export function namespaceOf(exports: unknown, file: string, from: string): Namespace {
  if (!isObject(exports)) return { default: exports };
  if (isModuleNamespaceObject(exports) || (exports.__esModule === true && isTypeScript(file))) return exports;
  if (isTypeScript(from) && !file.endsWith(".json")) return commonNamespace(exports);
  return { ...(Array.isArray(exports) ? {} : exports), default: exports };
}

/** What a module of the user defines its exports on. */
export function moduleNamespace(): Namespace {
  const namespace = emptyNamespace((_, options) => {
    const values = Object.fromEntries(Object.keys(namespace).map((name) => [name, valueIn(namespace, name)]));
    return `[Module: null prototype] ${inspect(values, options)}`;
  });
  return namespace;
}

function valueIn(namespace: Namespace, name: string): unknown {
  try {
    return namespace[name];
  } catch {
    return undefined; // in a cycle, before it has its value
  }
}

/** `shown` is what people see of it. V8 reads from an object that `Object.create(null)` made at half the speed. */
function emptyNamespace(shown: (depth: number, options: InspectOptions) => object | string): Namespace {
  return Object.defineProperties(Object.setPrototypeOf({}, null) as Namespace, {
    [Symbol.toStringTag]: { value: "Module" },
    [inspect.custom]: { value: shown },
  });
}

/** For people to look at: values as they are now, and getters as such. */
function shownExports(exports: Namespace): object {
  const own = Object.getOwnPropertyDescriptors(exports);
  return Object.create(null, hasDefault(exports) ? own : { ...own, default: { value: exports, enumerable: true } });
}

function hasDefault(exports: Namespace): boolean {
  return exports.__esModule === true && "default" in exports;
}

function isObject(value: unknown): value is Namespace {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
