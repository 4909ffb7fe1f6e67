import { describe, expect, it } from "vitest";
import { analyticGaussian } from "../../mechanisms/analytic-gaussian.ts";
import { exponentialMechanism } from "../../mechanisms/exponential-mechanism.ts";
import { laplace } from "../../mechanisms/laplace.ts";
import { permuteAndFlip } from "../../mechanisms/permute-and-flip.ts";
import { zeroConcentratedDelta } from "../conversions/zero-concentrated-conversions.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import { boundedRangeDelta } from "../loss/bounded-range-pld.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { laplaceDelta } from "../loss/laplace-profile.ts";
import { leakyResponseDelta } from "../loss/leaky-response-profile.ts";
import { deltaAt } from "./mechanism-delta.ts";

const noise = { epsilon: 1, sensitivity: 2, neighbours: "swap" } as const;

describe("deltaAt", () => {
  it("holds the exact profile of Laplace and Gaussian noise", () => {
    const gaussian = analyticGaussian({ ...noise, delta: 1e-5 });
    for (const epsilon of [0, 0.2, 0.5, 0.99]) {
      for (const [{ lower, upper }, exact] of [
        [deltaAt(laplace(noise), epsilon), laplaceDelta({ epsilon, pureEpsilon: 1 })],
        [deltaAt(gaussian, epsilon), gaussianDelta({ epsilon, mu: 2 / gaussian.sigma })],
      ] as const) {
        expect(lower).toBeLessThanOrEqual(exact);
        expect(upper).toBeGreaterThanOrEqual(exact);
        expect(upper - lower).toBeLessThan(1e-5 * exact);
      }
    }
    expect(deltaAt(laplace(noise), 1.5)).toEqual({ lower: 0, estimate: 0, upper: 0 });
  });

  it("holds that of Laplace noise of an epsilon beyond the exponents of float64, and refuses one above 5000 by name", () => {
    for (const pureEpsilon of [501, 800, 5000])
      for (const room of [0.5, 2, 40]) {
        const { lower, upper } = deltaAt(laplace({ ...noise, epsilon: pureEpsilon }), pureEpsilon - room);
        const exact = laplaceDelta({ epsilon: pureEpsilon - room, pureEpsilon });
        expect(lower).toBeLessThanOrEqual(exact);
        expect(upper).toBeGreaterThanOrEqual(exact);
        // The grid has 16384 steps up to the largest loss; within one to either side lies what it can tell.
        const besides = (steps: number) =>
          laplaceDelta({
            epsilon: Math.min(pureEpsilon - room + (steps * pureEpsilon) / 16_384, pureEpsilon),
            pureEpsilon,
          });
        expect(upper).toBeLessThan(besides(-1) + 1e-9);
        expect(lower).toBeGreaterThan(besides(1) - 1e-9);
      }
    expect(() => deltaAt(laplace({ ...noise, epsilon: 5001 }), 1)).toThrow(
      /the epsilon of the noise, must be at most 5000/,
    );
  });

  it("is from the worst pair to the dominating pair where these differ", () => {
    const parameters = { ...noise, change: "general", options: 2 } as const;
    const chosen = deltaAt(exponentialMechanism(parameters), 0.3);
    expect(chosen.upper).toBeCloseTo(boundedRangeDelta({ range: 1, epsilon: 0.3 }), 8);
    expect(chosen.lower).toBeLessThan(1e-12);
    const flipped = deltaAt(permuteAndFlip(parameters), 0.3);
    expect(flipped.upper).toBeCloseTo(leakyResponseDelta({ pureEpsilon: 1, leak: 0, epsilon: 0.3 }), 9);
    expect(flipped.lower).toBeLessThanOrEqual(flipped.upper);
  });

  it("is what the guarantee implies where nothing else is known", () => {
    const only = (guarantee: Guarantee) =>
      deltaAt({ name: "box", neighbours: "swap", guarantee, release: (input: number) => input }, 0.4).upper;
    expect(only({ kind: "pure", epsilon: 0.3 })).toBe(0);
    expect(only({ kind: "approximate", epsilon: 0.3, delta: 0.01 })).toBe(0.01);
    expect(only({ kind: "zero-concentrated", rho: 0.1 })).toBe(zeroConcentratedDelta({ rho: 0.1, epsilon: 0.4 }));
    expect(only({ kind: "gaussian", mu: 1 })).toBe(gaussianDelta({ epsilon: 0.4, mu: 1 }));
    // The curve of rho-zCDP, whose best order lies between those listed.
    const renyi = only({ kind: "renyi", epsilonAt: (order) => 0.1 * order });
    expect(renyi).toBeGreaterThanOrEqual(zeroConcentratedDelta({ rho: 0.1, epsilon: 0.4 }));
    expect(renyi).toBeLessThan(1.01 * zeroConcentratedDelta({ rho: 0.1, epsilon: 0.4 }));
  });

  it("refuses what is no epsilon", () => {
    for (const epsilon of [-1, Number.NaN, Infinity])
      expect(() => deltaAt(laplace(noise), epsilon)).toThrow(/^epsilon must be non-negative/);
  });
});
