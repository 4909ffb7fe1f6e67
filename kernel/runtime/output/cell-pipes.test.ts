import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellPipeReader, markOf } from "./cell-pipes.ts";

function read(chunks: readonly Buffer[]): Map<number, string> {
  const texts = new Map<number, string>();
  const reader = new CellPipeReader((cell, text) => texts.set(cell, (texts.get(cell) ?? "") + text));
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return texts;
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe("the reader of a cell's pipe", () => {
  it("files what follows a mark under its cell, however the bytes are cut", () => {
    const parts = fc.array(fc.tuple(fc.nat({ max: 2 ** 32 - 1 }), fc.string({ unit: "grapheme" })), { maxLength: 5 });
    fc.assert(
      fc.property(parts, fc.array(fc.nat(), { maxLength: 6 }), (written, places) => {
        const bytes = Buffer.concat(written.flatMap(([cell, text]) => [markOf(cell), Buffer.from(text)]));
        const expected = new Map<number, string>();
        for (const [cell, text] of written) if (text !== "") expected.set(cell, (expected.get(cell) ?? "") + text);
        expect(read(cut(bytes, places))).toEqual(expected);
      }),
    );
  });

  it("holds nothing back but what may be the beginning of a mark, and gives that up at the end", () => {
    const told: string[] = [];
    const reader = new CellPipeReader((cell, text) => told.push(`${cell} ${text}`));
    reader.push(Buffer.concat([markOf(7), Buffer.from("prompt> ")]));
    expect(told).toEqual(["7 prompt> "]);
    reader.push(Buffer.from([0x5c]));
    expect(told.length).toBe(1);
    reader.end();
    expect(told).toEqual(["7 prompt> ", "7 \\"]);
  });
});
