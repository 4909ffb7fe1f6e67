import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { normalCdf, normalDensity } from "../numerics/normal.ts";
import { integrate } from "../numerics/quadrature.ts";
import { subsampledGaussianPld } from "../privacy/loss/gaussian-pld.ts";
import { pldDelta, pldEpsilon } from "../privacy/loss/pld-accountant.ts";
import { replacedGaussianPld } from "../privacy/loss/replaced-gaussian-pld.ts";
import { stream } from "../random/stream.ts";
import { kolmogorovSmirnov } from "../statistics/kolmogorov-smirnov.ts";
import { momentsOf } from "../statistics/moments.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { linearLoss, logisticLoss } from "./loss.ts";
import {
  type PrivateStochasticGradientParameters,
  privateStochasticGradient,
  stochasticNoiseFor,
} from "./private-stochastic-gradient.ts";

const random = stream(20261115, "private-stochastic-gradient");
const plain: PrivateStochasticGradientParameters = {
  loss: linearLoss,
  clip: 0.5,
  regularisation: 0,
  steps: 1,
  radius: Infinity,
  samplingRate: 0.3,
  batchSize: 0.9,
  stepSize: 1,
  noiseMultiplier: 0.6,
  delta: 1e-3,
  neighbours: "add-remove",
  output: "last",
};

/** Records of one feature with label 1. */
function line(...features: readonly number[]): Dataset {
  return dataset({
    features: Float64Array.from(features),
    labels: Float64Array.from(features, () => 1),
    columns: 1,
  });
}

describe("the noise of private stochastic gradient descent", () => {
  it("loses what two published accountants find", () => {
    // Reference C9: sigma 1.5, q 0.04, 2250 steps, delta 1e-5: 6.76878.
    const mechanism = privateStochasticGradient({
      ...plain,
      steps: 2250,
      samplingRate: 0.04,
      noiseMultiplier: 1.5,
      delta: 1e-5,
    });
    const { guarantee } = mechanism;
    expect(guarantee.kind === "approximate" && guarantee.epsilon).toBeGreaterThanOrEqual(6.76878);
    expect(guarantee.kind === "approximate" && guarantee.epsilon).toBeLessThan(6.7693);
  });

  it("is calibrated to the pair of each relation: what is enough for add-remove is not for swap", () => {
    const plan = { epsilon: 2, delta: 1e-5, times: 50, samplingRate: 0.05, tolerance: 1e-2 };
    const [apart, replaced] = (["add-remove", "swap"] as const).map((neighbours) =>
      stochasticNoiseFor({ ...plan, neighbours }),
    );
    expect(stochasticNoiseFor({ ...plan, neighbours: "zero-out" })).toBe(apart);
    const at = (noiseMultiplier: number, neighbours: "swap" | "add-remove") => {
      const step = { noiseMultiplier, samplingRate: 0.05 };
      const loss = neighbours === "swap" ? replacedGaussianPld(step) : subsampledGaussianPld(step);
      return pldEpsilon({ events: [{ loss, times: 50 }], delta: 1e-5, tolerance: 1e-2 });
    };
    expect(at(apart, "add-remove").lower).toBeLessThanOrEqual(2);
    expect(at(apart, "add-remove").upper).toBeGreaterThan(1.95);
    expect(at(replaced, "swap").lower).toBeLessThanOrEqual(2);
    expect(at(replaced, "swap").upper).toBeGreaterThan(1.95);
    expect(at(apart, "swap").lower).toBeGreaterThan(2.5);
  });

  it("is that of full batches where every record is taken", () => {
    const full = { epsilon: 1, delta: 1e-6, times: 100, samplingRate: 1 };
    const [apart, replaced] = (["add-remove", "swap"] as const).map((neighbours) =>
      stochasticNoiseFor({ ...full, neighbours }),
    );
    expect(replaced / apart).toBeCloseTo(2, 10);
  });
});

