import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { laplaceDelta, laplaceEpsilon } from "./laplace-profile.ts";

describe("laplaceDelta", () => {
  it("agrees with dp_accounting's mechanism test (rows B1, B2)", () => {
    expect(laplaceDelta({ epsilon: 0, pureEpsilon: 1 })).toBeCloseTo(0.39346934, 7);
    expect(laplaceDelta({ epsilon: 0.5, pureEpsilon: 4 / 2 })).toBeCloseTo(0.52763345, 7);
  });

  it("is the integral of (p - e^epsilon q)_+, by quadrature, for every sign of epsilon", () => {
    const density = (x: number) => exp(-Math.abs(x)) / 2;
    for (const [pureEpsilon, epsilon] of [
      [1, 0.3],
      [2, -1.5],
      [0.5, -3],
      [1, 1.2],
    ]) {
      const gap = (x: number) => Math.max(0, density(x) - exp(epsilon) * density(x - pureEpsilon));
      const edge = Math.min(Math.max((pureEpsilon - epsilon) / 2, 0), pureEpsilon);
      const ends = [-40, 0, edge, pureEpsilon, 40];
      let total = 0;
      for (let k = 0; k < 4; k++) {
        if (ends[k] < ends[k + 1]) total += integrate(gap, { lower: ends[k], upper: ends[k + 1] }).value;
      }
      expect(laplaceDelta({ epsilon, pureEpsilon })).toBeCloseTo(total, 9);
    }
  });
});

describe("laplaceEpsilon", () => {
  it("inverts the profile and never rounds down", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (delta, pureEpsilon) => {
          const epsilon = laplaceEpsilon({ delta, pureEpsilon });
          expect(laplaceDelta({ epsilon, pureEpsilon })).toBeLessThanOrEqual(delta);
          if (epsilon > 1e-6)
            expect(laplaceDelta({ epsilon: epsilon * (1 - 1e-6), pureEpsilon })).toBeGreaterThan(delta);
        },
      ),
    );
  });

  it("refuses what is no probability", () => {
    expect(() => laplaceEpsilon({ delta: 2, pureEpsilon: 1 })).toThrow("delta must be between 0 and 1, got 2");
    expect(() => laplaceDelta({ epsilon: 0, pureEpsilon: -1 })).toThrow("pureEpsilon");
  });
});
