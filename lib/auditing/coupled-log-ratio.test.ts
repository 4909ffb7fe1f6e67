import { describe, expect, it } from "vitest";
import { log } from "../numerics/logarithm.ts";
import { pairCountLaw } from "../oracles/pair-counts.ts";
import { clopperPearsonUpper } from "../statistics/proportion-interval.ts";
import { coupledLogRatio } from "./coupled-log-ratio.ts";
import type { PairCounts } from "./event-e-value.ts";
import { pairedLogRatio } from "./paired-log-ratio.ts";

const PAIRS = 14;
const ERROR_RATE = 0.1;
const probabilities = [0.05, 0.2, 0.5, 0.8, 0.95];

interface Coupling {
  readonly over: number;
  readonly under: number;
  /** 0: as rarely in both as can be, 1: as often. */
  readonly together: number;
}

/** The exact probability, over all counts of a number of pairs, that a bound is above log(over / under). */
function missing(bound: (counts: PairCounts) => number, { over, under, together }: Coupling): number {
  const [least, most] = [Math.max(0, over + under - 1), Math.min(over, under)];
  const list = pairCountLaw({ pairs: PAIRS, over, under, both: least + together * (most - least) });
  expect(list.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 10);
  // A bound that is the truth itself but for rounding is not above it.
  const truth = log(over / under) + 1e-12;
  return list.reduce((sum, { counts, probability }) => (bound(counts) > truth ? sum + probability : sum), 0);
}

describe("the coupled log-ratio", () => {
  it("is above the truth no more often than the error rate, by all counts of 14 pairs, however they are coupled", () => {
    for (const over of probabilities) {
      for (const under of probabilities) {
        for (const together of [0, 0.5, 1]) {
          const coupling = { over, under, together };
          const missed = missing((counts) => coupledLogRatio(counts, ERROR_RATE), coupling);
          expect(missed, JSON.stringify(coupling)).toBeLessThanOrEqual(ERROR_RATE);
        }
      }
    }
  });

  it("would be, if outputs that are in the event under the second neighbour alone were left out", () => {
    const careless = ({ both, overOnly }: PairCounts) => {
      const trials = both + overOnly;
      return trials === 0 ? -Infinity : -log(clopperPearsonUpper({ successes: both, trials, errorRate: ERROR_RATE }));
    };
    expect(missing(careless, { over: 0.5, under: 0.5, together: 0 })).toBeGreaterThan(0.9);
    expect(missing(careless, { over: 0.5, under: 0.2, together: 1 })).toBeLessThanOrEqual(ERROR_RATE);
  });

  it("is nearer the truth than of independent pairs by a factor of 2 and a half, for epsilon 0.1 and noise that is shared", () => {
    const [trials, over] = [1e6, 0.5];
    const under = 0.4524;
    const both = Math.round(trials * over * under);
    const independent = {
      both,
      overOnly: trials * over - both,
      underOnly: Math.round(trials * under) - both,
      neither: Math.round(trials * (1 - over - under)) + both,
    };
    const shared = {
      both: Math.round(trials * under),
      overOnly: Math.round(trials * (over - under)),
      underOnly: 0,
      neither: trials * (1 - over),
    };
    const truth = log(over / under);
    const coupled = coupledLogRatio(shared, ERROR_RATE);
    expect(coupled).toBeLessThan(truth);
    expect((truth - coupled) / (truth - pairedLogRatio(independent, ERROR_RATE))).toBeLessThan(0.4);
  });

  it("is -Infinity without an output of the first, and refuses counts and error rates by name", () => {
    expect(coupledLogRatio({ both: 0, overOnly: 0, underOnly: 1, neither: 5 }, 0.1)).toBe(-Infinity);
    expect(coupledLogRatio({ both: 0, overOnly: 50, underOnly: 0, neither: 5 }, 0.1)).toBeGreaterThan(1);
    expect(() => coupledLogRatio({ both: -1, overOnly: 0, underOnly: 1, neither: 5 }, 0.1)).toThrow(/both/);
    expect(() => coupledLogRatio({ both: 1, overOnly: 0, underOnly: 1, neither: 5 }, 1)).toThrow(/errorRate.*1/);
  });
});
