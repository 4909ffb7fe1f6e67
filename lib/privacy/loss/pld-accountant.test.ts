import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { pow } from "../../numerics/power.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { optimalCompositionEpsilon } from "../accounting/optimal-composition.ts";
import { discreteGaussianPld, discreteLaplacePld, discretePld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { laplacePld } from "./laplace-pld.ts";
import { type CertifiedInterval, pldDelta, pldEpsilon } from "./pld-accountant.ts";
import type { PldPair } from "./privacy-loss.ts";

const training = (noiseMultiplier: number, samplingRate: number, times: number) => [
  { loss: subsampledGaussianPld({ noiseMultiplier, samplingRate }), times },
];

const once = (loss: PldPair, times = 1) => [{ loss, times }];

function expectAround({ lower, estimate, upper }: CertifiedInterval, truth: number, slack = 0): void {
  expect(lower).toBeLessThanOrEqual(truth + slack);
  expect(upper).toBeGreaterThanOrEqual(truth - slack);
  expect(estimate).toBeGreaterThanOrEqual(lower);
  expect(estimate).toBeLessThanOrEqual(upper);
}

/** delta of the Gaussian mechanism, from its closed form (Balle, Wang 2018). */
function gaussianDelta(mu: number, epsilon: number): number {
  return normalCdf(mu / 2 - epsilon / mu) - exp(epsilon) * normalCdf(-mu / 2 - epsilon / mu);
}

describe("pldEpsilon of the Poisson-sampled Gaussian mechanism", () => {
  it("holds rows C9, C10, C12 and C14 in intervals below 1e-3, with estimates within 1e-5", () => {
    const rows = [
      [1.5, 0.04, 2250, 1e-5, 6.768781],
      [0.8, 0.001, 1000, 1e-6, 0.4676835],
      [2, 0.2, 100, 1e-6, 5.661788],
      [0.8, 0.005, 1000, 1e-6, 2.0041063],
    ];
    for (const [sigma, rate, times, delta, truth] of rows) {
      const interval = pldEpsilon({ events: training(sigma, rate, times), delta });
      expectAround(interval, truth);
      expect(interval.upper - interval.lower).toBeLessThan(1e-3);
      expect(Math.abs(interval.estimate - truth)).toBeLessThan(1e-5);
    }
  });

  it("agrees with rows C19 and C21 (0.64001; 2.4612381; 10.1224946 without sampling)", () => {
    const rows = [
      [1.3, 150 / 60_000, 6000, 0.64001],
      [0.7, 0.01, 120, 2.4612381],
      [0.7, 1, 2, 10.1224946],
    ];
    for (const [sigma, rate, times, truth] of rows) {
      const { estimate } = pldEpsilon({ events: training(sigma, rate, times), delta: 1e-5 });
      expect(Math.abs(estimate - truth)).toBeLessThan(1e-5);
    }
  });

  it("has the golden values 0.9469 and 1.5154 where Renyi accounting says 1.0355 and 1.7253", () => {
    const at = (sigma: number, times: number) =>
      pldEpsilon({ events: training(sigma, 0.01, times), delta: 1e-5 }).estimate;
    expect(at(4, 10_000)).toBeCloseTo(0.9469, 4);
    expect(at(1.1, 1000)).toBeCloseTo(1.5154, 4);
  });
});

describe("pldDelta", () => {
  it("holds rows C1 and C3, one sampled Gaussian, and C5, three of them", () => {
    const remove = pldDelta({ events: training(1, 0.8, 1), epsilon: 1 });
    expectAround(remove, 0.0816951786585355);
    const pair = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.8 });
    expectAround(pldDelta({ events: once({ remove: pair.add, add: pair.add }), epsilon: 1 }), 0.0231362104090899);
    expectAround(pldDelta({ events: training(1, 0.3, 1), epsilon: 2 }), 3.341102928869332e-4);
    expect(pldDelta({ events: training(0.5, 0.2, 3), epsilon: 1 }).estimate).toBeCloseTo(0.15594, 4);
  });

  it("holds rows C30 and C31, where the composition of Gaussians is a Gaussian, down to 1e-22", () => {
    const many = once(gaussianPld({ sigma: 100, sensitivity: 1 }), 10_000);
    for (const epsilon of [0.1, 1, 10]) expectAround(pldDelta({ events: many, epsilon }), gaussianDelta(1, epsilon));
    const mixed = [
      { loss: gaussianPld({ sigma: 10, sensitivity: 1 }), times: 50 },
      { loss: gaussianPld({ sigma: 5, sensitivity: 1 }), times: 50 },
    ];
    const interval = pldDelta({ events: mixed, epsilon: 4 });
    expectAround(interval, 0.0164556728641089);
    expect((interval.upper - interval.lower) / interval.upper).toBeLessThan(1e-3);
  });

  it("holds rows B1 and B2, one Laplace, and B10, forty of them", () => {
    const laplace = (scale: number, sensitivity: number) => laplacePld({ scale, sensitivity });
    expectAround(pldDelta({ events: once(laplace(1, 1)), epsilon: 0 }), 0.3934693402873666);
    expectAround(pldDelta({ events: once(laplace(2, 4)), epsilon: 0.5 }), 0.52763345, 5e-9);
    const forty = pldDelta({ events: once(laplace(3, 1), 40), epsilon: 10 });
    expect(forty.lower).toBeGreaterThan(1.77746e-6);
    expect(forty.upper).toBeLessThan(1.7854e-6);
  });

  it("holds row B7, discrete Laplace, and D11, discrete Gaussian, to 1e-8", () => {
    const laplace = once(discreteLaplacePld({ scale: 2, sensitivity: 4 }));
    expect(pldDelta({ events: laplace, epsilon: 0.5 }).estimate).toBeCloseTo(0.54202002, 7);
    expect(pldDelta({ events: laplace, epsilon: 1 }).estimate).toBeCloseTo(0.39346934, 7);
    for (const [variance, epsilon, truth] of [
      [1, 1, 0.14135133940562192],
      [4, 1, 0.0072487768459525825],
      [100, 0.1, 0.008762353923948089],
      [10, 0.5, 0.009963280630586501],
    ]) {
      const gaussian = once(discreteGaussianPld({ sigma: Math.sqrt(variance), sensitivity: 1 }));
      const interval = pldDelta({ events: gaussian, epsilon });
      expectAround(interval, truth);
      expect(Math.abs(interval.estimate - truth)).toBeLessThan(1e-10);
    }
  });

  it("holds row E9, (1, 0.1) and (2, 0.2) together, whose delta at 3 is 0.28", () => {
    const events = [
      { loss: worstCasePld({ epsilon: 1, delta: 0.1 }), times: 1 },
      { loss: worstCasePld({ epsilon: 2, delta: 0.2 }), times: 1 },
    ];
    const interval = pldDelta({ events, epsilon: 3 });
    expectAround(interval, 0.28, 1e-15);
    expect(interval.upper).toBeLessThan(0.2801);
  });
});

