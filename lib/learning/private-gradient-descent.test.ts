import { describe, expect, it } from "vitest";
import { normalCdf } from "../numerics/normal.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { deltaAt } from "../privacy/accounting/mechanism-profile.ts";
import { zeroConcentratedRhoForClassic } from "../privacy/conversions/zero-concentrated-conversions.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { gaussianDelta, gaussianEpsilon } from "../privacy/loss/gaussian-profile.ts";
import { stream } from "../random/stream.ts";
import { kolmogorovSmirnov } from "../statistics/kolmogorov-smirnov.ts";
import { momentsOf, standardError } from "../statistics/moments.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { linearLoss, logisticLoss } from "./loss.ts";
import { type PrivateGradientDescentParameters, privateGradientDescent } from "./private-gradient-descent.ts";
import { riskSolver } from "./risk-solver.ts";

const random = stream(20261115, "private-gradient-descent");
const rho = zeroConcentratedRhoForClassic({ epsilon: 1, delta: 1e-6 });
const logistic: PrivateGradientDescentParameters = {
  loss: logisticLoss,
  clip: 1,
  regularisation: 0.01,
  steps: 100,
  radius: 10,
  guarantee: zeroConcentrated(rho),
  neighbours: "swap",
  output: "average",
};
/** Constant gradients: nothing but their sum is in the last iterate. */
const constant: PrivateGradientDescentParameters = {
  ...logistic,
  loss: linearLoss,
  regularisation: 0,
  steps: 20,
  radius: Infinity,
  stepSize: 0.5,
  output: "last",
};

/** Records of feature 1 with label 1, but the first. */
function line(rows: number, label: number, feature = 1): Dataset {
  const labels = new Float64Array(rows).fill(1).with(0, label);
  return dataset({ features: new Float64Array(rows).fill(feature), labels, columns: 1 });
}

describe("the noise of private gradient descent", () => {
  it("is the sensitivity times sqrt(T / (2 rho)) for a zero-concentrated guarantee", () => {
    const mechanism = privateGradientDescent(logistic);
    expect(rho).toBeCloseTo(0.017468904769123432, 15); // Claims 14, Bun and Steinke
    expect(mechanism.sigma(500)).toBeCloseTo((2 / 500) * Math.sqrt(100 / (2 * rho)), 12);
    expect(mechanism.mu).toBeCloseTo(Math.sqrt(2 * rho), 14);
    const nulled = privateGradientDescent({ ...logistic, neighbours: "zero-out" });
    expect(nulled.sigma(500) / mechanism.sigma(500)).toBeCloseTo(0.5, 14);
  });

  it("is less for (epsilon, delta), by the exact profile, and never too little", () => {
    const exact = privateGradientDescent({ ...logistic, guarantee: approximate(1, 1e-6) });
    expect(exact.sigma(500)).toBeLessThan(privateGradientDescent(logistic).sigma(500));
    expect(gaussianDelta({ epsilon: 1, mu: exact.mu })).toBeLessThanOrEqual(1e-6 * (1 + 1e-14)); // it rounds log delta
    expect(gaussianDelta({ epsilon: 1, mu: 1.0001 * exact.mu })).toBeGreaterThan(1e-6);
    expect(deltaAt(exact, 1).upper).toBeLessThan(1.001e-6);
    const gaussian = privateGradientDescent({ ...logistic, guarantee: gaussianDp(0.5) });
    expect(gaussian.noiseMultiplier).toBeCloseTo(20, 12);
  });
});

