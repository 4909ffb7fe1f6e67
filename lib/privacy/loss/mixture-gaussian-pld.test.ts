import { describe, expect, it } from "vitest";
import { normalDensity } from "../../numerics/normal.ts";
import { integratedDelta } from "../../oracles/hockey-stick.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { laplacePld } from "./laplace-pld.ts";
import { mixtureGaussianPld } from "./mixture-gaussian-pld.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import type { PrivacyLoss } from "./privacy-loss.ts";

const twoMoves = mixtureGaussianPld({ sigma: 1, sensitivities: [0, 1, 2], probabilities: [0.2, 0.6, 0.2] });

describe("mixtureGaussianPld", () => {
  it("holds row C7, 17.193115 within 1e-6 (dp_accounting, pld_privacy_accountant_test.py)", () => {
    const other = mixtureGaussianPld({ sigma: 2, sensitivities: [3, 0, 2], probabilities: [0.33, 0.33, 0.34] });
    const events = [
      { loss: twoMoves, times: 3 },
      { loss: other, times: 2 },
    ];
    const { lower, estimate, upper } = pldEpsilon({ events, delta: 1e-6, tolerance: 2e-5 });
    expect(Math.abs(estimate - 17.193115)).toBeLessThan(1e-6);
    expect(lower).toBeLessThanOrEqual(17.193115);
    expect(upper).toBeGreaterThanOrEqual(17.193115 - 1e-6);
    expect(upper - lower).toBeLessThan(2e-5);
  });

  it("has the divergences of its definition in both directions, by quadrature", () => {
    const first = (x: number) => 0.2 * normalDensity(x) + 0.6 * normalDensity(x - 1) + 0.2 * normalDensity(x - 2);
    const over = { lower: -12, upper: 14, kinks: [0, 1, 2], relativeTolerance: 1e-9, absoluteTolerance: 1e-13 };
    const one = (loss: PrivacyLoss, epsilon: number) =>
      pldDelta({ events: [{ loss: { remove: loss, add: loss }, times: 1 }], epsilon, tolerance: 1e-5 });
    for (const epsilon of [0, 0.7, 1.5]) {
      for (const [loss, truth] of [
        [twoMoves.remove, integratedDelta(first, normalDensity, epsilon, over)],
        [twoMoves.add, integratedDelta(normalDensity, first, epsilon, over)],
      ] as const) {
        const { lower, upper } = one(loss, epsilon);
        expect(lower).toBeLessThanOrEqual(truth + 1e-9);
        expect(upper).toBeGreaterThanOrEqual(truth - 1e-9);
        expect(upper - lower).toBeLessThan(1e-4 * upper + 1e-12);
      }
    }
  });

  it("is the sampled Gaussian where the record moves by 1 or not at all, and the plain one where it always moves", () => {
    const epsilonOf = (loss: typeof twoMoves, times: number) =>
      pldEpsilon({ events: [{ loss, times }], delta: 1e-5 }).estimate;
    const sampled = mixtureGaussianPld({ sigma: 1.5, sensitivities: [0, 1], probabilities: [0.96, 0.04] });
    const reference = subsampledGaussianPld({ noiseMultiplier: 1.5, samplingRate: 0.04 });
    expect(Math.abs(epsilonOf(sampled, 200) - epsilonOf(reference, 200))).toBeLessThan(1e-6);
    const always = mixtureGaussianPld({ sigma: 2, sensitivities: [1], probabilities: [1] });
    const plain = gaussianPld({ sigma: 2, sensitivity: 1 });
    expect(Math.abs(epsilonOf(always, 3) - epsilonOf(plain, 3))).toBeLessThan(1e-6);
  });

  it("keeps its digits at a tiny probability of moving", () => {
    const events = (loss: typeof twoMoves) => [{ loss, times: 2000 }];
    const sampled = mixtureGaussianPld({ sigma: 1, sensitivities: [0, 1], probabilities: [1 - 1e-5, 1e-5] });
    const found = pldEpsilon({ events: events(sampled), delta: 1e-6, tolerance: 1e-4 });
    const reference = pldEpsilon({
      events: events(subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 1e-5 })),
      delta: 1e-6,
      tolerance: 1e-4,
    });
    expect(Math.abs(found.estimate - reference.estimate)).toBeLessThan(1e-6);
  });

  it("refuses bad sensitivities and probabilities", () => {
    const good = { sigma: 1, sensitivities: [0, 1], probabilities: [0.5, 0.5] };
    expect(() => mixtureGaussianPld({ ...good, sigma: 0 })).toThrow("sigma must be positive");
    expect(() => mixtureGaussianPld({ ...good, sensitivities: [] })).toThrow("sensitivities must be");
    expect(() => mixtureGaussianPld({ ...good, sensitivities: [0, -1] })).toThrow("sensitivities[1] must be");
    expect(() => mixtureGaussianPld({ ...good, sensitivities: [0, 0] })).toThrow("not all 0");
    expect(() => mixtureGaussianPld({ ...good, probabilities: [1] })).toThrow("probabilities must be of the length");
    expect(() => mixtureGaussianPld({ ...good, probabilities: [0.5, 0.6] })).toThrow("sum of probabilities");
  });
});

describe("a composition of different losses", () => {
  it("holds row B10 with one N(0, 25) beside forty Laplace releases: below 2.23977e-6, the upper end of a coarser grid", () => {
    const events = [
      { loss: laplacePld({ scale: 3, sensitivity: 1 }), times: 40 },
      { loss: gaussianPld({ sigma: 5, sensitivity: 1 }), times: 1 },
    ];
    const { lower, upper } = pldDelta({ events, epsilon: 10, tolerance: 1e-2 });
    expect(upper).toBeLessThan(2.23977e-6);
    // Its grid has a step of 1e-4, which is worth no more than 41 half steps of epsilon at a slope below 1.
    expect(lower).toBeGreaterThan(2.23977e-6 * (1 - 41 * 5e-5 * 1.5));
  });
});