/**
 * delta of `times` Laplace releases of one epsilon each, at a total within two of them of the largest loss s + total: a release loses
 * epsilon with probability 1/2, else epsilon less twice an exponential variable, and none can lose as little as -epsilon. So of j such
 * variables the whole shortfall is Gamma(j) times 2, and delta the mean of (1 - e^(shortfall - s))+.
 */
function laplaceDelta(times: number, epsilon: number, total: number): number {
  const room = times * epsilon - total;
  let [delta, ways] = [-expm1(-room), 1];
  for (let j = 1, factorial = 1; j <= times; factorial *= j++) {
    ways *= (times + 1 - j) / j;
    const term = (x: number) => (pow(x / 2, j - 1) * exp(-x / 2) * -expm1(x - room)) / (2 * factorial);
    delta += ways * integrate(term, { lower: 0, upper: room, relativeTolerance: 1e-12 }).value;
  }
  return delta / pow(2, times);
}

const narrow = (upper: number) => Math.min(1e-3, 0.05 * upper);

describe("pldEpsilon near the largest loss", () => {
  it.each([0.5, 3])("is narrow where the largest of Laplace losses of %f has more mass than delta", (epsilon) => {
    let seen = 0;
    for (const times of [1, 2, 4, 10])
      for (const delta of [1e-2, 1e-3, 1e-6]) {
        const loss = laplacePld({ scale: 1, sensitivity: epsilon });
        const { lower, upper } = pldEpsilon({ events: once(loss, times), delta });
        expect(upper - lower).toBeLessThanOrEqual(narrow(upper));
        if (lower < (times - 2) * epsilon) continue;
        seen++;
        expect(laplaceDelta(times, epsilon, lower)).toBeGreaterThanOrEqual(delta * (1 - 1e-9));
        expect(laplaceDelta(times, epsilon, upper)).toBeLessThanOrEqual(delta * (1 + 1e-9));
      }
    expect(seen).toBeGreaterThanOrEqual(5);
  });

  it("is the optimal composition for randomized response", () => {
    for (const times of [1, 4, 40])
      for (const epsilon of [0.5, 3])
        for (const delta of [1e-2, 1e-6]) {
          const interval = pldEpsilon({ events: once(worstCasePld({ epsilon, delta: 0 }), times), delta });
          expectAround(interval, optimalCompositionEpsilon({ epsilon, delta: 0, times, totalDelta: delta }), 1e-12);
          expect(interval.upper - interval.lower).toBeLessThanOrEqual(narrow(interval.upper));
        }
  });

  it("is that of one or two Laplace releases of 2000 each, whose least losses have no mass in float64", () => {
    const loss = laplacePld({ scale: 1, sensitivity: 2000 });
    for (const times of [1, 2]) {
      const { lower, upper } = pldEpsilon({ events: once(loss, times), delta: 1e-3 });
      expect(laplaceDelta(times, 2000, lower)).toBeGreaterThanOrEqual(1e-3 * (1 - 1e-9));
      expect(laplaceDelta(times, 2000, upper)).toBeLessThanOrEqual(1e-3 * (1 + 1e-9));
      expect(upper - lower).toBeLessThan(1e-3);
    }
  });

  it("is narrow for events whose largest losses have no common measure", () => {
    const mixtures = [
      [laplacePld({ scale: 1, sensitivity: 3 }), gaussianPld({ sigma: 1, sensitivity: 1 })],
      [laplacePld({ scale: 1, sensitivity: 1.875 }), discreteLaplacePld({ scale: 1 / 0.158, sensitivity: 3 })],
      [worstCasePld({ epsilon: 1.7707, delta: 0 }), worstCasePld({ epsilon: 0.43, delta: 0 })],
    ];
    for (const [first, second] of mixtures) {
      const events = [
        { loss: first, times: 40 },
        { loss: second, times: 1 },
      ];
      const { lower, estimate, upper } = pldEpsilon({ events, delta: 1e-3 });
      expect(upper - lower).toBeLessThanOrEqual(1e-3);
      expectAround(pldDelta({ events, epsilon: estimate }), 1e-3, 1e-7);
    }
  });
});

