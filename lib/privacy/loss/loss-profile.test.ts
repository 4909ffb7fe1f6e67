import { describe, expect, it } from "vitest";
import { boundedRangeDelta, boundedRangeLoss } from "./bounded-range-loss.ts";
import { discreteGaussianLoss, discreteLaplaceLoss, worstCaseLoss } from "./discrete-loss.ts";
import { gaussianLoss, subsampledGaussianLoss } from "./gaussian-loss.ts";
import { gaussianDelta } from "./gaussian-profile.ts";
import { laplaceLoss } from "./laplace-loss.ts";
import { laplaceDelta } from "./laplace-profile.ts";
import { leakyResponseDelta } from "./leaky-response-profile.ts";
import { lossDelta } from "./loss-accountant.ts";
import { lossProfile } from "./loss-profile.ts";
import type { LossPair } from "./privacy-loss.ts";

const closedForms: readonly (readonly [string, LossPair, (epsilon: number) => number])[] = [
  [
    "Laplace noise",
    laplaceLoss({ scale: 0.5, sensitivity: 0.6, samplingRate: 1 }),
    (epsilon) => laplaceDelta({ epsilon, pureEpsilon: 1.2 }),
  ],
  ["Gaussian noise", gaussianLoss({ sigma: 2, sensitivity: 1.5 }), (epsilon) => gaussianDelta({ epsilon, mu: 0.75 })],
  [
    "the worst approximate pair",
    worstCaseLoss({ epsilon: 1, delta: 0.01 }),
    (epsilon) => leakyResponseDelta({ epsilon, pureEpsilon: 1, leak: 0.01 }),
  ],
  ["bounded range", boundedRangeLoss(1.4), (epsilon) => boundedRangeDelta({ range: 1.4, epsilon })],
];

describe("lossProfile", () => {
  it.each(closedForms)(
    "holds the closed form of %s between its bounds, which are near each other",
    (_, loss, exact) => {
      const profile = lossProfile(loss);
      for (const epsilon of [-0.5, 0, 0.1, 0.333, 0.7, 0.999, 1.19]) {
        const { lower, estimate, upper } = profile.deltaAt(epsilon);
        const delta = exact(epsilon);
        expect(lower).toBeLessThanOrEqual(delta);
        expect(upper).toBeGreaterThanOrEqual(delta);
        expect(estimate).toBeGreaterThanOrEqual(lower);
        expect(estimate).toBeLessThanOrEqual(upper);
        expect(upper - lower).toBeLessThan(2e-6 * delta);
      }
    },
  );

  it("is no further from zero than rounding beyond the largest loss", () => {
    for (const loss of [laplaceLoss({ scale: 1, sensitivity: 1, samplingRate: 1 }), boundedRangeLoss(1)])
      expect(lossProfile(loss).deltaAt(1.001)).toEqual({ lower: 0, estimate: 0, upper: 0 });
  });

  it("keeps the far tail of Gaussian noise", () => {
    const { lower, upper } = lossProfile(gaussianLoss({ sigma: 1, sensitivity: 1 })).deltaAt(12);
    const exact = gaussianDelta({ epsilon: 12, mu: 1 });
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper / lower).toBeLessThan(1.001);
  });

  it.each([
    ["discrete Laplace noise", discreteLaplaceLoss({ parameter: 0.4, sensitivity: 3 })],
    ["discrete Gaussian noise", discreteGaussianLoss({ sigma: 2.5, sensitivity: 2 })],
    [
      "sampled Gaussian noise, whose directions differ",
      subsampledGaussianLoss({ noiseMultiplier: 0.8, samplingRate: 0.1 }),
    ],
  ])("agrees with the accountant of compositions on a single %s", (_, loss) => {
    const [mine, theirs] = [
      lossProfile(loss).deltaAt(0.4),
      lossDelta({ events: [{ loss, times: 1 }], epsilon: 0.4, tolerance: 0.01 }),
    ];
    expect(mine.lower).toBeLessThanOrEqual(theirs.upper);
    expect(mine.upper).toBeGreaterThanOrEqual(theirs.lower);
    expect(Math.abs(mine.estimate - theirs.estimate)).toBeLessThan(1e-5 * mine.estimate);
  });
});
