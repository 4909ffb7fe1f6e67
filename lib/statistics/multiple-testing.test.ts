import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { coverageTail } from "./coverage.ts";
import { bonferroni, holm } from "./multiple-testing.ts";

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

describe("holm and bonferroni", () => {
  it("adjust the worked example", () => {
    // Sorted: 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, then the running maximum.
    const given = [0.01, 0.04, 0.03, 0.005];
    expect([...holm(given)]).toEqual([0.03, 0.06, 0.06, 0.02].map((value) => expect.closeTo(value, 15)));
    expect([...bonferroni(given)]).toEqual([0.04, 0.16, 0.12, 0.02].map((value) => expect.closeTo(value, 15)));
  });

  it("reject by Holm's sequential rule: compare in order until one fails", () => {
    fc.assert(
      fc.property(pValues, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (given, alpha) => {
        const adjusted = holm(given);
        const ascending = [...given].sort((a, b) => a - b);
        let rejected = 0;
        while (rejected < given.length && (given.length - rejected) * ascending[rejected] <= alpha) rejected++;
        expect(adjusted.filter((value) => value <= alpha).length).toBe(rejected);
      }),
    );
  });

  it("keep the order, stay at most 1, and Holm is between the p-value and Bonferroni", () => {
    fc.assert(
      fc.property(pValues, (given) => {
        const [stepDown, simple] = [holm(given), bonferroni(given)];
        given.forEach((pValue, i) => {
          expect(stepDown[i]).toBeGreaterThanOrEqual(pValue);
          expect(stepDown[i]).toBeLessThanOrEqual(simple[i]);
          expect(simple[i]).toBeLessThanOrEqual(1);
          given.forEach((other, j) => {
            if (pValue < other) expect(stepDown[i]).toBeLessThanOrEqual(stepDown[j]);
          });
        });
      }),
    );
  });

  it("keep the family-wise error of ten true hypotheses; unadjusted p-values do not", () => {
    const [repetitions, errorRate] = [20_000, 0.05];
    const random = stream(20261115, "family-wise error");
    const misses = { holm: 0, none: 0 };
    for (let i = 0; i < repetitions; i++) {
      const given = Float64Array.from({ length: 10 }, () => sampleUniform(random));
      if (holm(given).some((value) => value <= errorRate)) misses.holm++;
      if (given.some((value) => value <= errorRate)) misses.none++;
    }
    expect(coverageTail({ misses: misses.holm, repetitions, errorRate })).toBeGreaterThan(1e-6);
    expect(coverageTail({ misses: misses.none, repetitions, errorRate })).toBeLessThan(1e-6);
  });

  it("accept none and refuse what is no probability", () => {
    expect(holm([])).toHaveLength(0);
    expect(() => holm([0.5, 1.5])).toThrow("p-value 1 must be between 0 and 1, got 1.5");
    expect(() => bonferroni([Number.NaN])).toThrow("p-value 0");
  });
});
