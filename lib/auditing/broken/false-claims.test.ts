/**
 * Negative controls that are claims, not mechanisms, and have no function of their own to stand beside: each false statement is refuted in
 * closed form, next to the true one.
 *
 * The others stand beside what they concern: the tail of the loss (privacy/loss-tail), the group bound and leaky response
 * (auditing/privacy-algebra), composition without its subtracted term (privacy/optimal-composition), curves without their hull
 * (privacy/trade-off-profile), the smaller delta (mechanisms/simulation-lemma), the risk without a factor (mechanisms/noisy-statistic), the
 * seed's tail of the mean (mechanisms/inverse-sensitivity), atoms without smoothing (mechanisms/joint-quantiles), the biased estimator
 * (mechanisms/warner-response), the zero cell (auditing/discrete-audit).
 */
import { describe, expect, it } from "vitest";
import { majority } from "../../mechanisms/choice/majority.ts";
import { inverseSensitivityMedian } from "../../mechanisms/local-sensitivity/inverse-sensitivity-median.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { lowerGamma } from "../../numerics/incomplete-gamma.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { pow } from "../../numerics/power.ts";
import { gaussianRenyi } from "../../privacy/accounting/renyi-curves.ts";
import { poissonGaussianRenyi } from "../../privacy/accounting/renyi-subsampled.ts";
import { logLogSlope } from "../../statistics/log-log-slope.ts";
import { discreteLaplaceCount } from "./additive-noise.ts";
import { bareOutput } from "./algebra.ts";
import { exponentialChoice } from "./selection.ts";

describe("accuracy of Laplace noise", () => {
  it("is within log(d / beta) scales in the largest coordinate, and not in l1 (claim laplace-accuracy, E03)", () => {
    // The l1 norm over the scale has a gamma law of shape d; printed values at beta = 0.05.
    for (const [d, printed] of [
      [2, 0.883],
      [5, 0.488],
      [10, 0.044],
    ]) {
      const inside = lowerGamma(d, log(d / 0.05));
      expect(Math.abs(inside - printed)).toBeLessThan(5e-4);
      expect(inside).toBeLessThan(0.95);
      expect(pow(1 - 0.05 / d, d)).toBeGreaterThanOrEqual(0.95);
    }
  });

  it("of a histogram has a largest error that grows with the bins (claim counting-histogram-noisymax-accuracy, E22)", () => {
    // The quantile of the largest of m exponential magnitudes of mean 2 / epsilon.
    const quantile = (m: number, beta: number) => -2 * log(1 - pow(1 - beta, 1 / m));
    for (const beta of [0.01, 0.2]) {
      for (const m of [2, 64, 4096]) expect(quantile(m, beta)).toBeLessThanOrEqual(2 * log(m / beta));
      expect(quantile(4096, beta) - quantile(2, beta)).toBeGreaterThan(2 * log(2048) * 0.9);
    }
  });
});

describe("utility of the exponential mechanism (claim exp-utility, E04)", () => {
  it("bounds the chance of a shortfall; the reversed event of the lecture notes is certain", () => {
    for (const options of [2, 10, 1000]) {
      const scores = Array.from({ length: options }, (_, k) => -((7 * k) % options));
      const law = exponentialChoice(scores, 0.5);
      const best = Math.max(...scores);
      for (const beta of [0.01, 0.2]) {
        const gap = 2 * log(options / beta);
        const chance = (event: (score: number) => boolean) =>
          law.support.reduce((sum, k) => sum + (event(scores[k]) ? exp(law.logMass(k)) : 0), 0);
        expect(chance((score) => best - score >= gap)).toBeLessThanOrEqual(beta);
        expect(Math.abs(chance((score) => score - best <= gap) - 1)).toBeLessThan(1e-12);
      }
    }
  });
});

