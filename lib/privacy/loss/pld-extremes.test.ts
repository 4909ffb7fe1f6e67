/** Losses at the edges: rates next to 1, losses of very different size, all or nothing. Truths by mpmath, 50 digits, or by closed forms. */
import { describe, expect, it } from "vitest";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { compose } from "../accounting/composed-privacy.ts";
import { deltaAt } from "../accounting/mechanism-profile.ts";
import { pure } from "../guarantees/guarantee.ts";
import { discreteGaussianPld, discretePld, randomizedResponsePld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { gaussianEpsilon } from "./gaussian-profile.ts";
import { laplacePld } from "./laplace-pld.ts";
import type { DiscreteLaw } from "./law.ts";
import { logMixture } from "./log-mixture.ts";
import { mixtureGaussianPld } from "./mixture-gaussian-pld.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import type { PldPair } from "./privacy-loss.ts";
import { sampledFinitePld } from "./sampled-pld.ts";

const once = (...losses: readonly PldPair[]) => losses.map((loss) => ({ loss, times: 1 }));

describe("the loss of a sampled record", () => {
  it("keeps its digits at rates next to 1, where nearly nothing is left of the sum", () => {
    // log(1 - q + q e^z) of these very float64 numbers.
    for (const [rate, z, truth] of [
      [0.99999999999, -30, -25.319121829315193],
      [0.5, -1, -0.3798854930417225],
      [1e-9, -30, -1.0000000004999063e-9],
      [0.25, 700, 698.6137056388801],
    ])
      expect(Math.abs(logMixture(rate, z) / truth - 1)).toBeLessThan(1e-15);
  });

  it("is within the interval where adding a record is the worse direction", () => {
    const sampled = sampledFinitePld(worstCasePld({ epsilon: 30, delta: 0 }), 0.99999999999);
    const loss = 25.319121829315193;
    const small = log(0.5) - loss;
    const other = discretePld([log1p(-exp(small)), small], [log(0.5), log(0.5)]);
    const { lower, upper } = pldEpsilon({ events: once(other, sampled), delta: 1e-6 });
    // Both lose as much, and together with probability 1/2 but for e^-30: 1 - e^(epsilon - 2 loss) is 2e-6.
    const truth = 2 * loss + log1p(-2e-6);
    expect(lower).toBeLessThanOrEqual(truth + 1e-12);
    expect(upper).toBeGreaterThanOrEqual(truth - 1e-12);
    expect(upper - lower).toBeLessThan(1e-9);
    expect(pldDelta({ events: once(other, sampled), epsilon: 50.638239 }).upper).toBeGreaterThan(2.32e-6);
    const strong = laplacePld({ scale: 1, sensitivity: 40, samplingRate: 1 - 1e-12 });
    const [atom] = strong.add.pieces(1).atoms;
    expect(Math.abs(atom.loss - 27.63103898945)).toBeLessThan(1e-10);
  });
});

describe("losses of very different size", () => {
  it.each([1e-6, 1e-7, 1e-10])("have a delta beside one of 1 that is %d as large", (small) => {
    const events = once(worstCasePld({ epsilon: 1, delta: 0 }), worstCasePld({ epsilon: small, delta: 0 }));
    const { lower, upper } = pldDelta({ events, epsilon: 0.5 });
    // Of the large one alone, and at most what the small one could add.
    const alone = 0.2876491367150652; // (e - e^0.5) / (1 + e)
    expect(lower).toBeLessThanOrEqual(alone + small);
    expect(lower).toBeGreaterThan(alone * 0.99);
    expect(upper).toBeGreaterThanOrEqual(alone);
    expect(upper).toBeLessThan(alone * 1.01);
  });

  it("have an epsilon: discrete Gaussian noise of a large scale is nearly Gaussian noise", () => {
    const events = once(discreteGaussianPld({ sigma: 1000, sensitivity: 1000 }));
    const { lower, upper } = pldEpsilon({ events, delta: 1e-6 });
    const truth = gaussianEpsilon({ mu: 1, delta: 1e-6 });
    expect(Math.abs(lower / truth - 1)).toBeLessThan(1e-3);
    expect(Math.abs(upper / truth - 1)).toBeLessThan(1e-3);
  });
});

describe("an epsilon is at most the largest loss", () => {
  it("however small delta is, where no loss is infinite", () => {
    const { upper } = compose([
      { mechanism: laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }), times: 1 },
    ]).epsilonAt(1e-14);
    expect(upper).toBeGreaterThanOrEqual(1 - 3e-14);
    expect(upper).toBeLessThan(1 + 1e-9);
    const responses = once(randomizedResponsePld({ noise: 0.295, categories: 9 }));
    expect(pldEpsilon({ events: responses, delta: 1.8e-240 }).upper).toBeLessThan(log(1 + (9 * 0.705) / 0.295) + 1e-9);
    const seven = [{ loss: worstCasePld({ epsilon: 0.114, delta: 0 }), times: 7 }];
    expect(pldEpsilon({ events: seven, delta: 3.8e-115 }).upper).toBeLessThan(7 * 0.114 + 1e-9);
    expect(
      pldEpsilon({ events: once(gaussianPld({ sigma: 1, sensitivity: 1.8e-6 })), delta: 3.5e-20 }).upper,
    ).toBeLessThan(1e-3);
  });
});

