import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { findRoot } from "../../numerics/root.ts";
import { discreteGaussianPld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { gaussianDelta, gaussianEpsilon } from "./gaussian-profile.ts";
import { laplacePld } from "./laplace-pld.ts";
import { laplaceDelta } from "./laplace-profile.ts";
import { mixtureGaussianPld } from "./mixture-gaussian-pld.ts";
import { pldDelta, pldEpsilon, transformDelta } from "./pld-accountant.ts";
import { pldProfile } from "./pld-profile.ts";
import type { PldPair } from "./privacy-loss.ts";
import { replacedGaussianPld } from "./replaced-gaussian-pld.ts";
import { largestLoss, singleReading } from "./single-loss.ts";
import { withoutReplacementPld } from "./without-replacement-pld.ts";

/**
 * Amplification by sampling is exact for the pair that loses the record: delta at log(1 + q (e^x - 1)) is q times that at x (Balle,
 * Barthe, Gaboardi 2018).
 */
function sampledDelta(epsilon: number, rate: number, noiseMultiplier: number): number {
  return rate * gaussianDelta({ epsilon: log1p(expm1(epsilon) / rate), mu: 1 / noiseMultiplier });
}

/** What closed forms are off by, relative to their value. */
const CLOSED_FORM = 1e-12;

/** Of three records in a sample of rate 0.8. */
const GROUP = [0.008, 0.096, 0.384, 0.512];

type Centres = readonly (readonly [weight: number, centre: number])[];

/**
 * Of mixtures of normal laws of deviation 1 whose ratio grows: what each has beyond the place where the ratio is e^epsilon; the
 * first order is the worse.
 */
function normalDivergence(first: Centres, second: Centres, epsilon: number): number {
  const logDensity = (centres: Centres, x: number) =>
    logSumExp(centres.map(([weight, centre]) => log(weight) + centre * (x - 0.5 * centre)));
  const place = findRoot((x) => logDensity(first, x) - logDensity(second, x) - epsilon, { lower: -30, upper: 30 });
  const beyond = (centres: Centres) =>
    centres.reduce((sum, [weight, centre]) => sum + weight * normalCdf(centre - place), 0);
  return beyond(first) - exp(epsilon) * beyond(second);
}

/** Of discrete Gaussian noise of scale 3.7 that is moved by 2, term by term. */
function discreteDelta(epsilon: number): number {
  const places = Array.from({ length: 241 }, (_, k) => k - 120);
  const weight = (k: number) => exp((-k * k) / (2 * 3.7 * 3.7));
  const total = places.reduce((sum, k) => sum + weight(k), 0);
  return places.reduce((sum, k) => sum + Math.max(0, weight(k) - exp(epsilon) * weight(k + 2)), 0) / total;
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
    expect(pldDelta({ events: [{ loss, times: 1 }], epsilon })).toEqual({ lower, estimate, upper });
  });

  it.each<readonly [string, PldPair, (epsilon: number) => number]>([
    [
      "Laplace noise on a sample",
      laplacePld({ scale: 0.8, sensitivity: 1, samplingRate: 0.6 }),
      (epsilon) => 0.6 * laplaceDelta({ epsilon: log1p(expm1(epsilon) / 0.6), pureEpsilon: 1.25 }),
    ],
    [
      "batches without replacement",
      withoutReplacementPld(gaussianPld({ sigma: 0.9, sensitivity: 1 }), { batchSize: 30, size: 100 }),
      (epsilon) => sampledDelta(epsilon, 0.3, 0.9),
    ],
    [
      "a group of three records",
      mixtureGaussianPld({ sigma: 1, sensitivities: [0, 1, 2, 3], probabilities: GROUP }),
      (epsilon) =>
        normalDivergence(
          GROUP.map((weight, centre) => [weight, centre] as const),
          [[1, 0]],
          epsilon,
        ),
    ],
    [
      "a replaced record of a sample",
      replacedGaussianPld({ noiseMultiplier: 1, samplingRate: 0.4 }),
      (epsilon) =>
        normalDivergence(
          [
            [0.6, 0],
            [0.4, 1],
          ],
          [
            [0.6, 0],
            [0.4, -1],
          ],
          epsilon,
        ),
    ],
    ["discrete Gaussian noise", discreteGaussianPld({ sigma: 3.7, sensitivity: 2 }), discreteDelta],
  ])("and its epsilon hold the truth of %s by closed forms, to ten digits", (_, loss, exact) => {
    const events = [{ loss, times: 1 }];
    for (const epsilon of [0.05, 0.3, 0.6]) {
      const truth = exact(epsilon);
      const { lower, upper } = pldDelta({ events, epsilon });
      expect(lower).toBeLessThanOrEqual(truth * (1 + CLOSED_FORM));
      expect(upper).toBeGreaterThanOrEqual(truth * (1 - CLOSED_FORM));
      expect(upper / lower - 1).toBeLessThan(1e-10);
      const byGrid = transformDelta({ events, epsilon });
      expect(byGrid.lower).toBeLessThanOrEqual(upper);
      expect(byGrid.upper).toBeGreaterThanOrEqual(lower);
      expect(byGrid.upper / byGrid.lower - 1).toBeLessThan(2e-3);
      const inverse = pldEpsilon({ events, delta: truth });
      expect(inverse.lower).toBeLessThanOrEqual(epsilon * (1 + 10 * CLOSED_FORM));
      expect(inverse.upper).toBeGreaterThanOrEqual(epsilon * (1 - 10 * CLOSED_FORM));
      expect(inverse.upper - inverse.lower).toBeLessThan(1e-10);
    }
  });

  it("holds 0.651739819719 for a group of three at rate 0.8, noise 1, epsilon 0.6, and no less", () => {
    const loss = mixtureGaussianPld({ sigma: 1, sensitivities: [0, 1, 2, 3], probabilities: GROUP });
    const { lower, upper } = pldDelta({ events: [{ loss, times: 1 }], epsilon: 0.6 });
    expect(lower).toBeGreaterThan(0.651739819719);
    expect(upper).toBeLessThan(0.65173981972);
  });

  it("has an epsilon where the far tail is many times as wide as the rest of the losses", () => {
    const [rate, noise, delta] = [1.27e-8, 1.8, 1e-258];
    const loss = subsampledGaussianPld({ noiseMultiplier: noise, samplingRate: rate });
    const { lower, upper } = pldEpsilon({ events: [{ loss, times: 1 }], delta });
    expect(sampledDelta(lower, rate, noise)).toBeGreaterThanOrEqual(delta * (1 - CLOSED_FORM));
    expect(sampledDelta(upper, rate, noise)).toBeLessThanOrEqual(delta * (1 + CLOSED_FORM));
    expect(upper - lower).toBeLessThan(1e-12 * upper);
  });

  it("holds Gaussian and Laplace profiles, from tiny losses to large ones, to eleven digits", () => {
    for (const size of [1e-3, 0.04, 0.3, 1, 4, 30]) {
      const [normal, exponential] = [
        singleReading(gaussianPld({ sigma: 1, sensitivity: size })),
        singleReading(laplacePld({ scale: 1, sensitivity: size })),
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
        const reading = singleReading(gaussianPld({ sigma: 1, sensitivity: mu }));
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
    expect(largestLoss(laplacePld({ scale: 2, sensitivity: 3 }).add)).toBe(1.5);
  });
});
