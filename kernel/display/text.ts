/** Text: a value as text/plain. Lone numbers and strings are plain, so that notebooks compare; structures have colours. */
import { inspect } from "node:util";
import { imageType } from "./image.ts";

/** Of any value: what its own code would show, unless that fails. */
export function textOf(value: unknown, colors = true): string {
  try {
    return shown(value, colors, true);
  } catch {
    try {
      return shown(value, colors, false);
    } catch {
      return `a value of type ${typeof value} that cannot be shown`;
    }
  }
}

function shown(value: unknown, colors: boolean, customInspect: boolean): string {
  if (ArrayBuffer.isView(value) && value instanceof Uint8Array) {
    const image = imageType(value);
    if (image !== undefined) return `<${image}, ${value.length} bytes>`;
  }
  const isStructure = (typeof value === "object" && value !== null) || typeof value === "function";
  const limits = { depth: 4, maxArrayLength: 100, breakLength: 100 };
  return inspect(value, { colors: colors && isStructure, customInspect, ...limits });
}
