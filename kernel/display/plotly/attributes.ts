/**
 * Attributes: reads a figure as users write it, where anything may be missing or of another type than Plotly wants.
 *
 * What cannot be read counts as absent, as in Plotly, and the default is taken.
 */

export type Attributes = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of a table by a name that users give, which may be that of a method of every object. */
export function entryOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The attributes under a name; none if there is something else. */
export function group(from: Attributes, name: string): Attributes {
  const value = from[name];
  return isRecord(value) ? value : {};
}

/** Finite, or the fallback. */
export function numberAt<Fallback>(from: Attributes, name: string, fallback: Fallback): number | Fallback {
  const value = toNumber(from[name]);
  return Number.isFinite(value) ? value : fallback;
}

/** Written or not: "3" is 3, as everywhere in Plotly; what is no number is NaN. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "string" && value.trim() !== "") return Number(value);
  return Number.NaN;
}

export function textAt(from: Attributes, name: string, fallback = ""): string {
  const value = from[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : fallback;
}

export function flagAt<Fallback>(from: Attributes, name: string, fallback: Fallback): boolean | Fallback {
  const value = from[name];
  return typeof value === "boolean" ? value : fallback;
}

/** A title is a text or an object with a text. */
export function titleAt(from: Attributes, name = "title"): { readonly text: string; readonly settings: Attributes } {
  const settings = group(from, name);
  return { text: textAt(settings, "text", textAt(from, name)), settings };
}

const TYPED: Readonly<Record<string, new (bytes: ArrayBuffer) => ArrayLike<number>>> = {
  i1: Int8Array,
  u1: Uint8Array,
  u1c: Uint8ClampedArray,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  f4: Float32Array,
  f8: Float64Array,
};

/** An array, or Plotly's packed form of one (`dtype`, `bdata` in base64); undefined if it is none. */
export function listAt(from: Attributes, name: string): readonly unknown[] | undefined {
  const value = from[name];
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || typeof value.bdata !== "string") return undefined;
  const numbers = entryOf(TYPED, textAt(value, "dtype"));
  if (numbers === undefined) return undefined;
  const bytes = Uint8Array.from(Buffer.from(value.bdata, "base64"));
  const size = (numbers as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
  return rows(Array.from(new numbers(bytes.buffer.slice(0, bytes.length - (bytes.length % size)))), value.shape);
}

function rows(values: readonly unknown[], shape: unknown): readonly unknown[] {
  const [, columns] = (typeof shape === "string" ? shape.split(",") : []).map(Number);
  if (columns === undefined || !(columns >= 1)) return values;
  return Array.from({ length: Math.ceil(values.length / columns) }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  );
}

/** What applies to the item at an index: one value for all, or one each. */
export function itemOf(value: unknown, index: number): unknown {
  return Array.isArray(value) ? value[index] : value;
}

/** The defaults of a template below what the figure itself says. */
export function merged(defaults: unknown, own: Attributes): Attributes {
  if (!isRecord(defaults)) return own;
  const result: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(own)) {
    if (value === undefined || value === null) continue;
    const below = result[key];
    result[key] =
      isRecord(value) && isRecord(below)
        ? merged(below, value)
        : key === "title" && isRecord(below) && typeof value === "string"
          ? { ...below, text: value }
          : value;
  }
  return result;
}
