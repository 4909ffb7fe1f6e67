import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { poissonGaussianRenyi } from "../accounting/renyi-subsampled.ts";
import { repeatRenyi } from "../conversions/composition.ts";
import { RENYI_ORDERS, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import { discreteGaussianPld, discreteLaplacePld, randomizedResponsePld } from "../loss/discrete-pld.ts";
import { subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";
import type { PldPair } from "../loss/privacy-loss.ts";
import { sampledFinitePld } from "../loss/sampled-pld.ts";
import { calibrate } from "./calibration.ts";
import { repeatedGaussianSigmaFor } from "./composed-gaussian-calibration.ts";
import { gaussianSigmaFor } from "./gaussian-calibration.ts";
import { laplaceScaleFor } from "./laplace-calibration.ts";
import type { NoisePlan } from "./release-plan.ts";
import { renyiNoiseMultiplierFor } from "./renyi-calibration.ts";

const account = (loss: PldPair, times: number, delta: number, tolerance = 1e-5) =>
  pldEpsilon({ events: [{ loss, times }], delta, tolerance });

/** A value that several tests ask about, computed once. */
function once<Value>(compute: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}

const laplacePlan = { epsilon: 1, delta: 1e-4, times: 20, sensitivity: 1, samplingRate: 1 };
const laplaceScale = once(() => laplaceScaleFor(laplacePlan));
const geometricScale = once(() => discreteLaplaceScaleFor(laplacePlan));

/** The smallest scale of discrete Laplace noise, by the loss accountant. */
function discreteLaplaceScaleFor(plan: NoisePlan): number {
  const { sensitivity, samplingRate, times, ...target } = plan;
  return calibrate({
    ...target,
    start: times,
    eventsAt: (scale) => {
      const loss = discreteLaplacePld({ scale, sensitivity });
      return [{ mechanism: samplingRate === 1 ? loss : sampledFinitePld(loss, samplingRate), times }];
    },
  }).noise;
}

/** The smallest sigma of discrete Gaussian noise, by the loss accountant. */
function discreteGaussianSigmaFor(plan: NoisePlan): number {
  const { sensitivity, samplingRate, times, ...target } = plan;
  return calibrate({
    ...target,
    start: times,
    eventsAt: (sigma) => [{ mechanism: discreteGaussianPld({ sigma, sensitivity, samplingRate }), times }],
  }).noise;
}

/** A training of 2250 steps. */
const trainingSigma = once(() =>
  repeatedGaussianSigmaFor({ epsilon: 8, delta: 1e-5, times: 2250, sensitivity: 1, samplingRate: 0.04 }),
);

describe("the smallest Laplace scale", () => {
  const plan = laplacePlan;
  const laplace = (scale: number) => laplacePld({ scale, sensitivity: 1 });

  it("agrees with row B5 (13.6, 6.8, 71.0, within 0.1: dp_accounting, accountant_test.py)", () => {
    const rough = { ...plan, tolerance: 1e-3 };
    expect(Math.abs(laplaceScale() - 13.6)).toBeLessThan(0.1);
    expect(Math.abs(laplaceScaleFor({ ...rough, sensitivity: 0.5 }) - 6.8)).toBeLessThan(0.1);
    expect(Math.abs(laplaceScaleFor({ ...rough, times: 500 }) - 71)).toBeLessThan(0.1);
  });

  it("is certified, and a scale 2e-5 smaller certainly fails", () => {
    const scale = laplaceScale();
    expect(account(laplace(scale), 20, 1e-4).upper).toBeLessThanOrEqual(1);
    expect(account(laplace(scale * (1 - 2e-5)), 20, 1e-4).lower).toBeGreaterThan(1);
  });

  it("is times sensitivity / epsilon without delta: 70 (dp_accounting, accountant_test.py)", () => {
    const pure = { epsilon: 3, delta: 0, times: 10, sensitivity: 21, samplingRate: 1 };
    expect(laplaceScaleFor(pure)).toBeCloseTo(70, 12);
    const sampled = laplaceScaleFor({ ...pure, samplingRate: 0.2 });
    expect(10 * log1p(0.2 * expm1(21 / sampled))).toBeCloseTo(3, 12);
  });

  it("has in closed form what the accountant certifies for one release, sampled or not", () => {
    for (const samplingRate of [1, 0.2]) {
      const scale = laplaceScaleFor({ ...plan, times: 1, delta: 1e-3, samplingRate });
      const { lower, upper } = account(laplacePld({ scale, sensitivity: 1, samplingRate }), 1, 1e-3, 1e-7);
      expect(lower).toBeLessThanOrEqual(1);
      expect(upper).toBeGreaterThanOrEqual(1 - 1e-12);
      expect(upper - lower).toBeLessThan(1e-5);
    }
  });
});

describe("the smallest scale of discrete Laplace noise", () => {
  const plan = laplacePlan;

  it("agrees with row B6, whose parameter is its inverse (0.073, 0.014, within 1e-3: dp_accounting, accountant_test.py)", () => {
    expect(Math.abs(1 / geometricScale() - 0.073)).toBeLessThan(1e-3);
    expect(Math.abs(1 / discreteLaplaceScaleFor({ ...plan, sensitivity: 5 }) - 0.014)).toBeLessThan(1e-3);
  });

  it("is certified, and a scale 2e-5 smaller certainly fails", () => {
    const scale = geometricScale();
    const at = (noise: number) => account(discreteLaplacePld({ scale: noise, sensitivity: 1 }), 20, 1e-4);
    expect(at(scale).upper).toBeLessThanOrEqual(1);
    expect(at(scale * (1 - 2e-5)).lower).toBeGreaterThan(1);
  });

  it("is smaller with sampling, and near the Laplace scale where both are large", () => {
    const sampled = discreteLaplaceScaleFor({ ...plan, samplingRate: 0.5, tolerance: 1e-3 });
    expect(sampled).toBeLessThan(0.7 * geometricScale());
    expect(sampled / laplaceScaleFor({ ...plan, samplingRate: 0.5, tolerance: 1e-3 })).toBeCloseTo(1, 1);
  });
});

describe("the smallest Gaussian sigma", () => {
  it("agrees with row A8 (0.344 and 5.0, within 1e-3)", () => {
    const one = { times: 1, samplingRate: 1 };
    expect(
      Math.abs(repeatedGaussianSigmaFor({ ...one, epsilon: 16, delta: 1.016e-5, sensitivity: 1 }) - 0.344),
    ).toBeLessThan(1e-3);
    expect(
      Math.abs(repeatedGaussianSigmaFor({ ...one, epsilon: 2, delta: 0.02092364, sensitivity: 5 }) - 5),
    ).toBeLessThan(1e-3);
  });

  it("is sqrt(times) that of one release without sampling: 10 at sensitivity 6 and 25 releases", () => {
    const plan = { epsilon: 1, delta: 0.78760074, times: 25, sensitivity: 6, samplingRate: 1 };
    expect(repeatedGaussianSigmaFor(plan)).toBeCloseTo(10, 6);
    const { epsilon, delta } = plan;
    expect(repeatedGaussianSigmaFor(plan) / gaussianSigmaFor({ epsilon, delta, sensitivity: 30 })).toBeCloseTo(1, 12);
  });

  it("agrees with row C6 for one sampled release (0.67379294682 within 1e-7: dp_accounting, accountant_test.py)", () => {
    const plan = { epsilon: 1, delta: 1e-5, times: 1, sensitivity: 1, samplingRate: 0.01 };
    expect(Math.abs(repeatedGaussianSigmaFor(plan) - 0.67379294682)).toBeLessThan(1e-7);
  });

  it("is below row C6 for 25 sampled releases, 3.20956502598, which is the smallest on an upper grid of step 1e-3", () => {
    // At that sigma dp_accounting with a step of 1e-5 has delta(1) = 9.9998124e-6: about 3.4e-6 of sigma is left over.
    const plan = { epsilon: 1, delta: 1e-5, times: 25, sensitivity: 6, samplingRate: 0.001, tolerance: 2e-6 };
    const loss = (sigma: number) => subsampledGaussianPld({ noiseMultiplier: sigma / 6, samplingRate: 0.001 });
    const sigma = repeatedGaussianSigmaFor(plan);
    expect(3.20956502598 - sigma).toBeGreaterThan(0);
    expect(3.20956502598 - sigma).toBeLessThan(5e-6);
    expect(account(loss(3.20956502598 - 5e-6), 25, 1e-5, 1e-6).lower).toBeGreaterThan(1);
  });

  it("is certified for a training of 2250 steps, and a sigma 1e-4 smaller certainly fails", () => {
    const at = (noiseMultiplier: number) =>
      account(subsampledGaussianPld({ noiseMultiplier, samplingRate: 0.04 }), 2250, 1e-5, 8e-5);
    const sigma = trainingSigma();
    expect(at(sigma).upper).toBeLessThanOrEqual(8);
    expect(at(sigma * (1 - 1e-4)).lower).toBeGreaterThan(8);
  });

  it("row C18, PRV: 1.34765625 and 1.2915 are for an upper end 0.01 above the truth and a search that stops 0.01 short", () => {
    const rows = [
      [2250, 1.34765625],
      [2000, 1.2915],
    ];
    for (const [times, published] of rows) {
      const loss = subsampledGaussianPld({ noiseMultiplier: published, samplingRate: 0.04 });
      const { lower, upper } = account(loss, times, 1e-5, 1e-3);
      // Within the row's 1e-4 of sigma, which is worth 4e-3 of epsilon.
      expect(lower).toBeGreaterThan(8 - 0.01 - 0.011 - 0.004);
      expect(upper).toBeLessThan(8 - 0.008 + 0.004);
      const plan = { epsilon: 8, delta: 1e-5, times, sensitivity: 1, samplingRate: 0.04, tolerance: 1e-4 };
      const sigma = repeatedGaussianSigmaFor(plan);
      expect(sigma).toBeLessThan(published);
      expect(sigma).toBeGreaterThan(published - 0.0025);
    }
  });
});

describe("the smallest discrete Gaussian sigma", () => {
  it("is certified, and a sigma 2e-5 smaller certainly fails", () => {
    const sigma = discreteGaussianSigmaFor({ epsilon: 1, delta: 1e-5, times: 20, sensitivity: 1, samplingRate: 1 });
    const at = (noise: number) => account(discreteGaussianPld({ sigma: noise, sensitivity: 1 }), 20, 1e-5);
    expect(at(sigma).upper).toBeLessThanOrEqual(1);
    expect(at(sigma * (1 - 2e-5)).lower).toBeGreaterThan(1);
  });

  it("is that of the Gaussian at large noise, sampled or not", () => {
    for (const samplingRate of [1, 0.5]) {
      const plan = { epsilon: 1, delta: 1e-5, times: 20, sensitivity: 1, samplingRate, tolerance: 2e-4 };
      expect(discreteGaussianSigmaFor(plan) / repeatedGaussianSigmaFor(plan)).toBeCloseTo(1, 3);
    }
  });

  it("counts both directions of the sampled pair as sums over the integers do", () => {
    const [sigma, sensitivity, q, epsilon] = [1.5, 2, 0.3, 0.2];
    const law = Array.from({ length: 61 }, (_, k) => k - 30);
    const weight = (k: number) => 1 + expm1((-k * k) / (2 * sigma * sigma));
    const total = law.reduce((sum, k) => sum + weight(k), 0);
    let [remove, add] = [0, 0];
    for (const k of law) {
      const [without, record] = [weight(k) / total, weight(k - sensitivity) / total];
      const mixed = (1 - q) * without + q * record;
      remove += Math.max(0, mixed - (1 + expm1(epsilon)) * without);
      add += Math.max(0, without - (1 + expm1(epsilon)) * mixed);
    }
    const loss = discreteGaussianPld({ sigma, sensitivity, samplingRate: q });
    for (const [side, truth] of [
      [loss.remove, remove],
      [loss.add, add],
    ] as const) {
      const { lower, upper } = account({ remove: side, add: side }, 1, truth, 1e-6);
      expect(lower).toBeLessThan(epsilon + 1e-6);
      expect(upper).toBeGreaterThan(epsilon - 1e-6);
    }
  });
});

describe("calibration by other accountants", () => {
  const plan = { epsilon: 8, delta: 1e-5, samplingRate: 0.04, orders: RENYI_ORDERS };
  const smallestRenyi = once(() => renyiNoiseMultiplierFor({ ...plan, times: 2250 }));
  const renyiEpsilon = (noiseMultiplier: number, times: number) =>
    renyiToApproximate(repeatRenyi(poissonGaussianRenyi({ noiseMultiplier, samplingRate: 0.04 }), times), plan).epsilon;

  it("row C18, Renyi: 1.416 and 1.3562 come from a search that stops within 0.01 of epsilon = 8", () => {
    for (const [times, published] of [
      [2250, 1.416],
      [2000, 1.3562],
    ]) {
      const smallest = times === 2250 ? smallestRenyi() : renyiNoiseMultiplierFor({ ...plan, times });
      expect(renyiEpsilon(smallest, times)).toBeLessThanOrEqual(8);
      expect(renyiEpsilon(smallest * (1 - 1e-9), times)).toBeGreaterThan(8);
      expect(smallest).toBeLessThan(published + 1e-4);
      // The published multiplier is off by 1e-4, worth 2e-3 of epsilon.
      expect(renyiEpsilon(published, times)).toBeGreaterThan(8 - 0.01 - 2e-3);
    }
  });

  it("orders the multipliers: certified below Renyi", () => {
    expect(trainingSigma()).toBeLessThan(smallestRenyi());
  });
});

describe("calibrate", () => {
  it("finds the same noise from far starts on both sides", () => {
    const find = (start: number) =>
      calibrate({
        epsilon: 1,
        delta: 1e-5,
        tolerance: 1e-4,
        start,
        eventsAt: (sigma) => [{ mechanism: discreteGaussianPld({ sigma, sensitivity: 1 }), times: 20 }],
      });
    const [low, high] = [find(0.3), find(2000)];
    expect(low.noise / high.noise).toBeCloseTo(1, 3);
    expect(low.epsilon.upper).toBeLessThanOrEqual(1);
  });

  it("is within its tolerance of the target where most of epsilon is spent on another event", () => {
    for (const spent of [0.99, 0.9999]) {
      const { noise, epsilon } = calibrate({
        epsilon: 1,
        delta: 1e-5,
        eventsAt: (scale) => [
          { mechanism: { kind: "pure", epsilon: spent }, times: 1 },
          { mechanism: { kind: "laplace", scale, sensitivity: 1 }, times: 1 },
        ],
      });
      // What adds up to 1 is certainly enough.
      expect(noise).toBeLessThanOrEqual(1 / (1 - spent));
      expect(epsilon.upper).toBeLessThanOrEqual(1);
      expect(epsilon.upper).toBeGreaterThan(1 - 2e-5);
    }
  });

  it("refuses bad plans and those that need no noise", () => {
    const plan = { epsilon: 1, delta: 1e-4, times: 20, sensitivity: 1, samplingRate: 1 };
    const { sensitivity: _, ...releases } = plan;
    expect(() => laplaceScaleFor({ ...plan, epsilon: 0 })).toThrow("epsilon must be positive");
    expect(() => laplaceScaleFor({ ...plan, delta: 1 })).toThrow("delta must be at least 0 and below 1");
    expect(() => laplaceScaleFor({ ...plan, times: 0 })).toThrow("times must be an integer");
    expect(() => laplaceScaleFor({ ...plan, sensitivity: -1 })).toThrow("sensitivity must be positive");
    expect(() => repeatedGaussianSigmaFor({ ...plan, delta: 0 })).toThrow("delta must be strictly between");
    expect(() => repeatedGaussianSigmaFor({ ...plan, delta: 0.2, samplingRate: 0.01 })).toThrow("needs no noise");
    expect(() => renyiNoiseMultiplierFor({ ...releases, epsilon: 1e-9, orders: [2] })).toThrow("orders must be");
    expect(() =>
      calibrate({
        ...{ epsilon: plan.epsilon, delta: plan.delta },
        start: 0,
        eventsAt: (sigma) => [{ mechanism: discreteGaussianPld({ sigma, sensitivity: 1 }), times: plan.times }],
      }),
    ).toThrow("start must be positive");
  });
});

describe("calibrate", () => {
  it("ends where a loss of few atoms keeps the interval above the target, with noise that suffices", () => {
    const plan = { epsilon: 0.3, delta: 0.01, times: 2, choices: 3, tolerance: 0.01 };
    const { noise } = calibrate({
      ...{ epsilon: plan.epsilon, delta: plan.delta, tolerance: plan.tolerance },
      start: plan.times / plan.epsilon,
      eventsAt: (inverse) => {
        const odds = exp(-1 / inverse);
        const random = (plan.choices * odds) / (1 + (plan.choices - 1) * odds);
        return [{ mechanism: randomizedResponsePld({ noise: random, categories: plan.choices }), times: plan.times }];
      },
    });
    const each = 1 / noise;
    const truth = 1 / (1 + 2 * exp(-each));
    // Losses of two answers, with their probabilities under the first law.
    const one = [
      [each, truth],
      [0, truth * exp(-each)],
      [-each, truth * exp(-each)],
    ];
    let delta = 0;
    for (const [loss, mass] of one) {
      for (const [other, share] of one) delta += mass * share * Math.max(0, 1 - exp(plan.epsilon - loss - other));
    }
    expect(delta).toBeLessThanOrEqual(plan.delta);
    expect(each).toBeGreaterThan(plan.epsilon / plan.times);
  });
});
