/**
 * Font: the letters of DejaVu Sans Condensed, from the installed package, and how far each moves the pen.
 *
 * Source: the OpenType tables `head`, `hhea`, `hmtx` and `cmap` (format 12), read when the first text is measured.
 * Fonts of the machine are not looked at, so that every machine draws the same letters.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const FONT_FAMILY = "DejaVu Sans Condensed";

/** Of the font size: height of capitals and digits above the baseline. */
export const CAPITAL_HEIGHT = 0.729;

const resolve = createRequire(import.meta.url).resolve;

/** Upright, bold and italic. */
export const FONT_FILES: readonly string[] = ["", "-Bold", "-Oblique"].map((style) =>
  resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${style}.ttf`),
);

let known: Metrics | undefined;

/** Width in font sizes. Kerning is left out, which hardly ever brings letters apart. */
export function advanceOf(text: string): number {
  known ??= new Metrics(readFileSync(FONT_FILES[0] as string));
  let sum = 0;
  for (const character of text) sum += known.advance(character.codePointAt(0) as number);
  return sum;
}

class Metrics {
  private readonly advances = new Map<number, number>();
  private readonly bytes: DataView;
  private readonly unitsPerEm: number;
  private readonly groups: number;

  constructor(file: Buffer) {
    this.bytes = new DataView(file.buffer, file.byteOffset, file.byteLength);
    this.unitsPerEm = this.bytes.getUint16(this.table("head") + 18);
    this.groups = this.characterMap();
  }

  advance(codePoint: number): number {
    const seen = this.advances.get(codePoint);
    if (seen !== undefined) return seen;
    const measured = this.bytes.getUint16(this.table("hmtx") + 4 * this.metricOf(this.glyph(codePoint)));
    this.advances.set(codePoint, measured / this.unitsPerEm);
    return measured / this.unitsPerEm;
  }

  /** Glyphs after the last one with a metric of its own share that. */
  private metricOf(glyph: number): number {
    return Math.min(glyph, this.bytes.getUint16(this.table("hhea") + 34) - 1);
  }

  /** Glyph 0, a box, where the font has none. */
  private glyph(codePoint: number): number {
    const count = this.bytes.getUint32(this.groups + 12);
    for (let k = 0; k < count; k++) {
      const at = this.groups + 16 + 12 * k;
      const [first, last] = [this.bytes.getUint32(at), this.bytes.getUint32(at + 4)];
      if (codePoint >= first && codePoint <= last) return this.bytes.getUint32(at + 8) + codePoint - first;
    }
    return 0;
  }

  private characterMap(): number {
    const start = this.table("cmap");
    for (let k = 0; k < this.bytes.getUint16(start + 2); k++) {
      const table = start + this.bytes.getUint32(start + 8 + 8 * k);
      if (this.bytes.getUint16(table) === 12) return table;
    }
    throw new Error("the font has no character map of format 12");
  }

  private table(name: string): number {
    for (let k = 0; k < this.bytes.getUint16(4); k++) {
      const at = 12 + 16 * k;
      const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => this.bytes.getUint8(at + byte)));
      if (tag === name) return this.bytes.getUint32(at + 8);
    }
    throw new Error(`the font has no table ${name}`);
  }
}
