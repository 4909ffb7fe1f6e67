import { describe, expect, it } from "vitest";
import { edgesOf } from "./histogram.ts";
import { linearAxis } from "./reference/linear-axis.ts";
import { densityOf, summary } from "./sample-summary.ts";

const axis = linearAxis({ pixels: [0, 1] });

describe("the summary of a sample", () => {
  /** numpy 2.4.6: quantile(..., method="hazen"), which is definition 5 of Hyndman and Fan. */
  it.each([
    [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [3, 5.5, 8],
    ],
    [
      [1, 2, 4, 8, 16],
      [1.75, 4, 10],
    ],
    [[7], [7, 7, 7]],
    [
      [1, 5],
      [1, 3, 5],
    ],
  ])("of %j has its quartiles", (values, [lower, median, upper]) => {
    expect(summary(Float64Array.from(values))).toMatchObject({ lower, median, upper });
  });

  it("has whiskers to the last value within one and a half of their distance", () => {
    const { from, to } = summary(Float64Array.of(-50, 1, 2, 3, 4, 5, 6, 7, 8, 40));
    expect([from, to]).toEqual([1, 8]);
  });

  it("has a density that is highest where most values are, and finite where all are the same", () => {
    const curve = densityOf(Float64Array.of(0, 1, 1, 1, 2, 9));
    const [peak] = curve.reduce((best, point) => (point[1] > best[1] ? point : best));
    expect(Math.abs(peak - 1)).toBeLessThan(0.5);
    expect(densityOf(Float64Array.of(4, 4, 4)).every(([, density]) => Number.isFinite(density))).toBe(true);
  });
});

describe("the bins of a histogram", () => {
  it("have round edges around all values", () => {
    const sample = Array.from({ length: 1000 }, (_, k) => Math.sqrt(k + 0.5)); // from 0.7 to 31.6, deviation 7.45
    const edges = edgesOf({}, axis, sample);
    expect(edges.slice(0, 3)).toEqual([0, 1, 2]); // 2 * 7.45 / 1000^0.4 = 0.94, rounded up
    expect(edges.at(-1)).toBe(32);
  });

  /** plotly.js 4.1.2 puts the throws of a die into bins of width 1 around them. */
  it("have whole numbers in their middle", () => {
    expect(
      edgesOf(
        {},
        axis,
        [1, 2, 3, 4, 5, 6, 6, 1, 2, 3, 4, 5].flatMap((value) => Array(40).fill(value)),
      ),
    ).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]);
  });

  it("are as many or as wide as is asked", () => {
    expect(edgesOf({ nbinsx: 5 }, axis, [0, 1, 10])).toEqual([0, 2, 4, 6, 8, 10, 12]);
    expect(edgesOf({ xbins: { start: 0, end: 3, size: 1.5 } }, axis, [0.5, 2])).toEqual([0, 1.5, 3]);
    expect(edgesOf({ xbins: { size: 1e-9 } }, axis, [0, 1e9]).length).toBeLessThan(3000);
  });

  it("of dates are calendar units", () => {
    const dates = Array.from({ length: 300 }, (_, k) => Date.UTC(2023, 0, 1) + k * 86_400_000);
    const edges = edgesOf({ nbinsx: 12 }, { ...axis, kind: "date" }, dates);
    expect(edges.slice(0, 3)).toEqual([Date.UTC(2023, 0, 1), Date.UTC(2023, 1, 1), Date.UTC(2023, 2, 1)]);
  });
});
