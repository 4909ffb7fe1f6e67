import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { DiscreteLaw } from "../loss/law.ts";
import { approximateTradeOff, tradeOffOfLaws, tradeOffOfMasses } from "./finite-trade-off.ts";

const finite = (nullMass: readonly number[], alternativeMass: readonly number[]) =>
  tradeOffOfMasses({ logNull: nullMass.map((x) => log(x)), logAlternative: alternativeMass.map((x) => log(x)) });

const masses = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });

/** The least error of all 2^5 deterministic tests and the mixtures of any two, at level alpha: no ordering by ratio. */
function leastError(nullMass: readonly number[], alternativeMass: readonly number[], alpha: number): number {
  const tests: [number, number][] = [];
  for (let set = 0; set < 32; set++) {
    let [size, miss] = [0, 0];
    for (let k = 0; k < 5; k++) {
      if ((set >> k) & 1) size += nullMass[k];
      else miss += alternativeMass[k];
    }
    tests.push([size, miss]);
  }
  let least = 1;
  for (const [size, miss] of tests) {
    if (size <= alpha) least = Math.min(least, miss);
    for (const [larger, other] of tests) {
      if (size > alpha || larger <= alpha) continue;
      const share = (alpha - size) / (larger - size);
      least = Math.min(least, (1 - share) * miss + share * other);
    }
  }
  return least;
}

describe("tradeOffOfMasses", () => {
  it("agrees with dp_accounting on randomized response with 2 and 4 buckets (row B15)", () => {
    const two = finite([0.75, 0.25], [0.25, 0.75]);
    expect(two.power(0.125)).toBeCloseTo(0.375, 14);
    expect(two.power(0.25)).toBeCloseTo(0.75, 14);
    const four = finite([0.625, 0.125, 0.125, 0.125], [0.125, 0.625, 0.125, 0.125]);
    expect(four.power(0.375)).toBeCloseTo(0.875, 14);
    expect(four.power(0.75)).toBeCloseTo(0.95, 14);
  });

  it("is the least error over all tests, enumerated, with ties and impossible outcomes", () => {
    fc.assert(
      fc.property(masses, masses, fc.double({ min: 0, max: 1, noNaN: true }), (p, q, alpha) => {
        const curve = finite(p, q);
        expect(Math.abs(curve.evaluate(alpha) - leastError(p, q, alpha))).toBeLessThan(1e-12);
        expect(Math.abs(curve.power(alpha) + curve.evaluate(alpha) - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  it("merges outcomes of equal ratio, so that a tie is one segment", () => {
    expect(finite([0.1, 0.2, 0.7], [0.3, 0.6, 0.1]).logNull.length).toBe(2);
  });

  it("keeps masses far below float64's spacing around 1", () => {
    const tiny = tradeOffOfMasses({ logNull: [-100, 0], logAlternative: [-50, 0] });
    expect(tiny.power(exp(-100)) / exp(-50)).toBeCloseTo(1, 12);
  });

  it("refuses masses that are none", () => {
    expect(() => finite([0.5, 0.4], [0.5, 0.5])).toThrow("logNull must be masses that add up to 1");
    expect(() => tradeOffOfMasses({ logNull: [0], logAlternative: [Number.NaN] })).toThrow("logAlternative[0]");
    expect(() => tradeOffOfMasses({ logNull: [0], logAlternative: [] })).toThrow("logAlternative");
  });
});

describe("tradeOffOfLaws", () => {
  const law = (entries: readonly (readonly [string, number])[], neglected = 0): DiscreteLaw<string> => {
    const table = new Map(entries);
    return {
      kind: "discrete",
      support: [...table.keys()],
      logMass: (output) => log(table.get(output) ?? 0),
      neglected,
    };
  };

  it("reads the union of both supports", () => {
    const curve = tradeOffOfLaws(law([["a", 0.5], ["b", 0.5]]), law([["b", 0.5], ["c", 0.5]])); // biome-ignore format: two laws
    expect(curve.evaluate(0)).toBeCloseTo(0.5, 14);
    expect(curve.evaluate(0.5)).toBe(0);
  });

  it("counts neglected mass as perfectly telling, never as harmless", () => {
    const curve = tradeOffOfLaws(law([["a", 0.9]], 0.1), law([["a", 0.8]], 0.2));
    expect(curve.evaluate(0)).toBeCloseTo(0.8, 14);
    expect(curve.evaluate(0.9)).toBeCloseTo(0, 14);
  });
});

describe("approximateTradeOff", () => {
  it("is the formula of claim fdp, and f_{1,0.001}(0.1)", () => {
    expect(approximateTradeOff({ epsilon: 1, delta: 1e-3 }).evaluate(0.1)).toBeCloseTo(0.7271718171540955, 13);
    for (const [epsilon, delta] of [
      [0, 0],
      [0.5, 0],
      [2, 0.1],
      [0, 0.3],
      [30, 1e-9],
      [1, 1],
    ]) {
      const curve = approximateTradeOff({ epsilon, delta });
      for (const alpha of [0, 1e-9, 0.01, 0.2, 0.5, 0.9, 0.95, 1]) {
        const truth = Math.max(0, 1 - delta - exp(epsilon) * alpha, exp(-epsilon) * (1 - delta - alpha));
        expect(curve.evaluate(alpha)).toBeCloseTo(truth, 13);
      }
    }
  });
});
