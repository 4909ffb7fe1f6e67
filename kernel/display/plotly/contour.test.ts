import { describe, expect, it } from "vitest";
import { pictureOf, svgOf } from "./picture.ts";
import { readPixels } from "./reference/pixels.ts";

type Trace = Readonly<Record<string, unknown>>;

const [BLACK, WHITE] = ["#000000", "#ffffff"];
/** Ten wide and five high; one pixel of the figure is two of the picture. */
const layout = {
  ...{ width: 300, height: 200, margin: { l: 50, r: 50, t: 50, b: 50 } },
  ...{ xaxis: { showgrid: false, zeroline: false }, yaxis: { showgrid: false, zeroline: false } },
};
const [left, right, top, bottom] = [100, 500, 100, 300];
const scale = { colorscale: "Greys", showscale: false };
/** The value is x. */
const slope = {
  type: "contour",
  x: [0, 10],
  y: [0, 5],
  z: [
    [0, 10],
    [0, 10],
  ],
  ...scale,
};

function draw(trace: Trace) {
  return readPixels(pictureOf({ data: [trace], layout }).png);
}

const middle = (top + bottom) / 2;
const at = (x: number) => left + (x / 10) * (right - left);

describe("contours", () => {
  it("are where the values cross the levels that are told", () => {
    const contours = { start: 2, end: 8, size: 3, coloring: "none" };
    const pixels = draw({ ...slope, contours, line: { width: 2, color: "#ff0000" } });
    for (const x of [2, 5, 8]) expect(pixels.at(at(x), middle), `at ${x}`).toBe("#ff0000");
    for (const x of [1, 3.5, 6.5, 9]) expect(pixels.at(at(x), middle), `at ${x}`).toBe(WHITE);
    const { top: first, bottom: last } = pixels.boxOf("#ff0000");
    expect([first, last]).toEqual([top, bottom - 1]);
  });

  it("have areas between them, the lowest and the highest in the colours of the ends", () => {
    const contours = { start: 2, end: 8, size: 6, showlines: false };
    const pixels = draw({ ...slope, contours });
    const grey = (x: number) => Number.parseInt(pixels.at(at(x), middle).slice(1, 3), 16);
    expect([grey(1), grey(5), grey(9)]).toEqual([0, 128, 255]);
    for (const [x, side] of [
      [2, 1],
      [8, 1],
    ] as const) {
      expect(grey(x - 0.1 * side)).toBeLessThan(grey(x + 0.1 * side));
    }
  });

  it("are at some fifteen round numbers inside, or as many as are asked for", () => {
    const lines = (trace: Trace) => {
      const svg = svgOf({ data: [{ ...slope, contours: { coloring: "none" }, ...trace }], layout }).svg;
      return [...svg.matchAll(/<path d="M([\d.]+) [^"]*" fill="none" stroke="#000000" stroke-width="0.5"/g)].map(
        ([, x]) => Math.round(((Number(x) - left / 2) / ((right - left) / 2)) * 10_000) / 1000,
      );
    };
    expect(lines({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(lines({ ncontours: 4 })).toEqual([5]);
    expect(lines({ ncontours: 100 })).toHaveLength(49);
    expect(
      lines({
        z: [
          [3, 3],
          [3, 3],
        ],
      }),
    ).toEqual([]);
  });

  it("of a bowl are rings, as round as the grid lets them be", () => {
    const line = Array.from({ length: 41 }, (_, k) => k / 4 - 5);
    const z = line.map((y) => line.map((x) => x * x + y * y));
    const contours = { start: 4, end: 16, size: 12, coloring: "none" };
    const pixels = draw({
      type: "contour",
      x: line,
      y: line,
      z,
      contours,
      line: { color: "#ff0000", width: 2 },
      ...scale,
    });
    const width = (right - left) / 10;
    const height = (bottom - top) / 10;
    const isLine = (x: number, y: number) =>
      [0, 1, -1].some((near) => pixels.at(at(5) + x * width + near, middle + y * height) === "#ff0000");
    for (const radius of [2, 4]) {
      for (const [x, y] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0.6, 0.8],
        [-0.8, 0.6],
      ] as const) {
        expect(isLine(radius * x, radius * y), `${radius} in the direction ${x} ${y}`).toBe(true);
        expect(isLine((radius + 0.5) * x, (radius + 0.5) * y)).toBe(false);
      }
    }
  });

  it("can have the colours of their levels, or cells of a heatmap below them", () => {
    const contours = { start: 2, end: 8, size: 3, coloring: "lines" };
    const pixels = draw({ ...slope, contours, line: { width: 4 } });
    expect(pixels.at(at(2), middle)).toBe(BLACK);
    expect(pixels.at(at(5), middle)).toBe("#808080");
    const cells = draw({ ...slope, contours: { ...contours, coloring: "heatmap" } });
    expect([cells.at(at(1), middle), cells.at(at(9), middle)]).toEqual([BLACK, WHITE]);
  });

  it("leave out what has no value, and the picture of a huge matrix has its last column", () => {
    const holed = {
      type: "contour",
      z: [
        [0, 1, 2],
        [0, null, 2],
        [0, 1, 2],
      ],
      contours: { coloring: "fill" },
      ...scale,
    };
    expect(svgOf({ data: [holed], layout }).svg).not.toContain("NaN");
    const row = Array.from({ length: 1001 }, (_, k) => k);
    const pixels = draw({ type: "contour", z: [row, row], contours: { start: 900, end: 900, size: 1 }, ...scale });
    const grey = (part: number) => pixels.at(left + part * (right - left) - 1, middle);
    expect([grey(0.89), grey(0.91), grey(1)]).toEqual([BLACK, WHITE, WHITE]);
  });
});
