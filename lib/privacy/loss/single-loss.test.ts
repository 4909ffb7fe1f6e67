import { describe, expect, it } from "vitest";
import { expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { gaussianDelta, gaussianEpsilon } from "./gaussian-profile.ts";
import { laplacePld } from "./laplace-pld.ts";
import { laplaceDelta } from "./laplace-profile.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import { pldProfile } from "./pld-profile.ts";
import { largestLoss, singleReading } from "./single-loss.ts";

/** Amplification by sampling is exact for the pair that loses the record: delta at log(1 + q (e^x - 1)) is q times that at x (Balle, Barthe, Gaboardi 2018). */
function sampledDelta(epsilon: number, rate: number, noiseMultiplier: number): number {
  return rate * gaussianDelta({ epsilon: log1p(expm1(epsilon) / rate), mu: 1 / noiseMultiplier });
}

describe("the profile of a single release", () => {
  it.each([
    [1e-9, 1, 1e-9],
    [1e-9, 0.7, 1e-8],
    [1e-7, 3, 1e-8],
    [1e-5, 1, 1e-3],
    [0.01, 0.5, 2],
    [0.3, 1, 0.2],
    [0.9, 20, 0.01],
  ])("holds that of Gaussian noise sampled at rate %s, noise multiplier %s, at epsilon %s", (rate, noise, epsilon) => {
    const loss = subsampledGaussianPld({ noiseMultiplier: noise, samplingRate: rate });
    const { lower, estimate, upper } = pldProfile(loss).deltaAt(epsilon);
    const exact = sampledDelta(epsilon, rate, noise);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper - lower).toBeLessThan(exact * (1e-10 + 1e-14 / exact));
    expect(Math.abs(estimate / exact - 1)).toBeLessThan(1e-10);
    const composed = pldDelta({ events: [{ loss, times: 1 }], epsilon });
    expect(composed.lower).toBeLessThanOrEqual(exact);
    expect(composed.upper).toBeGreaterThanOrEqual(exact);
    expect(composed.upper - composed.lower).toBeLessThanOrEqual(1e-2 * composed.upper);
  });

  it("holds Gaussian and Laplace profiles, from tiny losses to large ones, to eleven digits", () => {
    for (const size of [1e-3, 0.04, 0.3, 1, 4, 30]) {
      const [normal, exponential] = [
        singleReading(gaussianPld({ sigma: 1, sensitivity: size }).remove),
        singleReading(laplacePld({ scale: 1, sensitivity: size, samplingRate: 1 }).remove),
      ];
      for (const share of [-0.4, 0, 0.1, 0.7, 0.99, 3, 9]) {
        const epsilon = share * size;
        for (const [reading, exact] of [
          [normal, gaussianDelta({ epsilon, mu: size })],
          [exponential, laplaceDelta({ epsilon, pureEpsilon: size })],
        ] as const) {
          const [lower, estimate, upper] = ([-1, 0, 1] as const).map((sign) => reading.deltaAt(epsilon, sign));
          expect(lower).toBeLessThanOrEqual(exact);
          expect(upper).toBeGreaterThanOrEqual(exact);
          expect(upper - lower).toBeLessThanOrEqual(1e-10 * exact + 1e-14);
          expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(1e-12 * exact + 1e-14);
        }
      }
    }
  });

  it("holds the epsilon of Gaussian noise down to a delta of 1e-300", () => {
    for (const mu of [0.05, 1, 6])
      for (const delta of [0.2, 1e-5, 1e-40, 1e-300]) {
        const reading = singleReading(gaussianPld({ sigma: 1, sensitivity: mu }).remove);
        const [lower, upper] = [reading.epsilonAt(delta, -1), reading.epsilonAt(delta, 1)];
        const exact = gaussianEpsilon({ delta, mu });
        expect(lower).toBeLessThanOrEqual(exact);
        expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        expect(upper - lower).toBeLessThan(1e-5 * exact + 1e-9);
      }
  });

  it("is at delta 0 the largest loss, where there is one", () => {
    const once = (loss: ReturnType<typeof gaussianPld>) => pldEpsilon({ events: [{ loss, times: 1 }], delta: 0 });
    expect(once(worstCasePld({ epsilon: 0.7, delta: 0 }))).toEqual({ lower: 0.7, estimate: 0.7, upper: 0.7 });
    expect(once(worstCasePld({ epsilon: 0.7, delta: 1e-9 })).upper).toBe(Infinity);
    expect(once(gaussianPld({ sigma: 1, sensitivity: 1 })).upper).toBe(Infinity);
    expect(largestLoss(laplacePld({ scale: 2, sensitivity: 3, samplingRate: 1 }).add)).toBe(1.5);
  });
});
