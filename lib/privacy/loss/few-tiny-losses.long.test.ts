/**
 * Few releases at a tiny sampling rate, where a grid errs by 2^-53 of the whole mass. Truths: two and three steps of the sampled
 * Gaussian by nested quadrature of differences that lose no digits, and the limit of small rates, in which epsilon and delta are
 * proportional to the rate.
 */
import { describe, expect, it } from "vitest";
import { expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../../numerics/normal.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { subsampledGaussianPld } from "./gaussian-pld.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";

interface Sampled {
  readonly noiseMultiplier: number;
  readonly samplingRate: number;
}

/** The delta of few steps, records removed: E H(epsilon - L) over all steps but the last, whose H is in closed form. */
function deltaOfSteps({ noiseMultiplier: noise, samplingRate: rate }: Sampled, times: number): (e: number) => number {
  const above = (x: number) => normalCdf(-x / noise);
  if (times === 1)
    return (epsilon) => {
      // P / Q is at least 1 - rate.
      const odds = (expm1(epsilon) + rate) / rate;
      if (odds <= 0) return -expm1(epsilon);
      const x = noise * noise * log(odds) + 0.5;
      return Math.max(0, rate * (above(x - 1) - above(x)) - expm1(epsilon) * above(x));
    };
  const rest = deltaOfSteps({ noiseMultiplier: noise, samplingRate: rate }, times - 1);
  const density = (x: number) => normalDensity(x / noise) / noise;
  const loss = (x: number) => log1p(rate * expm1((x - 0.5) / (noise * noise)));
  return (epsilon) => {
    // Where the loss alone is epsilon; below every loss the rest is nearly linear in it.
    const corner = noise * noise * log1p(Math.max(-0.99, expm1(epsilon) / rate)) + 0.5;
    return integrate((x) => (density(x) + rate * (density(x - 1) - density(x))) * rest(epsilon - loss(x)), {
      lower: -10 * noise,
      upper: 1 + 12 * noise,
      kinks: [-3 * noise, 0, 1, corner - noise / 8, corner, corner + noise / 8],
      // The rest is to be smoother than what is asked of the whole.
      relativeTolerance: times === 2 ? 1e-8 : 1e-5,
      absoluteTolerance: 1e-22,
    }).value;
  };
}

const sampled = (step: Sampled, times: number) => [{ loss: subsampledGaussianPld(step), times }];

describe("the oracle", () => {
  it("is that of one release, which is integrated without it", () => {
    for (const noiseMultiplier of [0.5, 1]) {
      const step = { noiseMultiplier, samplingRate: 1e-9 };
      for (const epsilon of [1e-8, 1e-7]) {
        const { lower, upper } = pldDelta({ events: sampled(step, 1), epsilon });
        expect(deltaOfSteps(step, 1)(epsilon)).toBeGreaterThan(lower * (1 - 1e-9));
        expect(deltaOfSteps(step, 1)(epsilon)).toBeLessThan(upper * (1 + 1e-9));
      }
    }
  });
});

describe.each([
  [0.5, 1e-9, 2, 1e-12],
  [0.5, 1e-9, 3, 1e-12],
  [1, 1e-9, 2, 1e-12],
  [1, 1e-9, 3, 1e-12],
  [1, 1e-7, 2, 1e-12],
])("for noise %d, rate %d, %d releases, delta %d", (noiseMultiplier, samplingRate, times, delta) => {
  const step = { noiseMultiplier, samplingRate };
  const truth = deltaOfSteps(step, times);

  it("the epsilon is certified to a percent, and its ends lie on both sides of delta", () => {
    const { lower, estimate, upper } = pldEpsilon({ events: sampled(step, times), delta });
    expect(upper - lower).toBeLessThan(0.01 * upper);
    expect(truth(lower)).toBeGreaterThan(delta * (1 - 1e-5));
    expect(truth(upper)).toBeLessThan(delta * (1 + 1e-5));
    // An epsilon two percent off is refused.
    expect(truth(1.02 * estimate)).toBeLessThan(delta * (1 - 1e-3));
    expect(truth(0.98 * estimate)).toBeGreaterThan(delta * (1 + 1e-3));
  });
});

describe.each([
  [1, 1e-9, 2, 1e-9],
  [1, 1e-8, 2, 1e-7],
])("for noise %d, rate %d, %d releases, epsilon %d", (noiseMultiplier, samplingRate, times, epsilon) => {
  const step = { noiseMultiplier, samplingRate };

  it("the delta lies between what one release loses and what basic composition says", () => {
    const [one, truth] = [deltaOfSteps(step, 1), deltaOfSteps(step, times)(epsilon)];
    const { lower, upper } = pldDelta({ events: sampled(step, times), epsilon });
    expect(lower).toBeLessThan(truth * (1 + 1e-5));
    expect(upper).toBeGreaterThan(truth * (1 - 1e-5));
    expect(lower).toBeGreaterThan(one(epsilon) * (1 - 1e-5));
    expect(upper).toBeLessThan(times * one(epsilon / times) * (1 + 1e-5));
  });
});

describe("more releases", () => {
  const epsilonOf = (times: number, rate = 1e-9, delta = 1e-12) =>
    pldEpsilon({ events: sampled({ noiseMultiplier: 0.5, samplingRate: rate }, times), delta });

  it("have an epsilon that rises, up to that of many, within a percent", () => {
    const all = [2, 10, 100, 500].map((times) => epsilonOf(times));
    for (const [k, { lower, upper }] of all.entries()) {
      expect(upper - lower).toBeLessThan(0.01 * upper);
      if (k > 0) expect(lower).toBeGreaterThan(all[k - 1].upper);
    }
  });

  it("have an epsilon in proportion to the rate, at a delta that is too", () => {
    const [one, ten] = [epsilonOf(10, 1e-9, 1e-12), epsilonOf(10, 1e-8, 1e-11)];
    expect(10 * one.lower).toBeLessThan(ten.upper * 1.001);
    expect(10 * one.upper).toBeGreaterThan(ten.lower * 0.999);
    expect(one.upper - one.lower).toBeLessThan(0.01 * one.upper);
  });
});

describe("releases that never lose their share of epsilon", () => {
  it("keep the end of delta that the transform gives, as stored results have it", () => {
    const { add } = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.2 });
    const { lower, upper } = pldDelta({ events: [{ loss: { remove: add, add }, times: 2 }], epsilon: 0.5 });
    expect({ lower, upper }).toEqual({ lower: 0, upper: 4.638104487048474e-18 });
  });
});
