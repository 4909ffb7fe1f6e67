/**
 * Modern builtins: those of ECMAScript 2024 and later that this Node lacks, from core-js, loaded when one is first used.
 *
 * Cells are checked against the newest library, so what it names must be there: Node 20 has no `Object.groupBy`, no
 * `Promise.withResolvers`, no methods of sets and iterators. A getter stands in for each, which costs nothing until then.
 * What is a line or two is made here.
 * Limits: worker threads have what their Node has. `Temporal`, `Float16Array` and `Intl.DurationFormat` are those of Node, or
 * missing; so is what a parser must know, such as `/(?i:a)/`.
 */
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

const load = createRequire(import.meta.url);

type Key = string | symbol;

/** Has the builtins of the user, not the kernel's own (realm.cts). */
const user = globalThis;
const [iterators, asyncIterators] = (
  compileFunction("return [[].values(), async function* () {}.prototype]")() as readonly object[]
).map(prototypeOf);

/** Where a builtin belongs, its name, and the module of core-js that makes it. */
const builtins: readonly (readonly [owner: object, name: Key, module: string])[] = [
  [user.Object, "groupBy", "object.group-by"],
  [user.Map, "groupBy", "map.group-by"],
  [Promise, "withResolvers", "promise.with-resolvers"],
  [Promise, "try", "promise.try"],
  [user.Array, "fromAsync", "array.from-async"],
  [user.ArrayBuffer.prototype, "detached", "array-buffer.detached"],
  [user.ArrayBuffer.prototype, "transfer", "array-buffer.transfer"],
  [user.ArrayBuffer.prototype, "transferToFixedLength", "array-buffer.transfer-to-fixed-length"],
  [user.RegExp, "escape", "regexp.escape"],
  [Error, "isError", "error.is-error"],
  [user.Math, "sumPrecise", "math.sum-precise"],
  [user.Math, "f16round", "math.f16round"],
  [user.DataView.prototype, "getFloat16", "data-view.get-float16"],
  [user.DataView.prototype, "setFloat16", "data-view.set-float16"],
  [user.Map.prototype, "getOrInsert", "map.get-or-insert"],
  [user.Map.prototype, "getOrInsertComputed", "map.get-or-insert-computed"],
  [user.WeakMap.prototype, "getOrInsert", "weak-map.get-or-insert"],
  [user.WeakMap.prototype, "getOrInsertComputed", "weak-map.get-or-insert-computed"],
  [Uint8Array, "fromBase64", "uint8-array.from-base64"],
  [Uint8Array, "fromHex", "uint8-array.from-hex"],
  [Uint8Array.prototype, "toBase64", "uint8-array.to-base64"],
  [Uint8Array.prototype, "toHex", "uint8-array.to-hex"],
  [Uint8Array.prototype, "setFromBase64", "uint8-array.set-from-base64"],
  [Uint8Array.prototype, "setFromHex", "uint8-array.set-from-hex"],
  [iterators, user.Symbol.dispose, "iterator.dispose"],
  [globalThis, "Iterator", "iterator.constructor"],
  [globalThis, "DisposableStack", "disposable-stack.constructor"],
  [globalThis, "AsyncDisposableStack", "async-disposable-stack.constructor"],
  [globalThis, "SuppressedError", "suppressed-error.constructor"],
  ...["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"].map(
    (name) => [user.Set.prototype, name, `set.${dashed(name)}.v2`] as const,
  ),
  ...["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"].map(
    (name) => [iterators, name, `iterator.${dashed(name)}`] as const,
  ),
];

/** Gives the names of what was missing, but for those that arrays have too. */
export function installModernBuiltins(): ReadonlySet<string> {
  const missing = builtins.filter(([owner, name]) => !(name in owner));
  for (const [owner, name, module] of missing) standIn(owner, name, module);
  // Where decorators keep what they note of a class; the transpiler's own code takes the same symbol.
  const fixed = { writable: false, configurable: false };
  define(user.Symbol, "metadata", Symbol.for("Symbol.metadata"), fixed);
  define(user.Function.prototype, Reflect.get(user.Symbol, "metadata") as symbol, null, fixed);
  define(user.Atomics, "pause", { pause: () => undefined }.pause);
  const { asyncDispose } = user.Symbol;
  const disposal = {
    async [asyncDispose](this: AsyncIterator<unknown>) {
      await this.return?.();
    },
  };
  define(asyncIterators, asyncDispose, disposal[asyncDispose]);
  const { prototype } = user.Intl.Locale;
  for (const name of [
    "calendars",
    "collations",
    "hourCycles",
    "numberingSystems",
    "textInfo",
    "timeZones",
    "weekInfo",
  ]) {
    if (name in prototype) methodOf(prototype, name);
  }
  const names = missing.map(([, name]) => name).filter((name) => typeof name === "string");
  return new Set(names.filter((name) => !(name in user.Array.prototype)));
}

/** What older ones have as a property is a method now: `textInfo`, `getTextInfo()`. */
function methodOf(owner: object, property: string): void {
  const name = `get${property[0].toUpperCase()}${property.slice(1)}`;
  const method = {
    [name](this: object): unknown {
      return Reflect.get(owner, property, this);
    },
  };
  define(owner, name, method[name]);
}

function define(owner: object, name: Key, value: unknown, choices: PropertyDescriptor = {}): void {
  if (name in owner) return;
  Object.defineProperty(owner, name, { value, writable: true, enumerable: false, configurable: true, ...choices });
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

function prototypeOf(value: object): object {
  return Object.getPrototypeOf(Object.getPrototypeOf(value)) as object;
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
