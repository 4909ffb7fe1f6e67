/**
 * Few large losses among many small ones. Truths: sums over all counts of four atoms, and at tiny sampling rates intervals of the
 * inverted transform, a method that shares nothing with this one but the cells (noise .4 and .5: before large losses were counted,
 * in 1.4 s each).
 */
import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { subsampledGaussianPld } from "./gaussian-pld.ts";
import { deltaQuestion, epsilonQuestion } from "./loss-question.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import { rareInterval } from "./rare-losses.ts";

interface FourAtoms {
  readonly times: number;
  /** Small losses are this, up or down. */
  readonly small: number;
  readonly up: number;
  readonly large: readonly { readonly loss: number; readonly mass: number }[];
}

/** delta by all counts of either large loss and of small losses that go up. */
function deltaByCounts({ times, small, up, large: [one, two] }: FourAtoms, epsilon: number): number {
  const mass = (trials: number, successes: number, probability: number) =>
    exp(binomialLogMass({ trials, successes, probability }));
  let sum = 0;
  for (let i = 0; i <= 12; i++)
    for (let j = 0; j <= 12; j++) {
      const others = times - i - j;
      const share = mass(times, i, one.mass) * mass(times - i, j, two.mass / (1 - one.mass));
      for (let k = 0; k <= others && share > 1e-40; k++) {
        const loss = i * one.loss + j * two.loss + (2 * k - others) * small;
        if (loss > epsilon) sum -= share * mass(others, k, up) * expm1(epsilon - loss);
      }
    }
  return sum;
}

function partOf({ times, small, up, large }: FourAtoms) {
  const rest = 1 - large[0].mass - large[1].mass;
  const atoms = [{ loss: -small, mass: (1 - up) * rest }, { loss: small, mass: up * rest }, ...large];
  return { pieces: { atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 }, times };
}

const models: readonly FourAtoms[] = [
  {
    times: 1000,
    small: 1e-6,
    up: 0.5,
    large: [
      { loss: 0.05, mass: 2e-5 },
      { loss: 0.083, mass: 3e-6 },
    ],
  },
  {
    times: 600,
    small: 3e-7,
    up: 0.51,
    large: [
      { loss: 0.3, mass: 1e-4 },
      { loss: 0.011, mass: 4e-4 },
    ],
  },
  {
    times: 700,
    small: 2e-7,
    up: 0.4,
    large: [
      { loss: 1.5, mass: 1e-7 },
      { loss: 0.02, mass: 1e-3 },
    ],
  },
];

describe("rareInterval", () => {
  it.each([0.06, 0.12, 0.17])(
    "holds the delta of three models by enumeration at epsilon %d, and its epsilon",
    (epsilon) => {
      for (const model of models) {
        const truth = deltaByCounts(model, epsilon);
        const part = partOf(model);
        const delta = rareInterval(part, deltaQuestion(epsilon, 0.02));
        if (delta === undefined) throw new Error("no interval");
        expect(delta.lower).toBeLessThanOrEqual(truth * (1 + 1e-11));
        expect(delta.upper).toBeGreaterThanOrEqual(truth * (1 - 1e-11));
        expect(delta.upper - delta.lower).toBeLessThan(0.05 * truth);
        // A delta 5 % off is refused.
        expect(delta.upper).toBeLessThan(1.05 * truth);
        expect(delta.lower).toBeGreaterThan(0.95 * truth);
        const there = rareInterval(part, epsilonQuestion(truth, undefined));
        if (there === undefined) throw new Error("no interval");
        expect(there.lower).toBeLessThanOrEqual(epsilon * (1 + 1e-9));
        expect(there.upper).toBeGreaterThanOrEqual(epsilon * (1 - 1e-9));
        expect(there.upper - there.lower).toBeLessThan(0.02 * epsilon);
      }
    },
  );

  it("holds infinite losses and the tails that are cut", () => {
    const part = partOf(models[0]);
    const cut = { ...part, pieces: { ...part.pieces, infinite: 1e-12, beyond: 1e-12 } };
    const [whole, more] = [part, cut].map((each) => rareInterval(each, deltaQuestion(0.12, 0.02)));
    const infinite = -expm1(1000 * log1p(-1e-12));
    expect((more?.lower ?? 0) - (whole?.lower ?? 0)).toBeCloseTo(infinite, 12);
    expect((more?.upper ?? 0) - (whole?.upper ?? 0)).toBeCloseTo(2 * infinite, 12);
  });

  it("has no answer where the sum of small losses decides", () => {
    const even = { times: 1000, small: 0.01, up: 0.5, large: models[0].large };
    expect(rareInterval(partOf(even), epsilonQuestion(1e-5, undefined))).toBeUndefined();
  });
});

describe("pldEpsilon where one large loss decides", () => {
  const sampled = (noiseMultiplier: number, samplingRate: number, times: number) => [
    { loss: subsampledGaussianPld({ noiseMultiplier, samplingRate }), times },
  ];

  it.each([
    [0.4, 1e-6, 1e4, 1e-8, 1.06038, 1.06046],
    [0.5, 1e-7, 1e6, 1e-12, 0.276486, 0.276726],
  ])(
    "agrees with the inversion for noise %d, rate %d, %d releases, delta %d",
    (noise, rate, times, delta, low, high) => {
      const { lower, upper } = pldEpsilon({ events: sampled(noise, rate, times), delta });
      expect(lower).toBeGreaterThan(low);
      expect(upper).toBeLessThan(high);
    },
  );

  it.each([
    [0.5, 1e-7, 1e4, 1e-12],
    [0.5, 1e-7, 1e3, 1e-12],
    [0.4, 1e-7, 1e3, 1e-12],
  ])(
    "is within a percent for noise %d, rate %d, %d releases, delta %d, and delta there as well",
    (noise, rate, times, delta) => {
      const events = sampled(noise, rate, times);
      const { lower, estimate, upper } = pldEpsilon({ events, delta });
      expect(upper - lower).toBeLessThan(0.01 * upper);
      const all = pldDelta({ events, epsilon: estimate });
      expect(all.upper - all.lower).toBeLessThan(2e-3 * all.upper);
      expect(all.lower).toBeLessThan(1.01 * delta);
      expect(all.upper).toBeGreaterThan(0.99 * delta);
    },
  );
});
