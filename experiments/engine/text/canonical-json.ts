/**
 * Canonical JSON: one text for one value, so that equal results have equal hashes.
 *
 * Keys are sorted by their UTF-16 code units, there is no white space, and numbers are in JavaScript's shortest form that reads back as
 * the same float64, as in RFC 8785; -0 is written 0. Typed arrays are written as arrays.
 * A value that JSON cannot hold (NaN, Infinity, undefined, a function) is refused with the path that leads to it.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What canonical JSON can be made of: JSON, and typed arrays inside it. */
export type Writable =
  | Json
  | Float64Array
  | Int32Array
  | Uint32Array
  | readonly Writable[]
  | { readonly [key: string]: Writable };

export function canonicalJson(value: unknown): string {
  try {
    return write(value);
  } catch (error) {
    refuse(value, "value");
    throw error;
  }
}

/** That there is something which cannot be stored; what and where is looked for afterwards. */
const UNSTORABLE = new Error("not JSON");

function write(value: unknown): string {
  switch (typeof value) {
    case "number":
      if (!Number.isFinite(value)) throw UNSTORABLE;
      return String(value); // as JSON writes it: -0 is 0
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (isNumbers(value)) return writeNumbers(value);
      if (Array.isArray(value)) return `[${value.map(write).join()}]`;
      return `{${Object.keys(value)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${write((value as Record<string, unknown>)[key])}`)
        .join()}}`;
    }
    default:
      throw UNSTORABLE;
  }
}

function isNumbers(value: object): value is Float64Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function writeNumbers(numbers: Float64Array): string {
  if (!numbers.every(Number.isFinite)) throw UNSTORABLE;
  return `[${numbers.join()}]`.replaceAll("-0,", "0,").replace(/-0\]$/, "0]");
}

/** Throws for the first value within that cannot be stored, with the path that leads to it. */
function refuse(value: unknown, path: string): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`${path} must be finite to be stored, got ${value}`);
  }
  if (
    typeof value !== "object" &&
    typeof value !== "number" &&
    typeof value !== "string" &&
    typeof value !== "boolean"
  ) {
    throw new TypeError(`${path} must be JSON to be stored, got ${String(value)}`);
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) || isNumbers(value)) {
    (value as readonly unknown[]).forEach((entry, index) => {
      refuse(entry, `${path}[${index}]`);
    });
  } else {
    for (const key of Object.keys(value).sort()) refuse((value as Record<string, unknown>)[key], `${path}.${key}`);
  }
}
