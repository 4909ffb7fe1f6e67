/** Text: a value as text/plain. Lone numbers and strings are plain, so that notebooks compare; structures have colours. */
import { inspect } from "node:util";
import { imageType } from "./image.ts";

export function textOf(value: unknown, colors = true): string {
  if (value instanceof Uint8Array) {
    const image = imageType(value);
    if (image !== undefined) return `<${image}, ${value.length} bytes>`;
  }
  const isStructure = (typeof value === "object" && value !== null) || typeof value === "function";
  return inspect(value, { colors: colors && isStructure, depth: 4, maxArrayLength: 100, breakLength: 100 });
}
