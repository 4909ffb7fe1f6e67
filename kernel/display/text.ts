/** Text: a value as text/plain, without colours: exports, GitHub and diffs of notebooks would show their codes. */
import { inspect } from "node:util";
import { clipped } from "./clipped-line.ts";
import { imageType } from "./image.ts";

const LONGEST_LINE = 80;

/** Of any value: what its own code would show, unless that fails. */
export function textOf(value: unknown): string {
  try {
    return shown(value, true);
  } catch {
    try {
      return shown(value, false);
    } catch {
      return `a value of type ${typeof value} that cannot be shown`;
    }
  }
}

/** A value in one line, for messages. */
export function lineOf(value: unknown): string {
  return clipped(textOf(value).replaceAll(/\s*\n\s*/g, " "), LONGEST_LINE);
}

function shown(value: unknown, customInspect: boolean): string {
  if (ArrayBuffer.isView(value) && value instanceof Uint8Array) {
    const image = imageType(value);
    if (image !== undefined) return `<${image}, ${value.length} bytes>`;
  }
  return inspect(value, { customInspect, depth: 4, maxArrayLength: 100, breakLength: 100 });
}
