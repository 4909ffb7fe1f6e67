/**
 * Realm: the builtins of the kernel's own code in the process that runs cells. They are not the user's.
 *
 * A cell may replace any builtin, `Array.prototype.map` or `JSON`, and all code of its realm then calls the new one. The kernel's
 * arrays, texts, maps, patterns and functions have prototypes of their own, so it reads, runs, shows and answers cells as before.
 *
 * Why a realm, and not the front or a thread for the compiler: reading a message, binding variables, running a step, showing a value
 * and describing an error stay in this process, and a replaced builtin would stop each of them there. A thread takes 30 ms or more
 * to start and 11 MB; the front could not answer while it compiles, and would need the names, values and positions that are here.
 * A realm takes 0.6 ms, adds nothing to a cell, and is interrupted and restarted with the rest.
 *
 * `globalThis` is the user's. So is what a cell may look at: errors, promises, bytes, JSON modules.
 * Limits: Node's objects are shared, so a cell that replaces `Buffer.from` or `process.exit` reaches the kernel; what Node loads
 * late is loaded with the builtins that cells left.
 */
const { createContext, Script } = require("node:vm") as typeof import("node:vm");

/** What the kernel has of its own. */
const OWN = `Array ArrayBuffer Atomics BigInt Boolean Date Function Intl JSON Map Math Number Object Proxy Reflect RegExp Set
  SharedArrayBuffer String Symbol WeakMap WeakRef WeakSet decodeURIComponent encodeURIComponent isFinite isNaN parseFloat parseInt`;

/** What is the user's, as it was before the first cell; any other name is looked up in the user's `globalThis`. */
const SHARED = `globalThis process console performance Buffer URL TextDecoder TextEncoder AbortController AbortSignal
  structuredClone queueMicrotask setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError Promise DataView
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array
  BigInt64Array BigUint64Array`;

const list = (names: string) => names.split(/\s+/).join();

/** Constants of its scripts: V8 asks a context that Node made for its globals at a tenth of the speed. */
module.exports = function kernelRealm(): import("node:vm").Context {
  void globalThis.DOMException; // Node 24 makes it at the first look, and ends if that is from another realm
  const others = { users: globalThis };
  const context = createContext(others);
  new Script(`const { ${list(OWN)} } = this, { ${list(SHARED)} } = users;`).runInContext(context);
  Object.setPrototypeOf(others, globalThis);
  return context;
};
