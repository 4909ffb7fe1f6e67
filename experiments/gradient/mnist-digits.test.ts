import { describe, expect, it } from "vitest";
import type { MnistPackage } from "../../lib/data/mnist.ts";
import { digitsOf } from "./mnist-digits.ts";
import { fillOrientedGradients, ORIENTED_GRADIENTS } from "./oriented-gradients.ts";

/** A picture from a function of its row and column. */
const picture = (grey: (r: number, c: number) => number) =>
  Float64Array.from({ length: 784 }, (_, j) => grey(Math.floor(j / 28), j % 28));
const featuresOf = (pixels: Float64Array) => {
  const out = new Float64Array(ORIENTED_GRADIENTS + 2).fill(7);
  fillOrientedGradients(pixels, 0, out, 1);
  expect([out[0], out[ORIENTED_GRADIENTS + 1]]).toEqual([7, 7]);
  return out.slice(1, ORIENTED_GRADIENTS + 1);
};
const at = (row: number, column: number, direction: number) => (row * 7 + column) * 8 + direction;
/** How much of a picture's features is in each direction. */
const directions = (features: Float64Array) =>
  Array.from({ length: 8 }, (_, k) => features.reduce((sum, x, j) => sum + (j % 8 === k ? x : 0), 0));

describe("oriented gradients", () => {
  it("of an edge lie in the direction in which the picture gets brighter, in the cells of the edge", () => {
    const edge = (brighter: (r: number, c: number) => boolean) =>
      featuresOf(picture((r, c) => (r > 8 && r < 19 && c > 8 && c < 19 && brighter(r, c) ? 1 : 0)));
    // Only the left side of the square is seen here: the cells of column 2, row 3.
    const square = edge(() => true);
    expect(square[at(3, 2, 0)]).toBeGreaterThan(0.1);
    expect([1, 2, 3, 4, 5, 6, 7].map((k) => square[at(3, 2, k)])).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(square[at(3, 4, 4)]).toBeGreaterThan(0.1);
    expect(square[at(2, 3, 2)]).toBeGreaterThan(0.1);
    expect(square[at(4, 3, 6)]).toBeGreaterThan(0.1);
    const slanted = directions(featuresOf(picture((r, c) => (r + c) / 54)));
    // Inside, brighter to the south-east alone.
    expect(slanted[1]).toBeGreaterThan(Math.max(slanted[3], slanted[5], slanted[7]));
  });

  it("turn with the picture", () => {
    const blob = (r: number, c: number) => Math.max(0, 1 - ((r - 9) * (r - 9) + (c - 17) * (c - 14)) / 60);
    const straight = featuresOf(picture(blob));
    const turned = featuresOf(picture((r, c) => blob(27 - c, r)));
    for (let r = 0; r < 7; r++)
      for (let c = 0; c < 7; c++)
        for (let k = 0; k < 8; k++) {
          expect(turned[at(c, 6 - r, (k + 2) % 8)]).toBeCloseTo(straight[at(r, c, k)], 12);
        }
  });

  it("have norm 1 and do not depend on the light; an empty picture has none", () => {
    const grey = (r: number, c: number) => ((r * 7 + c * 13) % 11) / 11;
    const [full, half] = [1, 0.5].map((light) => featuresOf(picture((r, c) => light * grey(r, c))));
    expect(full.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 12);
    full.forEach((x, j) => {
      expect(half[j]).toBeCloseTo(x, 12);
    });
    expect(featuresOf(picture(() => 0)).every((x) => x === 0)).toBe(true);
  });
});

/** Digits whose grey tells their place, and whose label is its last digit. */
const fake = {
  training: (start: number, end: number) => {
    const values = Array.from({ length: end - start }, (_, k) => start + k);
    const image = (k: number) =>
      Array.from({ length: 28 }, (_, r) => Array.from({ length: 28 }, (_, c) => (k + r * c) % 256));
    return {
      images: { magic_number: 2051, values: values.map(image) },
      labels: { magic_number: 2049, values: values.map((k) => k % 10) },
    };
  },
} as unknown as MnistPackage;

describe("digits", () => {
  it("are the first of the package, as pixels or as oriented gradients, and are made once", () => {
    const { records } = digitsOf(fake);
    const all = records("training", 1003, "pixels");
    expect([all.rows, all.columns, all.labels[1002]]).toEqual([1003, 784, 2]);
    expect(all.features[784 * 1002 + 28 * 3 + 5]).toBe(((1002 + 15) % 256) / 255);
    expect(records("training", 1003, "pixels")).toBe(all);
    const seen = records("training", 20, "gradients");
    const expected = new Float64Array(ORIENTED_GRADIENTS);
    fillOrientedGradients(Float64Array.from(all.features), 784 * 13, expected, 0);
    expect([seen.rows, seen.columns]).toEqual([20, 392]);
    expect(Array.from(seen.features.slice(392 * 13, 392 * 14))).toEqual(Array.from(expected));
  });
});
