import { describe, expect, it } from "vitest";
import { exp } from "../../../numerics/exponential.ts";
import { optimalCompositionDelta } from "../optimal-composition.ts";
import { bestAnalystGain } from "./best-analyst.ts";

const beyond = (epsilon: number) => (loss: number) => Math.max(0, 1 - exp(epsilon - loss));

describe("bestAnalystGain", () => {
  it("is the delta of optimal composition where the menu leaves no choice", () => {
    for (const [rounds, totalEpsilon] of [
      [10, 0.4],
      [10, 0.8],
      [25, 0.3],
    ]) {
      const gain = bestAnalystGain({
        unit: 0.1,
        multiples: [1],
        allows: ([count]) => count < rounds,
        gain: beyond(totalEpsilon),
      });
      const exact = optimalCompositionDelta({ epsilon: 0.1, delta: 0, times: rounds, totalEpsilon });
      expect(Math.abs(gain / exact - 1)).toBeLessThan(1e-12);
    }
  });

  it("is the maximum over all decision trees, listed one by one", () => {
    // Two rounds of epsilon 0.5 or 1, at most 1.5 in all: first choice, then one for each answer, or none.
    const target = 0.7;
    const value = (loss: number, left: number, rounds: number): number[] => {
      const outcomes = [beyond(target)(loss)];
      if (rounds === 0) return outcomes;
      for (const epsilon of [0.5, 1].filter((candidate) => candidate <= left)) {
        const truth = 1 / (1 + exp(-epsilon));
        for (const up of value(loss + epsilon, left - epsilon, rounds - 1))
          for (const down of value(loss - epsilon, left - epsilon, rounds - 1))
            outcomes.push(truth * up + (1 - truth) * down);
      }
      return outcomes;
    };
    const trees = value(0, 1.5, 2);
    expect(trees.length).toBeGreaterThan(10);
    const gain = bestAnalystGain({
      unit: 0.5,
      multiples: [1, 2],
      allows: ([small, large], next) => small + large < 2 && small + 2 * large + (next === 0 ? 1 : 2) <= 3,
      gain: beyond(target),
    });
    expect(gain).toBeCloseTo(Math.max(...trees), 14);
  });

  it("refuses an empty menu, a menu off the lattice and a unit that is none", () => {
    const game = { unit: 0.1, multiples: [1], allows: () => false, gain: () => 0 };
    expect(() => bestAnalystGain({ ...game, multiples: [] })).toThrow("multiples");
    expect(() => bestAnalystGain({ ...game, multiples: [1.5] })).toThrow("multiple must be an integer");
    expect(() => bestAnalystGain({ ...game, unit: 0 })).toThrow("unit");
  });
});
