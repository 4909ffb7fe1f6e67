import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipArea, clipLine } from "./clip.ts";
import type { Point } from "./svg.ts";

const box = { left: 0, top: 0, right: 10, bottom: 10 };

describe("clipLine", () => {
  it("leaves a line inside as it is", () => {
    expect(
      clipLine(
        [
          [1, 1],
          [5, 9],
          [9, 1],
        ],
        box,
      ),
    ).toEqual([
      [
        [1, 1],
        [5, 9],
        [9, 1],
      ],
    ]);
  });

  it("cuts where the line leaves, and takes it up where it returns", () => {
    expect(
      clipLine(
        [
          [5, 5],
          [15, 5],
          [15, 8],
          [5, 8],
        ],
        box,
      ),
    ).toEqual([
      [
        [5, 5],
        [10, 5],
      ],
      [
        [10, 8],
        [5, 8],
      ],
    ]);
  });

  it("drops a line outside", () => {
    expect(
      clipLine(
        [
          [-5, 5],
          [5, 25],
        ],
        box,
      ),
    ).toEqual([]);
    expect(
      clipLine(
        [
          [12, 0],
          [12, 10],
        ],
        box,
      ),
    ).toEqual([]);
  });
});

describe("clipArea", () => {
  const area = (corners: readonly Point[]) =>
    Math.abs(
      corners.reduce(
        (sum, [x, y], k) => sum + x * corners[(k + 1) % corners.length][1] - y * corners[(k + 1) % corners.length][0],
        0,
      ),
    ) / 2;

  it("keeps of a rectangle its part inside the box", () => {
    const side = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(side, side, side, side, (a, b, c, d) => {
        const [left, right, top, bottom] = [Math.min(a, b), Math.max(a, b), Math.min(c, d), Math.max(c, d)];
        const width = Math.max(0, Math.min(right, 10) - Math.max(left, 0));
        const height = Math.max(0, Math.min(bottom, 10) - Math.max(top, 0));
        const clipped = clipArea(
          [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
          ],
          box,
        );
        expect(area(clipped)).toBeCloseTo(width * height, 8);
      }),
    );
  });
});
