/**
 * Native import: modules that Node itself loads.
 *
 * Node's loader calls `Promise.prototype.then`, and with a cell's own there an import fails or never ends. So while Node loads, the
 * original is there, and afterwards what the cell put there. Node's loader runs outside the guard: ended halfway by an interrupt, it
 * would keep what it had begun, and every later import would fail.
 * Limits: a loop at the top level of such a module can only be ended with the process. That level sees the original `then` too; what a
 * module itself puts there while it loads stays.
 *
 * The text of a JSON module (`data:application/json,...`) is JSON with an attribute and without, as a JSON file is.
 */
import { isGuarded } from "../interrupt/guard.ts";
import { settlementOf } from "../interrupt/waiting.ts";
import type { Namespace } from "./common-namespace.ts";

const place = { owner: globalThis.Promise.prototype, name: "then" };
const original: unknown = place.owner.then;

const loads = new Set<object>();
/** What a cell put there. */
let replacement: PropertyDescriptor | undefined;

export async function nativeImport(name: string): Promise<Namespace> {
  const load = {};
  takeBack();
  loads.add(load);
  try {
    if (isGuarded()) await settlementOf(new Promise((resolve) => setImmediate(resolve)));
    return await settlementOf(loaded(name));
  } finally {
    loads.delete(load);
    if (loads.size === 0) lend();
  }
}

/** What Node asks for an attribute with. */
const JSON_TEXT = /^data:application\/json[;,]/i;

/** The bundle replaces `return import(`. */
function loaded(name: string): Promise<Namespace> {
  const options = JSON_TEXT.test(name) ? { with: { type: "json" } } : undefined;
  return import(name, options);
}

/** After an interrupt: what was being loaded may never be. */
export function abandonImports(): void {
  loads.clear();
  lend();
}

function takeBack(): void {
  const now = Object.getOwnPropertyDescriptor(place.owner, place.name);
  if (now?.value === original || now?.configurable === false) return;
  replacement = now;
  Object.defineProperty(place.owner, place.name, { value: original, writable: true, configurable: true });
}

function lend(): void {
  const isOriginal = Object.getOwnPropertyDescriptor(place.owner, place.name)?.value === original;
  if (replacement !== undefined && isOriginal) Object.defineProperty(place.owner, place.name, replacement);
  replacement = undefined;
}