describe("private gradient descent", () => {
  it("is as private as its mu says on constant gradients, and on none less", () => {
    const mechanism = privateGradientDescent({ ...constant, clip: 0.4 });
    for (const rows of [1, 7]) {
      const step = 0.5 * mechanism.sigma(rows);
      const sigma = Math.sqrt(20) * step;
      // The last iterate is eta T times the mean clipped gradient plus the noise of T steps.
      const centres = [1, -1].map((label) => 20 * 0.5 * ((0.4 * (rows - 1) + 0.4 * label) / rows));
      const mu = (centres[0] - centres[1]) / sigma;
      expect(Math.abs(mu / mechanism.mu - 1)).toBeLessThan(1e-11);
      expect(mu).toBeLessThanOrEqual(mechanism.mu);
      const draws = Array.from({ length: 3000 }, () => mechanism.release(line(rows, -1), random)[0]);
      const law = (scale: number) => (x: number) => normalCdf((x - centres[1]) / (scale * sigma));
      expect(kolmogorovSmirnov(draws, law(1)).pValue).toBeGreaterThan(0.001);
      expect(momentsOf(draws).squares / 2999 / (sigma * sigma)).toBeGreaterThan(0.87); // four standard errors
    }
  });

  it("is broken with the noise of C / n under swap, and with max for min in the clip", () => {
    // Claim dp-gd: the noise of C / n doubles mu; for a target of 1 at delta 1e-6 the exact epsilon is 1.640, delta(1) is 7.0e-4.
    const mechanism = privateGradientDescent(constant);
    const halved = privateGradientDescent({ ...constant, neighbours: "zero-out" });
    const doubled = (2 / halved.sigma(1) / Math.sqrt(20)) * 20;
    expect(doubled / mechanism.mu).toBeCloseTo(2, 10);
    expect(gaussianEpsilon({ delta: 1e-6, mu: doubled })).toBeCloseTo(1.64, 3);
    expect(gaussianDelta({ epsilon: 1, mu: doubled })).toBeCloseTo(7.0e-4, 5);
    // Claim clip: z max(1, C / ||z||) leaves a gradient of norm 10 C alone: mu is ten times the claim.
    const unclipped = 10 * Math.max(1, 1 / 10);
    expect(((2 * unclipped) / mechanism.sigma(1) / Math.sqrt(20)) * 20).toBeCloseTo(10 * mechanism.mu, 8);
    // Ours clips it: features of norm 10 move the first step no further than C.
    const precise = privateGradientDescent({ ...constant, steps: 1, guarantee: gaussianDp(1e9) });
    expect(precise.release(line(1, 1, 10), random)[0]).toBeCloseTo(0.5, 7);
    expect(precise.release(line(1, 1, 0.25), random)[0]).toBeCloseTo(0.125, 7);
  });

  it("adds the gradient of the penalty after clipping, averages over T and projects", () => {
    const quiet = gaussianDp(1e10);
    const two = { ...constant, regularisation: 0.5, clip: 0.1, steps: 3, stepSize: 1, guarantee: quiet };
    // w = 0, 0.1, 0.1 + 0.1 - 0.05 = 0.15, 0.15 + 0.1 - 0.075 = 0.175.
    const { last, average } = privateGradientDescent(two).descend(line(4, 1), random);
    expect(last[0]).toBeCloseTo(0.175, 7);
    expect(average[0]).toBeCloseTo(0.25 / 3, 7);
    const bounded = privateGradientDescent({ ...two, radius: 0.12 }).descend(line(4, 1), random);
    expect(bounded.last[0]).toBeCloseTo(0.12, 12);
    expect(privateGradientDescent({ ...two, output: "average" }).release(line(4, 1), random)[0]).toBeCloseTo(
      0.25 / 3,
      7,
    );
  });

  it("finds the minimiser where there is hardly any noise, and does not ascend", () => {
    const data = sampleLogistic({ size: 600, truth: [2, -1] }, random);
    const { weights } = riskSolver(data, logisticLoss).solve({ regularisation: 0.05 });
    const mechanism = privateGradientDescent({
      ...logistic,
      regularisation: 0.05,
      steps: 3000,
      stepSize: 2,
      guarantee: gaussianDp(1e8),
      output: "last",
    });
    const found = mechanism.release(data, random);
    expect(norm(found.map((x, j) => x - weights[j]))).toBeLessThan(1e-6);
  });

  it.each([
    [500, 0.0265],
    [2000, 0.0117],
  ])("has the excess risk of the pilot, below its bound: n = %d", (rows, expected) => {
    // Claims H4: d = 5, T = 100, average, epsilon = 1 at delta = 1e-6 through rho; tolerance 10 %.
    const mechanism = privateGradientDescent(logistic);
    const truth = [4, -3, 2, 0, 0];
    const excess = momentsOf(
      Array.from({ length: rows === 500 ? 60 : 20 }, (_, k) => {
        const data = sampleLogistic({ size: rows, truth }, stream(k, "pilot", rows));
        const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
        const { value } = riskSolver(data, logisticLoss).solve({ regularisation: 0.01 });
        return risk.value(mechanism.release(data, random)) - value;
      }),
    );
    expect(Math.abs(excess.mean - expected)).toBeLessThan(0.1 * expected + 4 * standardError(excess));
    const bound = mechanism.excessBound({ rows, dimension: 5 });
    const s = mechanism.sigma(rows);
    expect(excess.mean).toBeLessThan(bound);
    const eta = 10 / Math.sqrt(100 * (1.1 * 1.1 + 5 * s * s));
    const best = privateGradientDescent({ ...logistic, stepSize: eta }).excessBound({ rows, dimension: 5 });
    expect(best).toBeCloseTo(10 * Math.sqrt((1.1 * 1.1 + 5 * s * s) / 100), 10);
    expect(best).toBeLessThanOrEqual(bound);
  });

  it("refuses relations that it is not calibrated for, and guarantees that Gaussian noise cannot give", () => {
    const make = (change: object) => () => privateGradientDescent({ ...logistic, ...change });
    expect(make({ neighbours: "add-remove" })).toThrow('neighbours must be swap or zero-out, got "add-remove"');
    expect(make({ guarantee: pure(1) })).toThrow("guarantee must be approximate or zero-concentrated or gaussian");
    expect(make({ guarantee: zeroConcentrated(0) })).toThrow("rho must be positive");
    expect(make({ steps: 0 })).toThrow("steps must be an integer of at least 1");
    expect(make({ radius: Number.NaN })).toThrow("radius must be positive, got NaN");
    expect(make({ output: "best" })).toThrow("output must be");
    const tight = privateGradientDescent({ ...logistic, clip: 0.5 });
    expect(() => tight.excessBound({ rows: 5, dimension: 1 })).toThrow("clip must be at least the Lipschitz constant");
  });
});