describe("pldEpsilon of mechanisms with bounded losses", () => {
  it("agrees with the exact optimal composition, 4.774568 and 4.329637 (Kairouz, Oh, Viswanath)", () => {
    const pure = pldEpsilon({ events: once(worstCasePld({ epsilon: 0.1, delta: 0 }), 100), delta: 1e-6 });
    expectAround(pure, 4.774568, 5e-7);
    const approximate = pldEpsilon({ events: once(worstCasePld({ epsilon: 0.1, delta: 1e-8 }), 100), delta: 1e-5 });
    expectAround(approximate, 4.329637, 5e-7);
  });

  it("agrees with row B9, three sampled Laplace mechanisms whose largest loss is 2.46964", () => {
    const laplace = laplacePld({ scale: 0.5, sensitivity: 1, samplingRate: 0.2 });
    expect(pldEpsilon({ events: once(laplace, 3), delta: 1e-9 }).estimate).toBeCloseTo(2.46964, 4);
  });

  it("is infinite above where delta is below the mass of infinite losses", () => {
    const events = once(worstCasePld({ epsilon: 1, delta: 0.1 }));
    expect(pldEpsilon({ events, delta: 0.01 }).upper).toBe(Infinity);
  });

  it("composes any pair of discrete laws as enumeration does", () => {
    const [first, second] = [
      [0.5, 0.3, 0.2],
      [0.2, 0.3, 0.5],
    ];
    const pair = discretePld(first.map(log), second.map(log));
    let delta = 0;
    const epsilon = 0.7;
    for (let code = 0; code < 81; code++) {
      let [p, q] = [1, 1];
      for (let rest = code, k = 0; k < 4; k++, rest = Math.floor(rest / 3)) {
        p *= first[rest % 3];
        q *= second[rest % 3];
      }
      delta += Math.max(0, p - exp(epsilon) * q);
    }
    expectAround(pldDelta({ events: once(pair, 4), epsilon }), delta);
  });
});

describe("the accountant", () => {
  it("is caught by its own interval when the noise is one percent off", () => {
    const { lower } = pldEpsilon({ events: training(1.5, 0.04, 2250), delta: 1e-5 });
    expect(pldEpsilon({ events: training(1.515, 0.04, 2250), delta: 1e-5 }).upper).toBeLessThan(lower);
  });

  it("refuses empty events, bad counts and probabilities", () => {
    const events = once(gaussianPld({ sigma: 1, sensitivity: 1 }));
    expect(() => pldEpsilon({ events: [], delta: 0.1 })).toThrow("events must be");
    expect(() => pldEpsilon({ events, delta: 1 })).toThrow("delta must be at least 0 and below 1");
    expect(() => pldDelta({ events, epsilon: Number.NaN })).toThrow("epsilon must be finite");
    expect(() => pldDelta({ events: [{ ...events[0], times: 1.5 }], epsilon: 1 })).toThrow("times must be an integer");
    expect(() => subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 2 })).toThrow("samplingRate");
    expect(() => laplacePld({ scale: 0, sensitivity: 1 })).toThrow("scale must be positive");
  });
});
