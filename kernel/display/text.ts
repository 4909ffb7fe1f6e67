/** Text: a value as text/plain, without colours: exports, GitHub and diffs of notebooks would show their codes. */
import { inspect } from "node:util";
import { clipped } from "./clipped-line.ts";

const LONGEST_LINE = 80;
/** In characters; an object may have a million properties. */
const LONGEST_TEXT = 100_000;

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
  return clipped(textOf(value).replaceAll(/(?<!\s)\s*\n\s*/g, " "), LONGEST_LINE);
}

function shown(value: unknown, customInspect: boolean): string {
  if (ArrayBuffer.isView(value) && value instanceof Uint8Array) {
    const image = imageType(value);
    if (image !== undefined) return `<${image}, ${value.length} bytes>`;
  }
  return shortened(inspect(value, { customInspect, depth: 4, maxArrayLength: 100, breakLength: 100 }));
}

/** Its first lines, if it is too long. */
function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const end = text.lastIndexOf("\n", LONGEST_TEXT);
  const shown = text.slice(0, end > 0 ? end : LONGEST_TEXT);
  return `${shown}\n... ${text.length - shown.length} more characters`;
}

const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: readonly number[]])[] = [
  ["image/png", 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", 0, [0xff, 0xd8, 0xff]],
  ["image/gif", 0, [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", 8, [0x57, 0x45, 0x42, 0x50]],
];

/** The MIME type that the first bytes of an image tell. */
export function imageType(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([, offset, signature]) =>
    signature.every((byte, index) => bytes[offset + index] === byte),
  )?.[0];
}
