import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { histogramOf, histogramQuantile, histogramTotal, mergeHistograms, quantileBin } from "./histogram.ts";

const bins = { lower: 0, upper: 1, bins: 4 };
const numbers = fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), { maxLength: 50 });

describe("histogramOf", () => {
  it("counts in half-open bins, with what is below and above", () => {
    const histogram = histogramOf([-1, 0, 0.1, 0.25, 0.5, 0.99, 1, 2, -Infinity, Infinity], bins);
    expect([...histogram.counts]).toEqual([2, 1, 1, 1]);
    expect(histogram).toMatchObject({ below: 2, above: 3 });
    expect(histogramTotal(histogram)).toBe(10);
  });

  it("puts the greatest number below the upper end in the last bin", () => {
    const histogram = histogramOf([0.3 - 2e-17, 1 - 1.2e-16], { lower: 0, upper: 1, bins: 7 });
    expect(histogram.counts[6]).toBe(1);
    expect(histogramTotal(histogramOf([0.7 - 1.2e-16], { lower: 0.1, upper: 0.7, bins: 3 }))).toBe(1);
  });

  it("refuses NaN and bins that make no sense", () => {
    expect(() => histogramOf([0, Number.NaN], bins)).toThrow("value 1 must be a number, got NaN");
    expect(() => histogramOf([], { ...bins, bins: 0 })).toThrow("bins must be an integer of at least 1");
    expect(() => histogramOf([], { ...bins, upper: 0 })).toThrow("upper must be above lower = 0, got 0");
  });
});

describe("mergeHistograms", () => {
  it("is exactly the histogram of the joined values, in any order and grouping", () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, (a, b, c) => {
        const [one, two, three] = [a, b, c].map((values) => histogramOf(values, bins));
        const whole = histogramOf([...a, ...b, ...c], bins);
        expect(mergeHistograms(mergeHistograms(one, two), three)).toEqual(whole);
        expect(mergeHistograms(three, mergeHistograms(two, one))).toEqual(whole);
      }),
    );
  });

  it("refuses other bins", () => {
    expect(() => mergeHistograms(histogramOf([], bins), histogramOf([], { ...bins, bins: 5 }))).toThrow(
      'right must be binned as left, 4 from 0 to 1, got "5 from 0 to 1"',
    );
  });
});

describe("quantiles", () => {
  it("lie in the bin of the value of their rank", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, probability) => {
          const sorted = [...values].sort((x, y) => x - y);
          const ranked = sorted[Math.max(1, Math.ceil(probability * values.length)) - 1];
          const { lower, upper } = quantileBin(histogramOf(values, bins), probability);
          expect(lower <= ranked && ranked <= upper).toBe(true);
        },
      ),
    );
  });

  it("interpolate within the bin", () => {
    const histogram = histogramOf([0.1, 0.1, 0.3, 0.3, 0.3, 0.3, 0.6, 0.6], bins);
    expect(histogramQuantile(histogram, 0)).toBe(0);
    expect(histogramQuantile(histogram, 0.5)).toBeCloseTo(0.25 + 0.25 / 2, 15);
    expect(histogramQuantile(histogram, 1)).toBeCloseTo(0.75, 15);
  });

  it("are infinite, or refused, beyond the bins", () => {
    const histogram = histogramOf([-5, 0.5, 5], bins);
    expect(quantileBin(histogram, 0.1)).toEqual({ lower: -Infinity, upper: 0 });
    expect(quantileBin(histogram, 0.9)).toEqual({ lower: 1, upper: Infinity });
    expect(() => histogramQuantile(histogram, 0.9)).toThrow(
      "probability must be one whose quantile is within the bins, got 0.9",
    );
    expect(() => histogramQuantile(histogram, 1.5)).toThrow("probability must be between 0 and 1");
    expect(() => quantileBin(histogramOf([], bins), 0.5)).toThrow("total must be an integer of at least 1, got 0");
  });

  it("find those of the normal law to within bin and sampling error", () => {
    const draws = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(100_000), stream(20261115, "histogram"));
    const histogram = histogramOf(draws, { lower: -5, upper: 5, bins: 1000 });
    for (const probability of [0.1, 0.5, 0.9]) {
      // The standard error of these quantiles is below 0.006; a bin is 0.01.
      expect(Math.abs(histogramQuantile(histogram, probability) - normalQuantile(probability))).toBeLessThan(
        0.01 + 5 * 0.006,
      );
    }
  });
});
