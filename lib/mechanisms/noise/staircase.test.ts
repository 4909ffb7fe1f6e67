import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { staircase } from "./staircase.ts";

const law = (epsilon: number, centre: number, sensitivity = 1) => {
  const found = staircase({ epsilon, sensitivity, neighbours: "swap" }).law(centre);
  return found;
};

describe("staircase", () => {
  it.each([0.5, 1, 3])("has the least mean magnitude at epsilon %d, below that of Laplace noise", (epsilon) => {
    const { logDensity, kinks } = law(epsilon, 0);
    const magnitude = integrate((x) => Math.abs(x) * exp(logDensity(x)), {
      lower: kinks[0],
      upper: -kinks[0],
      kinks,
      relativeTolerance: 1e-9,
    }).value;
    expect(Math.abs(magnitude / (exp(epsilon / 2) / expm1(epsilon)) - 1)).toBeLessThan(1e-8);
    expect(magnitude).toBeLessThan(1 / epsilon);
  });

  it("has a cumulative function that is the integral of its density", () => {
    const { logDensity, cdf, kinks } = law(1, 2, 3);
    for (const [from, to] of [
      [-20, -1],
      [-1, 2],
      [2, 2.5],
      [1, 9],
    ]) {
      const share = integrate((x) => exp(logDensity(x)), {
        lower: from,
        upper: to,
        kinks,
        relativeTolerance: 1e-10,
      }).value;
      expect(Math.abs(cdf(to) - cdf(from) - share)).toBeLessThan(1e-9);
    }
  });

  it("loses epsilon at most for every distance up to its sensitivity, and more beyond", () => {
    for (const distance of [0.1, 0.3, 0.5, 0.77, 1]) {
      expect(largestLoss(law(1, 0), law(1, distance))).toBeLessThanOrEqual(1 + 1e-12);
    }
    expect(largestLoss(law(1, 0), law(1, 1.2))).toBeCloseTo(2, 12);
  });
});
