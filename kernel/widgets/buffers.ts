/**
 * Buffers: bytes in the state of a widget, which are sent beside the JSON, with the path to the place of each.
 *
 * Source: "Jupyter widgets messaging protocol" 2.1, section "Synchronizing widget state". A path that leads nowhere in the state, or to a
 * place that is no own property, is ignored: the sender may be anybody.
 */
import { types } from "node:util";

type Path = readonly (string | number)[];

export interface Split {
  readonly state: Record<string, unknown>;
  readonly paths: Path[];
  readonly buffers: Uint8Array[];
}

/** The state without its bytes, and the bytes with their paths. */
export function takeBuffers(state: Readonly<Record<string, unknown>>): Split {
  const paths: Path[] = [];
  const buffers: Uint8Array[] = [];
  const visit = (value: unknown, path: Path): unknown => {
    if (ArrayBuffer.isView(value) || types.isArrayBuffer(value)) {
      paths.push(path);
      buffers.push(
        ArrayBuffer.isView(value)
          ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
          : new Uint8Array(value),
      );
      return null;
    }
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...path, index]));
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, [...path, name])]));
  };
  return { state: visit(state, []) as Record<string, unknown>, paths, buffers };
}

/** Puts received bytes into their places in a received state, which it changes. Pages leave names of objects out and write null in lists. */
export function putBuffers(state: object, paths: unknown, buffers: readonly Uint8Array[]): void {
  if (!Array.isArray(paths)) return;
  for (const [index, path] of paths.slice(0, buffers.length).entries()) {
    if (!Array.isArray(path)) continue;
    const last: unknown = path.at(-1);
    const holder = path.slice(0, -1).reduce<unknown>((value, step) => own(value, step), state);
    const isPlace = Array.isArray(holder) ? typeof last === "number" && Object.hasOwn(holder, last) : isPlain(holder);
    if (!isPlace || (typeof last !== "string" && typeof last !== "number")) continue;
    const everything = { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(holder, last, { value: buffers[index], ...everything }); // also one called __proto__
  }
}

function own(value: unknown, name: PropertyKey): unknown {
  const isOwn = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isOwn ? (value as Record<PropertyKey, unknown>)[name] : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null; // of any realm
}
