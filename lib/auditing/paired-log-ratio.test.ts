import { describe, expect, it } from "vitest";
import { log } from "../numerics/logarithm.ts";
import { pairCountLaw } from "../oracles/pair-counts.ts";
import { certifiedLogRatio } from "./certified-epsilon.ts";
import type { PairCounts } from "./event-e-value.ts";
import { pairedLogRatio } from "./paired-log-ratio.ts";

const PAIRS = 14;
const ERROR_RATE = 0.1;

/** The exact probability, over all counts of a number of pairs, that a bound is above log(p / q). */
function missing(bound: (counts: PairCounts) => number, p: number, q: number): number {
  const list = pairCountLaw({ pairs: PAIRS, over: p, under: q });
  return list.reduce((sum, { counts, probability }) => (bound(counts) > log(p / q) ? sum + probability : sum), 0);
}

const probabilities = [0.05, 0.2, 0.5, 0.8, 0.95];

describe("the paired log-ratio", () => {
  it("is above the truth no more often than the error rate, by all counts of 14 pairs", () => {
    for (const p of probabilities) {
      for (const q of probabilities) {
        expect(
          missing((counts) => pairedLogRatio(counts, ERROR_RATE), p, q),
          `${p} ${q}`,
        ).toBeLessThanOrEqual(ERROR_RATE);
      }
    }
  });

  it("is held against all counts there are", () => {
    const list = pairCountLaw({ pairs: 5, over: 0.3, under: 0.1 });
    expect(list.length).toBe(56);
    expect(list.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    const mean = list.reduce((sum, { counts, probability }) => sum + counts.overOnly * probability, 0);
    expect(mean).toBeCloseTo(5 * 0.3 * 0.9, 12);
  });

  it("would be, if the odds were taken for the ratio", () => {
    const odds = (counts: PairCounts) => pairedLogRatio({ ...counts, both: 0, neither: 1e6 }, ERROR_RATE);
    expect(missing(odds, 0.8, 0.5)).toBeGreaterThan(2 * ERROR_RATE);
  });

  it("is half as far from the truth as two limits are, for similar small probabilities", () => {
    const [trials, p, q] = [1e6, 0.011, 0.01];
    const both = trials * p * q;
    const counts = {
      both,
      overOnly: trials * p - both,
      underOnly: trials * q - both,
      neither: trials * (1 - p - q) + both,
    };
    const over = { successes: trials * p, trials };
    const two = certifiedLogRatio({ over, under: { successes: trials * q, trials }, delta: 0, errorRate: ERROR_RATE });
    const truth = log(p / q);
    const paired = pairedLogRatio(counts, ERROR_RATE);
    expect(paired).toBeLessThan(truth);
    expect((truth - paired) / (truth - two)).toBeLessThan(0.6);
  });

  it("is -Infinity without an output of the first alone, and refuses counts and error rates by name", () => {
    expect(pairedLogRatio({ both: 3, overOnly: 0, underOnly: 1, neither: 5 }, 0.1)).toBe(-Infinity);
    expect(pairedLogRatio({ both: 0, overOnly: 5, underOnly: 0, neither: 5 }, 0.1)).toBeGreaterThan(0);
    expect(() => pairedLogRatio({ both: -1, overOnly: 0, underOnly: 1, neither: 5 }, 0.1)).toThrow(/both/);
    expect(() => pairedLogRatio({ both: 1, overOnly: 0, underOnly: 1, neither: 5 }, 1)).toThrow(/errorRate.*1/);
  });
});
