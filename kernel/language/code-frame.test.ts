import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeFrames } from "./code-frame.ts";
import type { Diagnostic } from "./language-service.ts";

const errorAt = (line: number, column: number, length: number, message = "wrong"): Diagnostic => ({
  category: "error",
  code: 2322,
  message,
  start: { line, column },
  end: { line, column: column + length },
});

/** Without colours. */
function plain(code: string, ...found: readonly Diagnostic[]): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are escapes
  return codeFrames(code, found).map((frame) => frame.replace(/\u001b\[\d+m/g, ""));
}

describe("the frame of an error", () => {
  it("has its place, its message, the line before and the marked line", () => {
    expect(plain("const one = 1\n  const two: string = size // 😀\n", errorAt(1, 8, 3))).toEqual([
      [
        "2:9 - error TS2322: wrong",
        "",
        "1 | const one = 1",
        "2 |   const two: string = size // 😀",
        "  |         ~~~",
      ].join("\n"),
    ]);
  });

  it("stands under wide characters and tabs as a terminal shows them", () => {
    const [frame = ""] = plain("\t😀名 = x", errorAt(0, 6, 1));
    expect(frame.split("\n").at(-1)).toBe(`  | \t${" ".repeat(4 + 2)}~`);
  });

  it("shows of a long line the part around the error, of a long message its beginning", () => {
    const line = `${"a".repeat(100_000)}WRONG${"b".repeat(100_000)}`;
    const [frame = ""] = plain(`${line}\n${line}`, errorAt(1, 100_000, 5, "m".repeat(100_000)));
    const [message = "", , before, marked = "", mark = ""] = frame.split("\n");
    expect(message).toMatch(/^2:100001 - error TS2322: m{2000}…$/);
    expect(before).toBe(`1 | ${"a".repeat(160)}…`);
    expect(marked).toBe(`2 | …${"a".repeat(60)}WRONG${"b".repeat(95)}…`);
    expect(mark.indexOf("~~~~~")).toBe(marked.indexOf("WRONG"));
  });

  it("marks the error wherever it is, in a text that is never long", () => {
    const lengths = fc.record({ before: fc.nat(3000), marked: fc.integer({ min: 1, max: 3000 }), after: fc.nat(3000) });
    fc.assert(
      fc.property(lengths, ({ before, marked, after }) => {
        const code = `${"a".repeat(before)}${"X".repeat(marked)}${"b".repeat(after)}`;
        const [frame = ""] = plain(code, errorAt(0, before, marked));
        const [, , line = "", mark = ""] = frame.split("\n");
        expect(line.length).toBeLessThan(200);
        expect([...mark].map((each, at) => (each === "~" ? line[at] : "")).join("")).toMatch(/^X+$/);
        expect(mark.match(/~/g)?.length).toBe(line.match(/X/g)?.length);
      }),
    );
  });
});

describe("the frames of many errors", () => {
  it.each([
    [20, undefined],
    [21, "... and 1 more error"],
    [3000, "... and 2980 more errors"],
  ])("of %i are the first twenty, and how many more there are", (count, more) => {
    const found = Array.from({ length: count }, (_, index) => errorAt(0, index, 1));
    const shown = plain("x".repeat(count), ...found);
    expect(shown.slice(0, 20).every((frame) => frame.includes("error TS2322"))).toBe(true);
    expect(shown.slice(20)).toEqual(more === undefined ? [] : [more]);
  });
});
