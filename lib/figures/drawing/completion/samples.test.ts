import { describe, expect, it } from "vitest";
import { axisScale } from "./axis-scale.ts";
import { summaryOf } from "./boxes.ts";
import { histogramSeries } from "./histogram.ts";

/** The middles of the bins of a histogram, and how many values each has. */
function bins(sample: readonly unknown[], settings: object = {}) {
  const axis = axisScale({ name: "x", settings: {} }, [sample]);
  const source = { settings: { x: sample, ...settings }, values: { x: sample, y: [] }, x: axis, y: axis };
  const [{ positions, lengths, room }] = histogramSeries([source as never]);
  return { positions, lengths, room };
}

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
    expect(summaryOf(Float64Array.from(values))).toMatchObject({ lower, median, upper });
  });

  it("has whiskers to the last value within one and a half of their distance", () => {
    const { from, to } = summaryOf(Float64Array.of(-50, 1, 2, 3, 4, 5, 6, 7, 8, 40));
    expect([from, to]).toEqual([1, 8]);
  });
});

describe("the bins of a histogram", () => {
  it("have a round width and hold all values", () => {
    const sample = Array.from({ length: 1000 }, (_, k) => Math.sqrt(k + 0.5)); // from 0.7 to 31.6, deviation 7.45
    const { positions, lengths, room } = bins(sample);
    expect(room).toBe(1); // 2 * 7.45 / 1000^0.4 = 0.94, rounded up
    expect([positions[0], positions.at(-1)]).toEqual([0.5, 31.5]);
    expect(lengths.reduce((sum, count) => sum + count, 0)).toBe(1000);
    expect(lengths[10]).toBe(sample.filter((value) => value >= 10 && value < 11).length);
  });

  /** plotly.js 4.1.2 puts the throws of a die into bins of width 1 around them. */
  it("have whole numbers in their middle", () => {
    const throws = [1, 2, 3, 4, 5, 6, 6, 1, 2, 3, 4, 5].flatMap((value) => Array<number>(40).fill(value));
    expect(bins(throws)).toEqual({ positions: [1, 2, 3, 4, 5, 6], lengths: [80, 80, 80, 80, 80, 80], room: 1 });
  });

  it("are as many or as wide as is asked", () => {
    expect(bins([0, 1, 10], { nbinsx: 5 }).positions).toEqual([1, 3, 5, 7, 9, 11]);
    expect(bins([0.5, 2], { xbins: { start: 0, end: 3, size: 1.5 } }).positions).toEqual([0.75, 2.25]);
    expect(bins([0, 1e9], { xbins: { size: 1e-9 } }).positions.length).toBeLessThan(3000);
  });

  it("are normalised as is asked", () => {
    const sample = [0, 0, 0, 5];
    const xbins = { start: 0, end: 10, size: 5 };
    expect(bins(sample, { xbins, histnorm: "probability" }).lengths).toEqual([0.75, 0.25]);
    expect(bins(sample, { xbins, histnorm: "probability density" }).lengths).toEqual([0.15, 0.05]);
    expect(bins(sample, { xbins, histnorm: "percent", cumulative: { enabled: true } }).lengths).toEqual([75, 100]);
  });

  it("of names are the names", () => {
    expect(bins(["a", "b", "a"])).toEqual({ positions: [0, 1], lengths: [2, 1], room: 1 });
  });
});
