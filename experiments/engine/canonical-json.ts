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
  return write(value, "value");
}

function write(value: unknown, path: string): string {
  switch (typeof value) {
    case "number":
      if (!Number.isFinite(value)) throw new RangeError(`${path} must be finite to be stored, got ${value}`);
      return JSON.stringify(value);
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "object": {
      if (value === null) return "null";
      if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return writeNumbers(value, path);
      if (Array.isArray(value)) return `[${value.map((entry, index) => write(entry, `${path}[${index}]`)).join()}]`;
      const keys = Object.keys(value).sort();
      const entry = (key: string) => write((value as Record<string, unknown>)[key], `${path}.${key}`);
      return `{${keys.map((key) => `${JSON.stringify(key)}:${entry(key)}`).join()}}`;
    }
    default:
      throw new TypeError(`${path} must be JSON to be stored, got ${String(value)}`);
  }
}

function writeNumbers(view: ArrayBufferView, path: string): string {
  const numbers = view as Float64Array;
  for (let k = 0; k < numbers.length; k++) {
    if (!Number.isFinite(numbers[k]))
      throw new RangeError(`${path}[${k}] must be finite to be stored, got ${numbers[k]}`);
  }
  return `[${numbers.join()}]`.replaceAll("-0,", "0,").replace(/-0\]$/, "0]");
}
