import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charactersIn, joinText, type Segment } from "./stream-segments.ts";

type Name = Segment["name"];
const gather = (writes: readonly (readonly [Name, string])[], most: number): Segment[] => {
  const segments: Segment[] = [];
  for (const [name, text] of writes) joinText(segments, { kind: "stream", cell: 1, name, text }, most);
  return segments;
};
const textOf = (pieces: readonly (readonly [Name, string])[], name: Name) =>
  pieces.map((piece) => (piece[0] === name ? piece[1] : "")).join("");

describe("segments of text", () => {
  it("join neighbours of one stream, and keep the order across streams while they are few", () => {
    const segments = gather(
      [
        ["stdout", "a"],
        ["stdout", "b"],
        ["stderr", "c"],
        ["stdout", "d"],
      ],
      8,
    );
    expect(segments.map(({ name, text }) => `${name} ${text}`)).toEqual(["stdout ab", "stderr c", "stdout d"]);
  });

  it("are never more than allowed, and hold all text of each stream in its order", () => {
    const write = fc.tuple(fc.constantFrom<Name>("stdout", "stderr"), fc.string({ minLength: 1 }));
    const property = fc.property(fc.array(write), fc.integer({ min: 2, max: 9 }), (writes, most) => {
      const segments = gather(writes, most);
      expect(segments.length).toBeLessThanOrEqual(most);
      const pieces = segments.map(({ name, text }) => [name, text] as const);
      for (const name of ["stdout", "stderr"] as const) expect(textOf(pieces, name)).toBe(textOf(writes, name));
      expect(charactersIn(segments)).toBe(writes.reduce((sum, [, text]) => sum + text.length, 0));
    });
    fc.assert(property);
  });
});
