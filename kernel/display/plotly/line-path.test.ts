import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advanceOf } from "./font.ts";
import { labelWidth, parseLabel, shortened } from "./label.ts";
import { markedPoints, piecesOf, stepped } from "./line-path.ts";

describe("a line of very many points", () => {
  const length = 50_000;
  const xs = Float64Array.from({ length }, (_, k) => (600 * k) / length);

  it("keeps the ends and the extremes of every column of pixels", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 50, maxLength: 200 }),
        (cycle) => {
          const ys = Float64Array.from({ length }, (_, k) => cycle[k % cycle.length] as number);
          const [piece = []] = piecesOf(xs, ys, false);
          expect(piece.length).toBeLessThanOrEqual(4 * 601);
          for (const column of [0, 299, 599]) {
            const inside = [...ys].filter((_, k) => Math.floor(xs[k] as number) === column);
            const kept = piece.filter(([x]) => Math.floor(x) === column).map(([, y]) => y);
            expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...inside), Math.max(...inside)]);
            expect([kept[0], kept.at(-1)]).toEqual([inside[0], inside.at(-1)]);
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it("that fills the picture is thinned to what can be drawn", () => {
    const ys = Float64Array.from({ length }, (_, k) => (k * 7919) % 400);
    const wild = Float64Array.from({ length }, (_, k) => (k * 104_729) % 600);
    expect(piecesOf(wild, ys, false)[0]?.length).toBeLessThan(10_000);
  });
});

describe("a line", () => {
  it("has a piece between gaps, or bridges them", () => {
    const xs = Float64Array.of(0, 1, 2, 3, 4);
    const ys = Float64Array.of(5, Number.NaN, 6, 7, Number.NaN);
    expect(piecesOf(xs, ys, false)).toEqual([
      [[0, 5]],
      [
        [2, 6],
        [3, 7],
      ],
    ]);
    expect(piecesOf(xs, ys, true)).toEqual([
      [
        [0, 5],
        [2, 6],
        [3, 7],
      ],
    ]);
  });

  it("may go in steps", () => {
    const points = [
      [0, 0],
      [2, 4],
    ] as const;
    expect(stepped(points, "hv")).toEqual([
      [0, 0],
      [2, 0],
      [2, 4],
    ]);
    expect(stepped(points, "vh")).toEqual([
      [0, 0],
      [0, 4],
      [2, 4],
    ]);
    expect(stepped(points, "hvh")).toEqual([
      [0, 0],
      [1, 0],
      [1, 4],
      [2, 4],
    ]);
    expect(stepped(points, "vhv")).toEqual([
      [0, 0],
      [0, 2],
      [2, 2],
      [2, 4],
    ]);
    expect(stepped(points, "linear")).toEqual(points);
  });
});

describe("markers", () => {
  it("are one for each of a few points, and stand for all of very many", () => {
    const few = markedPoints(Float64Array.of(1, 1, 900), Float64Array.of(1, 1, 1), (x) => x < 500);
    expect(few.chosen).toEqual([0, 1]);
    const length = 300_000;
    const xs = Float64Array.from({ length }, (_, k) => (k * 0.618034) % 500);
    const ys = Float64Array.from({ length }, (_, k) => (k * 0.414214) % 300);
    const { chosen, standsFor } = markedPoints(xs, ys, () => true);
    expect(chosen.length).toBeLessThanOrEqual(8000);
    expect(chosen.reduce((sum, k) => sum + standsFor(k), 0)).toBe(length);
  });
});

describe("a text", () => {
  /** The `hmtx` table of DejaVuSansCondensed.ttf 2.37, in units of 2048 to the font size. */
  it("is as wide as the font says", () => {
    expect(advanceOf("A") * 2048).toBe(1260);
    expect(advanceOf(" i€") * 2048).toBe(585 + 512 + 1172);
    expect(advanceOf("ε≤⁻") * 2048).toBe(996 + 1544 + 972);
    expect(advanceOf("")).toBe(0);
  });

  it("has lines and styles by its tags, and keeps what is no tag", () => {
    expect(
      parseLabel("a<b & c>d")
        .flat()
        .map(({ text }) => text),
    ).toEqual(["a<b & c>d"]);
    expect(parseLabel("x<br>y").length).toBe(2);
    expect(parseLabel("<b>n</b><sub>0</sub>").flat()).toEqual([
      { text: "n", bold: true, italic: false, script: 0 },
      { text: "0", bold: false, italic: false, script: -1 },
    ]);
    expect(parseLabel("&lt;&amp;&#956;&constructor;").flat()[0]?.text).toBe("<&μ&constructor;");
  });

  it("is shortened to its room, at the end or in the middle", () => {
    const source = "a rather long name, number 17";
    for (const without of ["end", "middle"] as const) {
      const short = shortened(source, { size: 12, width: 120, without });
      expect(labelWidth(short, 12)).toBeLessThanOrEqual(120);
      expect(short[0]?.[0]?.text).toMatch(without === "end" ? /^a rather.*…$/ : /^a.*….*number 17$/);
    }
    expect(labelWidth(shortened("x".repeat(1e6), { size: 12, width: 50 }), 12)).toBeLessThanOrEqual(50);
  });
});
