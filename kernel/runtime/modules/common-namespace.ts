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
import { inspect, types } from "node:util";
import { nodeLoader } from "./node-loader.ts";
import type { Namespace } from "./resolution.ts";

const { isModuleNamespaceObject } = types;

/** Of `module.exports`, and the other way round. */
const namespaces = new WeakMap<object, Namespace>();
const originals = new WeakMap<Namespace, Namespace>();
/** The exports of packages, by what Node gives of them. */
const packages = new WeakMap<Namespace, Namespace>();

/** `seen` has the names that Node knows of. */
export function commonNamespace(exports: unknown, seen: Namespace = {}): Namespace {
  if (!isObject(exports)) return { ...seen, default: exports };
  let namespace = namespaces.get(exports);
  if (namespace === undefined) {
    namespace = emptyNamespace(exports);
    namespaces.set(exports, namespace);
    originals.set(namespace, exports);
  }
  for (const name of [...(Array.isArray(exports) ? [] : Object.keys(exports)), ...Object.keys(seen)]) {
    if (Object.hasOwn(namespace, name)) continue;
    Object.defineProperty(namespace, name, { get: () => exports[name], enumerable: true, configurable: true });
  }
  return namespace;
}

/** What Node gives of a package, in the form above if the package's file was loaded as CommonJS. */
export function packageNamespace(given: Namespace, file: string): Namespace {
  let exports = packages.get(given);
  if (exports === undefined) {
    const whole: unknown = nodeLoader._cache[file]?.exports;
    if (!isObject(whole) || whole !== given.default || isModuleNamespaceObject(whole)) return given;
    exports = whole;
    packages.set(given, exports);
  }
  return commonNamespace(exports, given);
}

/** Whether reading the name runs code of the package. */
export function isLazy(namespace: Namespace, name: string): boolean {
  const exports = originals.get(namespace);
  return exports !== undefined && Object.getOwnPropertyDescriptor(exports, name)?.get !== undefined;
}

/** V8 reads from an object that `Object.create(null)` made at half the speed. */
function emptyNamespace(exports: Namespace): Namespace {
  return Object.defineProperties(Object.setPrototypeOf({}, null) as Namespace, {
    [Symbol.toStringTag]: { value: "Module" },
    [inspect.custom]: { value: () => shown(exports) },
    default: { get: () => (hasDefault(exports) ? exports.default : exports), enumerable: true },
  });
}

/** For people to look at: values as they are now, and getters as such. */
function shown(exports: Namespace): object {
  const own = Object.getOwnPropertyDescriptors(exports);
  return Object.create(null, hasDefault(exports) ? own : { ...own, default: { value: exports, enumerable: true } });
}

function hasDefault(exports: Namespace): boolean {
  return exports.__esModule === true && "default" in exports;
}

function isObject(value: unknown): value is Namespace {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