describe("private stochastic gradient descent", () => {
  it("steps by the noisy sum over the nominal batch, whatever the sample's size", () => {
    const mechanism = privateStochasticGradient(plain);
    // Three records of gradient -C: the sum is minus C times a binomial, and the divisor 0.9 = q n.
    const data = line(1, 1, 1);
    const draws = Array.from({ length: 4000 }, () => mechanism.release(data, random)[0]);
    const weights = [0.343, 0.441, 0.189, 0.027];
    const law = (divisor: number, noise: number) => (x: number) =>
      weights.reduce((sum, mass, k) => sum + mass * normalCdf((x * divisor - 0.5 * k) / (0.5 * noise)), 0);
    expect(kolmogorovSmirnov(draws, law(0.9, 0.6)).pValue).toBeGreaterThan(0.001);
    expect(kolmogorovSmirnov(draws, law(1, 0.6)).pValue).toBeLessThan(1e-4);
    expect(kolmogorovSmirnov(draws, law(0.9, 0.9)).pValue).toBeLessThan(1e-4);
  });

  it("has, with a canary and without, just the laws of the pair it is accounted by", () => {
    // One canary of gradient C among records of gradient 0, one step: (1 - q) N(0) + q N(1) against N(0), in units of C.
    const mechanism = privateStochasticGradient({ ...plain, batchSize: 1 });
    const [q, z] = [0.3, 0.6];
    const draw = (data: Dataset) => Array.from({ length: 2500 }, () => mechanism.release(data, random)[0] / 0.5);
    const present = (x: number) => (1 - q) * normalCdf(x / z) + q * normalCdf((x - 1) / z);
    expect(kolmogorovSmirnov(draw(line(0, 1, 0)), present).pValue).toBeGreaterThan(0.001);
    expect(kolmogorovSmirnov(draw(line(0, 0)), (x) => normalCdf(x / z)).pValue).toBeGreaterThan(0.001);
    const density = (x: number) => ((1 - q) * normalDensity(x / z) + q * normalDensity((x - 1) / z)) / z;
    const delta = integrate((x) => Math.max(0, density(x) - (exp(0.5) * normalDensity(x / z)) / z), {
      lower: -6,
      upper: 8,
      kinks: [0, 1],
      relativeTolerance: 1e-9,
    }).value;
    const found = pldDelta({ events: [{ loss: mechanism.stepLoss, times: 1 }], epsilon: 0.5 });
    expect(found.upper).toBeGreaterThanOrEqual(delta * (1 - 1e-7));
    expect(found.lower).toBeLessThanOrEqual(delta * (1 + 1e-7));
  });

  it("is broken by dividing by the size of the sample", () => {
    // Claim dp-sgd: seven others of gradient -C, q = 1/2, so that the nominal batch is 4 and the noise on the mean z C / 4. A
    // canary of gradient C
    // that joins m others moves the mean of the sample by 2 C / (m + 1), which is C / 4 at the least.
    const [q, z, epsilon] = [0.5, 2, 0.45];
    const sizes = [1, 7, 21, 35, 35, 21, 7, 1].map((ways) => ways / 128);
    const bell = (x: number, centre: number) => (normalDensity((x - centre) / (z / 4)) * 4) / z;
    const without = (x: number) => sizes.reduce((sum, mass, m) => sum + mass * bell(x, m === 0 ? 0 : -1), 0);
    const joined = (x: number) => sizes.reduce((sum, mass, m) => sum + mass * bell(x, (1 - m) / (m + 1)), 0);
    const { value } = integrate((x) => Math.max(0, (1 - q) * without(x) + q * joined(x) - exp(epsilon) * without(x)), {
      lower: -8,
      upper: 8,
      kinks: [-1, 0, 1],
      relativeTolerance: 1e-8,
    });
    const { stepLoss } = privateStochasticGradient({
      ...plain,
      samplingRate: q,
      noiseMultiplier: z,
      delta: 1e-3,
    });
    const claimed = pldDelta({ events: [{ loss: stepLoss, times: 1 }], epsilon });
    expect(value).toBeGreaterThan(3 * claimed.upper);
  });

  it("takes empty samples in its stride", () => {
    const mechanism = privateStochasticGradient({
      ...plain,
      steps: 40,
      samplingRate: 1e-6,
      batchSize: 1,
      stepSize: 0.1,
    });
    const draws = Array.from({ length: 500 }, () => mechanism.release(line(1, 1), random)[0]);
    const { mean, squares, count } = momentsOf(draws);
    const variance = 40 * (0.1 * 0.3) * (0.1 * 0.3); // nothing but noise
    expect(Math.abs(squares / (count - 1) / variance - 1)).toBeLessThan(0.26); // four standard errors of sqrt(2 / 500)
    expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(variance / count));
  });

  it("learns, and draws the same from the same stream", () => {
    const data = sampleLogistic({ size: 2000, truth: [4, -3, 2] }, stream(5, "records"));
    const mechanism = privateStochasticGradient({
      ...plain,
      loss: logisticLoss,
      clip: 1,
      regularisation: 0.01,
      steps: 200,
      radius: 10,
      samplingRate: 0.05,
      batchSize: 100,
      noiseMultiplier: 1,
      delta: 1e-5,
    });
    const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
    const one = mechanism.descend(data, stream(6, "run"));
    const other = mechanism.descend(data, stream(6, "run"));
    expect(one).toEqual(other);
    expect(risk.value(one.last)).toBeLessThan(risk.value(new Float64Array(3)) - 0.1);
    expect(risk.value(one.average)).toBeLessThan(risk.value(new Float64Array(3)) - 0.1);
  });

  it("refuses relations and rates that it has no pair for", () => {
    const make = (change: object) => () => privateStochasticGradient({ ...plain, ...change });
    expect(make({ neighbours: "event" })).toThrow('neighbours must be one of add-remove, zero-out, swap, got "event"');
    expect(make({ samplingRate: 0 })).toThrow("samplingRate must be");
    expect(make({ batchSize: 0 })).toThrow("batchSize must be positive");
    expect(make({ noiseMultiplier: undefined, epsilon: 1, delta: 0 })).toThrow("delta must be");
    expect(make({ epsilon: 1 })).toThrow(
      'given once, as epsilon with delta or guarantee or noiseMultiplier with delta, got "epsilon and delta and noiseMultiplier"',
    );
    expect(make({ noiseMultiplier: -1, delta: 0.1 })).toThrow("noiseMultiplier must be");
  });
});
