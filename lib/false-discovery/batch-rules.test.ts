import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { coverageTail } from "../statistics/coverage.ts";
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "./batch-rules.ts";

const RULES = { bonferroni, holm, benjaminiHochberg, benjaminiYekutieli };
/** On a coarse grid, so that there are ties, zeros and ones. */
const pValues = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 0, max: 20 }).map((k) => k / 20),
  ),
  { maxLength: 12 },
);
const level = fc.oneof(fc.double({ min: 0.001, max: 0.5, noNaN: true }), fc.constantFrom(0.05, 0.1));

describe("the batch rules", () => {
  it("adjust a worked example", () => {
    // Sorted: 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, then the running maximum; times 4/1, 4/2, 4/3, 4/4, then the running
    // minimum from above.
    const given = [0.01, 0.04, 0.03, 0.005];
    const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 15));
    expect([...holm(given, 0.05).adjusted]).toEqual(near([0.03, 0.06, 0.06, 0.02]));
    expect([...bonferroni(given, 0.05).adjusted]).toEqual(near([0.04, 0.16, 0.12, 0.02]));
    expect([...benjaminiHochberg(given, 0.05).adjusted]).toEqual(near([0.02, 0.04, 0.04, 0.02]));
    const harmonic = 25 / 12;
    expect([...benjaminiYekutieli(given, 0.05).adjusted]).toEqual(
      near([0.02 * harmonic, 0.04 * harmonic, 0.04 * harmonic, 0.02 * harmonic]),
    );
  });

  it("reject 2 of the example of Benjamini and Hochberg's claim", () => {
    const given = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216];
    const { rejected, rejections, threshold } = benjaminiHochberg(given, 0.05);
    expect([...rejected]).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([rejections, threshold]).toEqual([2, 0.01]);
  });

  it("reject by Holm's sequential rule: compare in order until one fails", () => {
    fc.assert(
      fc.property(pValues, level, (given, alpha) => {
        const ascending = [...given].sort((a, b) => a - b);
        let count = 0;
        while (count < given.length && (given.length - count) * ascending[count] <= alpha) count++;
        expect(holm(given, alpha).rejections).toBe(count);
      }),
    );
  });

  it("reject by Benjamini and Hochberg's rule: the largest i whose p-value is at most i alpha / m", () => {
    fc.assert(
      fc.property(pValues, level, (given, alpha) => {
        const ascending = [...given].sort((a, b) => a - b);
        const passing = ascending.map((p, i) => ((p * given.length) / (i + 1) <= alpha ? i + 1 : 0));
        expect(benjaminiHochberg(given, alpha).rejections).toBe(Math.max(0, ...passing));
      }),
    );
  });

  it.each(Object.entries(RULES))("%s agrees with its adjusted p-values and its threshold, ties included", (_, rule) => {
    fc.assert(
      fc.property(pValues, level, (given, alpha) => {
        const { rejected, rejections, threshold, adjusted } = rule(given, alpha);
        given.forEach((p, i) => {
          expect(rejected[i] === 1).toBe(adjusted[i] <= alpha);
          expect(rejected[i] === 1).toBe(p <= threshold);
          expect(adjusted[i]).toBeLessThanOrEqual(1);
          given.forEach((other, j) => {
            if (p <= other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]);
          });
        });
        expect(rejections).toBe(rejected.reduce((sum, flag) => sum + flag, 0));
      }),
    );
  });

  it("are nested: Bonferroni in Holm in Benjamini-Hochberg, and Benjamini-Yekutieli there too", () => {
    fc.assert(
      fc.property(pValues, level, (given, alpha) => {
        const [simple, down, up, any] = [bonferroni, holm, benjaminiHochberg, benjaminiYekutieli].map((rule) =>
          rule(given, alpha),
        );
        given.forEach((_, i) => {
          expect(simple.rejected[i]).toBeLessThanOrEqual(down.rejected[i]);
          expect(down.rejected[i]).toBeLessThanOrEqual(up.rejected[i]);
          expect(any.rejected[i]).toBeLessThanOrEqual(up.rejected[i]);
        });
      }),
    );
  });

  it("keep the family-wise error of ten true hypotheses; unadjusted p-values do not", () => {
    const [intervals, errorRate] = [20_000, 0.05];
    const random = stream(20261115, "family-wise error");
    const misses = { holm: 0, none: 0 };
    for (let i = 0; i < intervals; i++) {
      const given = Float64Array.from({ length: 10 }, () => sampleUniform(random));
      if (holm(given, errorRate).rejections > 0) misses.holm++;
      if (given.some((value) => value <= errorRate)) misses.none++;
    }
    expect(coverageTail({ misses: misses.holm, intervals, errorRate })).toBeGreaterThan(1e-6);
    expect(coverageTail({ misses: misses.none, intervals, errorRate })).toBeLessThan(1e-6);
  });

  it.each(Object.entries(RULES))("%s takes none, and refuses what is no probability without showing it", (_, rule) => {
    expect(rule([], 0.05)).toEqual({
      rejected: new Uint8Array(0),
      rejections: 0,
      threshold: 0.05,
      adjusted: new Float64Array(0),
    });
    expect([...rule([0, 1, 0], 0.05).rejected]).toEqual([1, 0, 1]);
    expect(() => rule([0.5, 1.5], 0.05)).toThrow("pValues[1] must be between 0 and 1, got a value that is not shown");
    expect(() => rule([Number.NaN], 0.05)).toThrow("pValues[0]");
    expect(() => rule([0.5], 1)).toThrow("alpha must be strictly between 0 and 1, got 1");
  });
});