describe("laws that tell everything", () => {
  it("have delta 1 and no epsilon", () => {
    const disjoint = once(discretePld([-Infinity, 0], [0, -Infinity]));
    expect(pldDelta({ events: disjoint, epsilon: 3 })).toEqual({ lower: 1, estimate: 1, upper: 1 });
    expect(pldEpsilon({ events: disjoint, delta: 0.1 }).upper).toBe(Infinity);
  });

  it("nearly: normal laws whose centres are all far away have the epsilon of the nearest and farthest", () => {
    const events = once(mixtureGaussianPld({ sigma: 1, sensitivities: [7, 7.5], probabilities: [0.5, 0.5] }));
    const { lower, upper } = pldEpsilon({ events, delta: 1e-5 });
    expect(lower).toBeGreaterThan(gaussianEpsilon({ mu: 7, delta: 1e-5 }));
    expect(upper).toBeLessThan(gaussianEpsilon({ mu: 7.5, delta: 1e-5 }));
    expect(upper - lower).toBeLessThan(0.1);
  });
});

describe("deltaAt", () => {
  it.each([1e-6, 1e-12])("does not count a neglected mass of %d as found", (neglected) => {
    const law: DiscreteLaw<number> = {
      kind: "discrete",
      support: [0],
      logMass: (output) => (output === 0 ? log1p(-neglected) : -Infinity),
      neglected,
    };
    const mechanism = {
      name: "silent",
      neighbours: "swap",
      guarantee: pure(1),
      release: () => 0,
      law: () => law,
      worstPair: () => [0, 1] as const,
    } as const;
    expect(deltaAt(mechanism, 0.5).lower).toBe(0);
  });
});

describe("tails that float64 cannot cut far enough out", () => {
  it.each([
    [30, 1e5, 1e-300],
    [12, 5000, 1e-300],
    [100, 2e5, 1e-295],
    [40, 30_000, 1e-150],
  ])(
    "leave a finite interval about the closed form of Gaussian noise: sigma %s, %s times, delta %s",
    (sigma, times, delta) => {
      const { lower, upper } = pldEpsilon({ events: [{ loss: gaussianPld({ sigma, sensitivity: 1 }), times }], delta });
      const exact = gaussianEpsilon({ delta, mu: Math.sqrt(times) / sigma });
      expect(lower).toBeLessThanOrEqual(exact);
      expect(upper).toBeGreaterThanOrEqual(exact);
      expect(upper - lower).toBeLessThan(1e-4 * exact);
    },
  );

  it("leave a finite interval where the direction that adds a record, too coarse for a grid, loses 20 at most", () => {
    const loss = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 1e-3 });
    expect(20_000 * (loss.add.largest ?? Infinity)).toBeLessThan(20.02);
    const { lower, upper } = pldEpsilon({ events: [{ loss, times: 20_000 }], delta: 1e-300 });
    // Chernoff's bound with the moment of order 12.7, by mpmath, is 55.1426.
    expect(lower).toBeGreaterThan(54.5);
    expect(upper).toBeLessThan(55.1426);
    expect(upper - lower).toBeLessThan(0.05);
  });

  it("leave a finite interval for sampled noise, below that without sampling", () => {
    const loss = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 1e-3 });
    const { lower, upper } = pldEpsilon({ events: [{ loss, times: 1e5 }], delta: 1e-300 });
    expect(upper).toBeLessThan(gaussianEpsilon({ delta: 1e-300, mu: Math.sqrt(1e5) }));
    expect(upper - lower).toBeLessThan(0.01 * upper);
    expect(lower).toBeGreaterThan(pldEpsilon({ events: [{ loss, times: 1e5 }], delta: 1e-200 }).upper);
  });
});
