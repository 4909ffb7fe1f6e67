import { describe, expect, it } from "vitest";
import { gaussianDelta } from "./gaussian-profile.ts";
import { laplaceDelta } from "./laplace-profile.ts";
import { leakyResponseDelta } from "./leaky-response-profile.ts";
import { gaussianPrivacyLossTail, laplacePrivacyLossTail, leakyResponsePrivacyLossTail } from "./privacy-loss-tail.ts";

const EPSILONS = [0.25, 0.5, 1, 1.5, 2, 2.5, 3];

describe("pdp-vs-adp", () => {
  it("shows that the tail of the loss is not the exact delta: the claimed equivalence fails at every Gaussian grid point", () => {
    for (const mu of [0.25, 0.5, 1, 2]) {
      for (const epsilon of EPSILONS) {
        expect(gaussianPrivacyLossTail({ epsilon, mu })).toBeGreaterThan(1.05 * gaussianDelta({ epsilon, mu }));
      }
    }
  });

  it("agrees with the counterexamples of claim delta-role", () => {
    expect(gaussianPrivacyLossTail({ epsilon: 1, mu: 1 })).toBeCloseTo(0.30854, 5);
    expect(leakyResponsePrivacyLossTail({ pureEpsilon: 1, leak: 0, epsilon: 0.5 })).toBeCloseTo(0.73106, 5);
    expect(leakyResponseDelta({ pureEpsilon: 1, leak: 0, epsilon: 0.5 })).toBeCloseTo(0.28765, 5);
  });

  it("has the tail above delta everywhere, and equal where no finite loss lies beyond epsilon", () => {
    for (const epsilon of [-2, -1, 0, ...EPSILONS]) {
      expect(laplacePrivacyLossTail({ epsilon, pureEpsilon: 1 })).toBeGreaterThanOrEqual(
        laplaceDelta({ epsilon, pureEpsilon: 1 }),
      );
      const leaky = { pureEpsilon: 1, leak: 0.01, epsilon };
      const tail = leakyResponsePrivacyLossTail(leaky);
      expect(tail).toBeGreaterThanOrEqual(leakyResponseDelta(leaky));
      if (epsilon >= 1) expect(tail).toBe(leakyResponseDelta(leaky));
    }
    expect(laplacePrivacyLossTail({ epsilon: 1, pureEpsilon: 1 })).toBe(0);
    // P(loss > 0) for Laplace noise is the mass left of the midpoint: 1 - e^(-1/2) / 2.
    expect(laplacePrivacyLossTail({ epsilon: 0, pureEpsilon: 1 })).toBeCloseTo(0.6967346701436833, 14);
  });
});
