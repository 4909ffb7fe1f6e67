/**
 * Modern builtins: those of ECMAScript 2024 and later that this Node lacks, from core-js, loaded when one is first used.
 *
 * Cells are checked against the newest library, so what it names must be there: Node 20 has no `Object.groupBy`, no
 * `Promise.withResolvers`, no methods of sets and iterators. A getter stands in for each, which costs nothing until then.
 * Limits: worker threads have what their Node has. `Temporal`, `Float16Array` and what is new in `Intl` are those of Node, or
 * missing; so is what a parser must know, such as `/(?i:a)/`, and `await using` of an asynchronous generator.
 */
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

const load = createRequire(import.meta.url);

type Key = string | symbol;

/** Has the builtins of the user, not the kernel's own (realm.cts). */
const user = globalThis;
const iterators = compileFunction("return [].values().__proto__.__proto__")() as object;

/** Where builtins belong, how core-js calls that place, and their names. */
const methods: readonly (readonly [owner: object, place: string, names: string])[] = [
  [user.Object, "object", "groupBy"],
  [user.Map, "map", "groupBy"],
  [user.Map.prototype, "map", "getOrInsert getOrInsertComputed"],
  [user.WeakMap.prototype, "weak-map", "getOrInsert getOrInsertComputed"],
  [Promise, "promise", "withResolvers try"],
  [user.Array, "array", "fromAsync"],
  [user.ArrayBuffer.prototype, "array-buffer", "detached transfer transferToFixedLength"],
  [user.RegExp, "regexp", "escape"],
  [Error, "error", "isError"],
  [user.Math, "math", "sumPrecise f16round"],
  [user.DataView.prototype, "data-view", "getFloat16 setFloat16"],
  [Uint8Array, "uint8-array", "fromBase64 fromHex"],
  [Uint8Array.prototype, "uint8-array", "toBase64 toHex setFromBase64 setFromHex"],
  [iterators, "iterator", "map filter take drop flatMap reduce toArray forEach some every find"],
];
const SET_METHODS = "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom";

/** Where a builtin belongs, its name, and the module of core-js that makes it. */
const builtins: readonly (readonly [owner: object, name: Key, module: string])[] = [
  ...methods.flatMap(([owner, place, names]) =>
    names.split(" ").map((name) => [owner, name, `${place}.${dashed(name)}`] as const),
  ),
  ...SET_METHODS.split(" ").map((name) => [user.Set.prototype, name, `set.${dashed(name)}.v2`] as const),
  [iterators, user.Symbol.dispose, "iterator.dispose"],
  [globalThis, "Iterator", "iterator.constructor"],
  [globalThis, "DisposableStack", "disposable-stack.constructor"],
  [globalThis, "AsyncDisposableStack", "async-disposable-stack.constructor"],
  [globalThis, "SuppressedError", "suppressed-error.constructor"],
];

/** Gives the names of what was missing, but for those that arrays have too. */
export function installModernBuiltins(): ReadonlySet<string> {
  const missing = builtins.filter(([owner, name]) => !(name in owner));
  for (const [owner, name, module] of missing) standIn(owner, name, module);
  // Where decorators keep what they note of a class; the transpiler's own code takes the same symbol.
  if (!("metadata" in user.Symbol)) {
    const value = Symbol.for("Symbol.metadata");
    Object.defineProperty(user.Symbol, "metadata", { value });
    Object.defineProperty(user.Function.prototype, value, { value: null });
  }
  const names = missing.map(([, name]) => name).filter((name) => typeof name === "string");
  return new Set(names.filter((name) => !(name in user.Array.prototype)));
}

function standIn(owner: object, name: Key, module: string): void {
  Object.defineProperty(owner, name, {
    enumerable: false,
    configurable: true,
    get() {
      Reflect.deleteProperty(owner, name);
      load(`core-js/modules/es.${module}.js`);
      if (name === "Iterator") load("core-js/modules/es.iterator.from.js");
      return Reflect.get(owner, name, this) as unknown;
    },
    set(value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: this !== owner, configurable: true });
    },
  });
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