describe("bounds for unbiased answers", () => {
  it("hold for majority rules and not for a constant, which is biased (claims lb-discrete-unbiased and ism-quarter-optimal, E20)", () => {
    // P(right) <= 1 / (1 + e^(-2 D epsilon)) with D the bits to flip; unbiased: no answer is likelier than the right one.
    const voters = 11;
    const bits = (ones: number) => Array.from({ length: voters }, (_, k) => (k < ones ? 1 : 0));
    const constant = bareOutput(1);
    for (const epsilon of [0.1, 1]) {
      const optimal = majority({ epsilon, size: voters, rule: "optimal" });
      for (let ones = 0; ones <= voters; ones++) {
        const [right, changes] = ones > 5 ? [1, ones - 5] : [0, 6 - ones];
        const bound = -log1p(exp(-2 * changes * epsilon));
        const law = optimal.law(bits(ones));
        expect(law.logMass(right)).toBeLessThanOrEqual(bound);
        expect(law.logMass(right)).toBeGreaterThanOrEqual(law.logMass(1 - right));
        expect(constant.logMass(right) > bound).toBe(right === 1);
        expect(constant.logMass(right) >= constant.logMass(1 - right)).toBe(right === 1);
      }
    }
  });

  it("hold for discrete Laplace noise, by a factor of 2, not for a clamped count, which is biased (claim lb-continuous-unbiased)", () => {
    // Variance at least a / (1 - a)^2 with a = e^-epsilon, for unbiased answers.
    for (const epsilon of [0.1, 0.5, 2]) {
      const a = exp(-epsilon);
      const bound = a / (expm1(-epsilon) * expm1(-epsilon));
      const noise = discreteLaplaceCount(0, epsilon, 600);
      const mean = (of: (k: number) => number) =>
        noise.support.reduce((sum, k) => sum + of(k) * exp(noise.logMass(k)), 0);
      expect(Math.abs(mean((k) => k * k) / (2 * bound) - 1)).toBeLessThan(1e-9);
      const clamped = (k: number) => Math.max(0, Math.min(1, k));
      expect(mean((k) => clamped(k) * clamped(k))).toBeLessThan(bound);
      expect(mean(clamped)).toBeGreaterThan(0.1);
    }
  });
});

describe("the smoothed median (claim ism-smoothed)", () => {
  it("finds an atom within its radius, and with radius 0 misses it by a quarter of the range", () => {
    const records = new Array<number>(1001).fill(0.5);
    const spread = (radius: number) => {
      const median = inverseSensitivityMedian({ epsilon: 1, radius, lower: 0, upper: 1 });
      const { cdf } = median.law(records);
      // The mean distance from 0.5, as the integral of both tails.
      let sum = 0;
      for (let k = 0; k < 5000; k++) {
        const distance = (k + 0.5) / 10_000;
        sum += (1 - cdf(0.5 + distance) + cdf(0.5 - distance)) / 10_000;
      }
      return sum;
    };
    expect(Math.abs(spread(0) - 0.25)).toBeLessThan(1e-3);
    expect(spread(0.01)).toBeLessThanOrEqual(0.01);
  });
});

describe("the local model (claim local-vs-central)", () => {
  it("has an error of slope -1/2 in the number of people, where the central one has -1", () => {
    const sizes = [1e2, 1e3, 1e4, 1e5, 1e6];
    const e = exp(1);
    const local = sizes.map((n) => Math.sqrt(e / (expm1(1) * expm1(1)) / n));
    const central = sizes.map((n) => Math.SQRT2 / n);
    const slope = (errors: readonly number[]) => logLogSlope({ x: sizes, y: errors }).slope;
    expect(Math.abs(slope(local) + 0.5)).toBeLessThan(1e-12);
    expect(Math.abs(slope(central) + 1)).toBeLessThan(1e-12);
    expect(Math.abs(local[2] / central[2] - 67.8)).toBeLessThan(0.05);
  });
});

describe("Renyi accounting (claim rdp)", () => {
  it("is another curve when the sampling rate is left out", () => {
    const sampled = poissonGaussianRenyi({ noiseMultiplier: 4, samplingRate: 0.01 });
    const whole = gaussianRenyi({ sigma: 4, sensitivity: 1 });
    for (const order of [2, 8, 20]) expect(whole.epsilonAt(order) / sampled.epsilonAt(order)).toBeGreaterThan(1000);
  });
});
