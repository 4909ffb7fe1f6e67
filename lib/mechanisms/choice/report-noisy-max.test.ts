import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";
import { reportNoisyMax } from "./report-noisy-max.ts";
import type { ScoreChange } from "./scores/selection.ts";

const common = { epsilon: 1, sensitivity: 1, options: 3, neighbours: "swap" } as const;
const loss = (change: ScoreChange, first: readonly number[], second: readonly number[]) => {
  const mechanism = reportNoisyMax({ ...common, change, noise: "laplace" });
  return largestLoss(mechanism.law(first), mechanism.law(second));
};

describe("reportNoisyMax", () => {
  // Quadrature in 30-digit arithmetic; printed to four and three digits.
  it("loses 0.9425 on counts that a record was added to, with the monotone scale", () => {
    expect(Math.abs(loss("monotone", [0, 0, 8], [1, 0, 8]) - 0.9425)).toBeLessThan(0.00005);
  });

  it("loses 0.866 on counts of which a record was swapped, with the general scale", () => {
    expect(Math.abs(loss("general", [0, 0, 9], [1, 0, 8]) - 0.866)).toBeLessThan(0.0005);
  });

  it("loses 1.839, more than epsilon, if the monotone scale is used for a swap", () => {
    expect(Math.abs(loss("monotone", [0, 0, 9], [1, 0, 8]) - 1.839)).toBeLessThan(0.0005);
  });

  it("has masses that sum to 1, the same whatever is added to all scores", () => {
    const mechanism = reportNoisyMax({ ...common, change: "general", noise: "laplace", options: 4 });
    const law = mechanism.law([1, 4, 2, 2]);
    const moved = mechanism.law([101, 104, 102, 102]);
    expect(Math.abs(law.support.reduce((sum, x) => sum + exp(law.logMass(x)), 0) - 1)).toBeLessThan(1e-10);
    expect(largestLoss(law, moved)).toBeLessThan(1e-10);
  });

  it("has the right law when an option is far behind", () => {
    for (const gap of [30, 300, 3e4, 1e9, 1e308]) {
      const mechanism = reportNoisyMax({ ...common, change: "general", noise: "laplace" });
      const law = mechanism.law([-gap, 0, 0]);
      for (const option of [1, 2]) expect(exp(law.logMass(option))).toBeCloseTo(0.5, gap > 100 ? 10 : 4);
    }
  });

  it("chooses like the other mechanisms it is said to equal", () => {
    const scores = [0, 3, 2.5];
    const of = (noise: "exponential" | "gumbel") => reportNoisyMax({ ...common, change: "general", noise }).law(scores);
    const flip = permuteAndFlip({ ...common, change: "general" }).law(scores);
    const soft = exponentialMechanism({ ...common, change: "general" }).law(scores);
    expect(largestLoss(of("exponential"), flip)).toBe(0);
    expect(largestLoss(of("gumbel"), soft)).toBe(0);
    expect(largestLoss(flip, soft)).toBeGreaterThan(0.01);
  });
});
