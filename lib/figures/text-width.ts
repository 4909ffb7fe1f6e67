/**
 * Text width: how wide a text is in pixels, and where to break it, by the metrics of the font that draws it.
 *
 * Method: the sum of the advances, without kerning (which brings letters of this font closer, hardly ever apart).
 * Accuracy: exact but for kerning, below 2 % of a line.
 * Limits: a character outside of the table of `font-metrics.ts` counts as one em, which is wider than nearly all.
 */
import { requirePositive } from "../numerics/requirements.ts";
import { ADVANCES, UNITS_PER_EM } from "./font-metrics.ts";

/** Between two baselines, in font sizes. */
export const LINE_HEIGHT = 1.3;

/** How Plotly writes a line break. */
const BREAK = "<br>";

const WORD_GAP = /(?<![=<>≤≥≈])[ \t\n]+(?![=<>≤≥≈])/;

const advances = readAdvances();

/** Width of the widest line. */
export function textWidth(text: string, size: number): number {
  requirePositive({ size });
  let widest = 0;
  for (const line of linesOf(text)) {
    let units = 0;
    for (const character of line) units += advances.get(character) ?? UNITS_PER_EM;
    widest = Math.max(widest, units);
  }
  return (widest * size) / UNITS_PER_EM;
}

export function linesOf(text: string): string[] {
  return text.split(BREAK);
}

export function textHeight(text: string, size: number): number {
  return linesOf(text).length * LINE_HEIGHT * size;
}

/** Breaks between words, but not beside the sign of a relation, so that no line is wider than `width` where words allow it. */
export function wrapText(text: string, { size, width }: { readonly size: number; readonly width: number }): string {
  const lines: string[] = [];
  for (const word of text.split(WORD_GAP).filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(BREAK);
}

function readAdvances(): Map<string, number> {
  const table = new Map<string, number>();
  for (const line of ADVANCES.trim().split("\n")) {
    const [start, ...units] = line.split(" ");
    units.forEach((unit, index) => {
      if (unit !== "0") table.set(String.fromCodePoint(Number.parseInt(start, 16) + index), Number(unit));
    });
  }
  return table;
}
