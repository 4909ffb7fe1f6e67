import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADVANCES, UNITS_PER_EM } from "./font-metrics.ts";
import { linesOf, textWidth, wrapText } from "./text-width.ts";

/** The advances of a TrueType font by character, read from its tables `cmap` (format 4), `hhea` and `hmtx`. */
function readFont(bytes: Buffer): { unitsPerEm: number; advanceOf: (codePoint: number) => number } {
  const tables = new Map<string, number>();
  for (let k = 0; k < bytes.readUInt16BE(4); k++) {
    tables.set(bytes.toString("latin1", 12 + 16 * k, 16 + 16 * k), bytes.readUInt32BE(20 + 16 * k));
  }
  const [head, hhea, hmtx, cmap] = ["head", "hhea", "hmtx", "cmap"].map((name) => tables.get(name) ?? Number.NaN);
  const metrics = bytes.readUInt16BE(hhea + 34);
  const starts = Array.from(
    { length: bytes.readUInt16BE(cmap + 2) },
    (_, k) => cmap + bytes.readUInt32BE(cmap + 8 + 8 * k),
  );
  const start = starts.find((offset) => bytes.readUInt16BE(offset) === 4) ?? Number.NaN;
  const segments = bytes.readUInt16BE(start + 6) / 2;
  const glyphOf = (codePoint: number) => {
    for (let k = 0; k < segments; k++) {
      if (codePoint > bytes.readUInt16BE(start + 14 + 2 * k)) continue;
      const first = bytes.readUInt16BE(start + 16 + 2 * segments + 2 * k);
      if (codePoint < first) return 0;
      const delta = bytes.readInt16BE(start + 16 + 4 * segments + 2 * k);
      const place = start + 16 + 6 * segments + 2 * k;
      const offset = bytes.readUInt16BE(place);
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = bytes.readUInt16BE(place + offset + 2 * (codePoint - first));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
  return {
    unitsPerEm: bytes.readUInt16BE(head + 18),
    advanceOf: (codePoint) => {
      const glyph = glyphOf(codePoint);
      return glyph === 0 ? 0 : bytes.readUInt16BE(hmtx + 4 * Math.min(glyph, metrics - 1));
    },
  };
}

describe("the font metrics", () => {
  it("are those of the font that draws the pictures", () => {
    const path = new URL(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf"));
    const { unitsPerEm, advanceOf } = readFont(readFileSync(path));
    expect(UNITS_PER_EM).toBe(unitsPerEm);
    const lines = ADVANCES.trim().split("\n");
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) {
      const [start, ...advances] = line.split(" ");
      const first = Number.parseInt(start, 16);
      expect(advances.map(Number), line).toEqual(advances.map((_, k) => advanceOf(first + k)));
    }
  });
});

describe("textWidth", () => {
  it("adds the advances of the characters", () => {
    expect(textWidth("A", 2048)).toBe(1260);
    expect(textWidth("AA", 1024)).toBe(1260);
    expect(textWidth("", 10)).toBe(0);
  });

  it("is that of the widest line", () => {
    expect(textWidth("i<br>WWW<br>i", 10)).toBe(textWidth("WWW", 10));
  });

  it("refuses a size that is not positive", () => {
    expect(() => textWidth("A", 0)).toThrow("size must be positive and finite, got 0");
  });
});

describe("wrapText", () => {
  it("keeps every word and fits every line that has several", () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcWim.") }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 300 }), (parts, width) => {
        const lines = linesOf(wrapText(parts.join(" "), { size: 10, width }));
        expect(lines.join(" ")).toBe(parts.join(" "));
        for (const line of lines) if (line.includes(" ")) expect(textWidth(line, 10)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("does not break beside the sign of a relation", () => {
    expect(linesOf(wrapText("at ε = 1 and δ ≤ 2", { size: 10, width: 30 }))).toEqual(["at", "ε = 1", "and", "δ ≤ 2"]);
  });
});
