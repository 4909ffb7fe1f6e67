import { describe, expect, it } from "vitest";
import { boundedRangeDelta, boundedRangePld } from "./bounded-range-pld.ts";
import { discreteGaussianPld, discreteLaplacePld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { gaussianDelta } from "./gaussian-profile.ts";
import { laplacePld } from "./laplace-pld.ts";
import { laplaceDelta } from "./laplace-profile.ts";
import { leakyResponseDelta } from "./leaky-response-profile.ts";
import { pldDelta } from "./pld-accountant.ts";
import { pldProfile } from "./pld-profile.ts";
import type { PldPair } from "./privacy-loss.ts";

const closedForms: readonly (readonly [string, PldPair, (epsilon: number) => number])[] = [
  [
    "Laplace noise",
    laplacePld({ scale: 0.5, sensitivity: 0.6 }),
    (epsilon) => laplaceDelta({ epsilon, pureEpsilon: 1.2 }),
  ],
  ["Gaussian noise", gaussianPld({ sigma: 2, sensitivity: 1.5 }), (epsilon) => gaussianDelta({ epsilon, mu: 0.75 })],
  [
    "the worst approximate pair",
    worstCasePld({ epsilon: 1, delta: 0.01 }),
    (epsilon) => leakyResponseDelta({ epsilon, pureEpsilon: 1, leak: 0.01 }),
  ],
  ["bounded range", boundedRangePld(1.4), (epsilon) => boundedRangeDelta({ range: 1.4, epsilon })],
];

describe("pldProfile", () => {
  it.each(closedForms)(
    "holds the closed form of %s between its bounds, which are near each other",
    (_, loss, exact) => {
      const profile = pldProfile(loss);
      for (const epsilon of [-0.5, 0, 0.1, 0.333, 0.7, 0.999, 1.19]) {
        const { lower, estimate, upper } = profile.deltaAt(epsilon);
        const delta = exact(epsilon);
        expect(lower).toBeLessThanOrEqual(delta);
        expect(upper).toBeGreaterThanOrEqual(delta);
        expect(estimate).toBeGreaterThanOrEqual(lower);
        expect(estimate).toBeLessThanOrEqual(upper);
        expect(upper - lower).toBeLessThan(1e-11 * delta);
        expect(Math.abs(estimate - delta)).toBeLessThanOrEqual(1e-12 * delta);
      }
    },
  );

  it("is no further from zero than rounding beyond the largest loss", () => {
    for (const loss of [laplacePld({ scale: 1, sensitivity: 1 }), boundedRangePld(1)])
      expect(pldProfile(loss).deltaAt(1.001)).toEqual({ lower: 0, estimate: 0, upper: 0 });
  });

  it("keeps the far tail of Gaussian noise", () => {
    const { lower, upper } = pldProfile(gaussianPld({ sigma: 1, sensitivity: 1 })).deltaAt(12);
    const exact = gaussianDelta({ epsilon: 12, mu: 1 });
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper / lower).toBeLessThan(1.001);
  });

  it.each<readonly [string, PldPair]>([
    ...closedForms.map(([name, loss]) => [name, loss] as const),
    ["discrete Laplace noise", discreteLaplacePld({ scale: 2.5, sensitivity: 3 })],
    ["discrete Gaussian noise", discreteGaussianPld({ sigma: 2.5, sensitivity: 2 })],
    [
      "sampled Gaussian noise, whose directions differ",
      subsampledGaussianPld({ noiseMultiplier: 0.8, samplingRate: 0.1 }),
    ],
  ])("is what the accountant gives for a single release of %s, bit by bit", (_, loss) => {
    for (const epsilon of [0, 0.4, 1])
      expect(pldDelta({ events: [{ loss, times: 1 }], epsilon })).toEqual(pldProfile(loss).deltaAt(epsilon));
  });
});
