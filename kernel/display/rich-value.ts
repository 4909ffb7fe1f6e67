/**
 * Rich value: how a value shows itself, as a bundle of MIME types of which the front end takes the richest it knows.
 *
 * A value decides itself by a method under `Symbol.for("Jupyter.display")` that returns a bundle, or a promise of one.
 * `{ isDraft: true }` says to it that another display follows within a second: what takes long, such as a picture of a figure, may
 * be left out. Otherwise images are known by their first bytes, Plotly figures by `data` and `layout`, rows become tables, and
 * everything has its text.
 */
import { types } from "node:util";
import type { DisplayWish, Rich } from "./mime-bundle.ts";
import { plotlyBundle } from "./plotly-figure.ts";
import { tableBundle } from "./table.ts";
import { imageType, textOf } from "./text.ts";

export const displaySymbol: unique symbol = Symbol.for("Jupyter.display") as never;

export function richOf(value: unknown, wish: DisplayWish = { isDraft: false }): Rich | Promise<Rich> {
  if (types.isProxy(value)) return { data: { "text/plain": textOf(value) }, metadata: {} }; // whose traps may do anything
  const method = ownDisplay(value);
  if (method === undefined) {
    const figure = typeof value === "object" && value !== null ? plotlyBundle(value, wish) : undefined;
    return figure ?? { data: { "text/plain": textOf(value), ...plainBundle(value, wish) }, metadata: {} };
  }
  const bundle: unknown = method.call(value, wish);
  const isPromise = typeof (bundle as PromiseLike<unknown> | null)?.then === "function";
  if (!isPromise) return fromBundle(bundle, value);
  return Promise.resolve(bundle as PromiseLike<unknown>).then((settled) => fromBundle(settled, value));
}

/** A bundle as it goes out: bytes as base64, and a text for front ends that know nothing better. */
export function fromBundle(bundle: unknown, value: unknown = bundle): Rich {
  if (typeof bundle !== "object" || bundle === null) {
    throw new TypeError(`a display must be an object of MIME types, got ${textOf(bundle)}`);
  }
  const { data, metadata } = withMetadata(bundle as Record<string, unknown>);
  const encoded: Record<string, unknown> = {};
  for (const [type, content] of Object.entries(data)) {
    if (content !== undefined) encoded[type] = encodeContent(type, content);
  }
  if (!("text/plain" in encoded)) encoded["text/plain"] = fallbackText(encoded, value);
  return { data: encoded, metadata };
}

/** What a bundle may hold, as it goes out. */
export function encodeContent(type: string, content: unknown): unknown {
  if (content instanceof Uint8Array) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return /^text\/|svg/.test(type) ? bytes.toString("utf8") : bytes.toString("base64");
  }
  if (/\bjson$/.test(type)) return JSON.parse(JSON.stringify(content) ?? "null") as unknown;
  return typeof content === "string" ? content : String(content);
}

function withMetadata(bundle: Record<string, unknown>): { data: Record<string, unknown>; metadata: Rich["metadata"] } {
  const { data, metadata } = bundle;
  const isNested = typeof data === "object" && data !== null && !Object.keys(bundle).some((key) => key.includes("/"));
  if (!isNested) return { data: bundle, metadata: {} };
  return { data: data as Record<string, unknown>, metadata: plainMetadata(metadata) };
}

/** As it goes out. */
export function plainMetadata(metadata: unknown): Rich["metadata"] {
  return JSON.parse(JSON.stringify(metadata ?? {}) ?? "{}") as Rich["metadata"];
}

function fallbackText(encoded: Readonly<Record<string, unknown>>, value: unknown): string {
  const markup = encoded["text/markdown"] ?? encoded["text/latex"] ?? encoded["text/html"] ?? encoded["image/svg+xml"];
  return typeof markup === "string" ? markup : textOf(value);
}

function ownDisplay(value: unknown): ((wish: DisplayWish) => unknown) | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  try {
    const method = (value as { [displaySymbol]?: unknown })[displaySymbol];
    return typeof method === "function" ? (method as (wish: DisplayWish) => unknown) : undefined;
  } catch {
    return undefined; // a Proxy that says nothing
  }
}

function plainBundle(value: unknown, { digits }: DisplayWish): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return {};
  if (ArrayBuffer.isView(value) && value instanceof Uint8Array) {
    const type = imageType(value);
    if (type !== undefined) return { [type]: encodeContent(type, value) };
  }
  return tableBundle(value, digits) ?? {};
}
