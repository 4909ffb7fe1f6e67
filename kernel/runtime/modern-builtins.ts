/**
 * Modern builtins: those of ECMAScript 2024 and later that this Node lacks, from core-js, loaded when one is first used.
 *
 * Cells are checked against the newest library, so what it names must be there: Node 20 has no `Object.groupBy`, no
 * `Promise.withResolvers`, no methods of sets and iterators. A getter stands in for each, which costs nothing until then.
 * Limits: worker threads have what their Node has.
 */
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;

/** Where a builtin belongs, its name, and the module of core-js that makes it. */
const builtins: readonly (readonly [owner: object, name: string, module: string])[] = [
  [Object, "groupBy", "object.group-by"],
  [Map, "groupBy", "map.group-by"],
  [Promise, "withResolvers", "promise.with-resolvers"],
  [Promise, "try", "promise.try"],
  [Array, "fromAsync", "array.from-async"],
  [ArrayBuffer.prototype, "transfer", "array-buffer.transfer"],
  [ArrayBuffer.prototype, "transferToFixedLength", "array-buffer.transfer-to-fixed-length"],
  [RegExp, "escape", "regexp.escape"],
  [Error, "isError", "error.is-error"],
  [Math, "sumPrecise", "math.sum-precise"],
  [Math, "f16round", "math.f16round"],
  [Uint8Array, "fromBase64", "uint8-array.from-base64"],
  [Uint8Array, "fromHex", "uint8-array.from-hex"],
  [Uint8Array.prototype, "toBase64", "uint8-array.to-base64"],
  [Uint8Array.prototype, "toHex", "uint8-array.to-hex"],
  [globalThis, "Iterator", "iterator.constructor"],
  [globalThis, "DisposableStack", "disposable-stack.constructor"],
  [globalThis, "AsyncDisposableStack", "async-disposable-stack.constructor"],
  [globalThis, "SuppressedError", "suppressed-error.constructor"],
  ...["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"].map(
    (name) => [Set.prototype, name, `set.${dashed(name)}.v2`] as const,
  ),
  ...["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"].map(
    (name) => [iterators, name, `iterator.${dashed(name)}`] as const,
  ),
];

export function installModernBuiltins(): void {
  for (const [owner, name, module] of builtins) if (!(name in owner)) standIn(owner, name, module);
  // Where decorators keep what they note of a class; the transpiler's own code takes the same symbol.
  if (!("metadata" in Symbol)) Object.defineProperty(Symbol, "metadata", { value: Symbol.for("Symbol.metadata") });
}

function standIn(owner: object, name: string, module: string): void {
  const settle = (value: unknown) =>
    Object.defineProperty(owner, name, { value, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(owner, name, {
    enumerable: false,
    configurable: true,
    get() {
      Reflect.deleteProperty(owner, name);
      load(`core-js/modules/es.${module}.js`);
      if (name === "Iterator") load("core-js/modules/es.iterator.from.js");
      return Reflect.get(owner, name) as unknown;
    },
    set: settle,
  });
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
