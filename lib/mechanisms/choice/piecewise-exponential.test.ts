import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { piecewiseExponential } from "./piecewise-exponential.ts";

const parameters = { epsilon: 1, sensitivity: 1, change: "general", neighbours: "swap", lower: 0, upper: 1 } as const;

/** Minus the distance of the rank of t from the middle: moves by 1 at most when a record is swapped. */
function medianScore(data: readonly number[]) {
  const breakpoints = [...data].sort((a, b) => a - b);
  const scores = Array.from({ length: data.length + 1 }, (_, rank) => -Math.abs(rank - data.length / 2));
  return { breakpoints, scores };
}

describe("piecewiseExponential", () => {
  const mechanism = piecewiseExponential(parameters);

  it("has a density that integrates to its cumulative function", () => {
    const law = mechanism.law({ breakpoints: [0.1, 0.4, 0.4, 0.9], scores: [0, 5, 9, -3, 2] });
    for (const to of [0.05, 0.1, 0.3, 0.4, 0.7, 1]) {
      const share = integrate((x) => exp(law.logDensity(x)), { lower: 0, upper: to, kinks: law.kinks }).value;
      expect(Math.abs(law.cdf(to) - share)).toBeLessThan(1e-9);
    }
    expect(law.cdf(1)).toBe(1);
    expect(law.logDensity(1.1)).toBe(-Infinity);
  });

  it("keeps epsilon for the median between all neighbours on a grid, and comes near it", () => {
    const values = [0, 0.01, 0.5, 0.99, 1];
    let worst = 0;
    for (const a of values) {
      for (const b of values) {
        for (const c of values) {
          for (const moved of values) {
            const pair = [medianScore([a, b, c]), medianScore([a, b, moved])];
            worst = Math.max(worst, largestLoss(mechanism.law(pair[0]), mechanism.law(pair[1])));
          }
        }
      }
    }
    expect(worst).toBeLessThanOrEqual(1 + 1e-12);
    expect(worst).toBeGreaterThan(0.9);
  });
});
