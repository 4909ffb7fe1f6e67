/**
 * Certified intervals hold the truth: against closed forms, for delta from 1e-300 to 0.5.
 *
 * The closed forms are themselves computed to 1e-12 of their value, which is what a truth may lie outside by.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leakyResponse } from "../../mechanisms/local/leaky-response.ts";
import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { compose } from "../accounting/composed-privacy.ts";
import { optimalCompositionDelta } from "../accounting/optimal-composition.ts";
import { discreteGaussianPld, randomizedResponsePld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { gaussianDelta, gaussianEpsilon } from "./gaussian-profile.ts";
import { laplacePld } from "./laplace-pld.ts";
import { type CertifiedInterval, type PldEvent, pldDelta, pldEpsilon } from "./pld-accountant.ts";
import { pldProfile } from "./pld-profile.ts";
import type { PldPair } from "./privacy-loss.ts";

const CLOSED_FORM = 1e-12;
/** Cases of each kind; EPSILAB_PROPERTY_SEED draws others. */
const RUNS = 8;

interface Case {
  readonly events: readonly PldEvent[];
  /** The exact profile. */
  delta(epsilon: number): number;
}

const logUniform = (least: number, most: number) =>
  fc.double({ min: log(least), max: log(most), noNaN: true }).map((value) => exp(value));
const smallDelta = logUniform(1e-300, 0.5);
const times = fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 40 }), fc.integer({ min: 41, max: 1500 }));
const once = (loss: PldPair): readonly PldEvent[] => [{ loss, times: 1 }];

function expectHeld({ lower, estimate, upper }: CertifiedInterval, truth: number): void {
  expect(lower).toBeLessThanOrEqual(truth * (1 + CLOSED_FORM));
  expect(upper).toBeGreaterThanOrEqual(truth * (1 - CLOSED_FORM));
  expect(lower).toBeLessThanOrEqual(estimate);
  expect(estimate).toBeLessThanOrEqual(upper);
}

/** Epsilon is held where delta is not yet reached at the lower end and is at the upper one. */
function expectEpsilonHeld({ lower, upper }: CertifiedInterval, target: number, exact: Case["delta"]): void {
  if (lower > 0) expect(exact(lower)).toBeGreaterThanOrEqual(target * (1 - CLOSED_FORM));
  if (upper < Infinity) expect(exact(upper)).toBeLessThanOrEqual(target * (1 + CLOSED_FORM));
}

const gaussians = fc.tuple(logUniform(0.01, 8), times, fc.boolean()).map(([mu, count, split]) => {
  const loss = gaussianPld({ sigma: Math.sqrt(count) / mu, sensitivity: 1 });
  const first = Math.ceil(count / 3);
  const other = gaussianPld({ sigma: 1, sensitivity: (2 * mu) / Math.sqrt(count) });
  const events =
    split && count > 1
      ? [
          { loss, times: first },
          { loss: other, times: count - first },
        ]
      : [{ loss, times: count }];
  // The second kind has twice the mu of the first.
  const whole = events.length === 1 ? mu : mu * Math.sqrt((first + 4 * (count - first)) / count);
  return { events, mu: whole, delta: (epsilon: number) => gaussianDelta({ epsilon, mu: whole }) };
});

/** `count` answers that lose pureEpsilon or its negative, of which each is the truth in the clear with probability `leak`. */
function responses(pureEpsilon: number, leak: number, count: number): Case {
  const truth = (epsilon: number) => {
    const logOdds = log1p(exp(-pureEpsilon));
    let within = 0;
    for (let lies = count; lies >= 0; lies--) {
      const room = epsilon - (count - 2 * lies) * pureEpsilon;
      if (room < 0)
        within -= exp(logBinomialCoefficient(count, lies) - lies * pureEpsilon - count * logOdds) * expm1(room);
    }
    const logFree = count * log1p(-leak);
    return -expm1(logFree) + exp(logFree) * within;
  };
  return { events: [{ loss: worstCasePld({ epsilon: pureEpsilon, delta: leak }), times: count }], delta: truth };
}

const randomized = fc
  .tuple(logUniform(0.01, 3), fc.integer({ min: 1, max: 900 }))
  .map(([pureEpsilon, count]) => ({ ...responses(pureEpsilon, 0, count), most: pureEpsilon * count }));
const leaky = fc
  .tuple(logUniform(0.01, 3), smallDelta, fc.integer({ min: 1, max: 60 }))
  .map(([pureEpsilon, leak, count]) => ({ ...responses(pureEpsilon, leak, count), most: pureEpsilon * count }));

describe("a certified interval holds the truth, for delta from 1e-300 to 0.5,", () => {
  it("of Gaussian releases, alike or of two kinds", () => {
    fc.assert(
      fc.property(gaussians, smallDelta, ({ events, mu, delta }, target) => {
        const epsilon = gaussianEpsilon({ delta: target, mu });
        expectHeld(pldDelta({ events, epsilon }), delta(epsilon));
        expectEpsilonHeld(pldEpsilon({ events, delta: target }), target, delta);
      }),
      { numRuns: RUNS },
    );
  });

  it("of randomized responses, as of the optimal composition", () => {
    fc.assert(
      fc.property(randomized, fc.double({ min: -0.2, max: 1, noNaN: true }), smallDelta, (many, share, target) => {
        const { events, delta, most } = many;
        expectHeld(pldDelta({ events, epsilon: share * most }), delta(share * most));
        expectEpsilonHeld(pldEpsilon({ events, delta: target }), target, delta);
      }),
      { numRuns: RUNS },
    );
  });

  it("of leaky responses, below, at and above what they leak", () => {
    const share = fc.double({ min: 0, max: 1.2, noNaN: true });
    const factor = fc.oneof(fc.constantFrom(0.5, 1, 2), logUniform(0.999, 1.001), logUniform(1e-3, 1e3));
    fc.assert(
      fc.property(leaky, share, factor, ({ events, delta, most }, part, times) => {
        expectHeld(pldDelta({ events, epsilon: part * most }), delta(part * most));
        const target = Math.min(0.9, times * delta(most));
        if (target > 1e-300) expectEpsilonHeld(pldEpsilon({ events, delta: target }), target, delta);
      }),
      { numRuns: RUNS },
    );
  });

  it("of one Laplace release, up to its largest loss", () => {
    fc.assert(
      fc.property(logUniform(1e-3, 30), logUniform(1e-12, 1), (pureEpsilon, short) => {
        const events = once(laplacePld({ scale: 1 / pureEpsilon, sensitivity: 1 }));
        const epsilon = pureEpsilon * (1 - short);
        const delta = (at: number) => Math.max(0, -expm1((at - pureEpsilon) / 2));
        expectHeld(pldDelta({ events, epsilon }), delta(epsilon));
        expectEpsilonHeld(pldEpsilon({ events, delta: delta(epsilon) }), delta(epsilon), delta);
      }),
      { numRuns: RUNS },
    );
  });

  it("of one release whose profile is read from its grid", () => {
    fc.assert(
      fc.property(logUniform(0.01, 8), logUniform(1e-95, 0.5), (mu, target) => {
        const epsilon = gaussianEpsilon({ delta: target, mu });
        const profile = pldProfile(gaussianPld({ sigma: 1, sensitivity: mu }));
        expectHeld(profile.deltaAt(epsilon), gaussianDelta({ epsilon, mu }));
      }),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(
        logUniform(1e-3, 20),
        smallDelta,
        fc.double({ min: -1, max: 1.1, noNaN: true }),
        (most, leak, share) => {
          const { events, delta } = responses(most, leak, 1);
          expectHeld(pldProfile(events[0].loss).deltaAt(share * most), delta(share * most));
          // One unit in the last place below the largest loss there is still a loss.
          const below = most * (1 - 2 * Number.EPSILON);
          expectHeld(pldProfile(events[0].loss).deltaAt(below), delta(below));
        },
      ),
    );
  });
});

describe("the interval of a tiny delta", () => {
  it("is 1e-12 for the worst (1, 1e-12) pair beyond its epsilon", () => {
    const interval = pldDelta({ events: once(worstCasePld({ epsilon: 1, delta: 1e-12 })), epsilon: 2 });
    expectHeld(interval, 1e-12);
    expect(interval.upper).toBeLessThan(1e-12 * (1 + 1e-9));
  });

  it.each([
    [1, 12],
    [1, 30],
    [0.3, 11],
    [5, 90],
  ])("is narrow for one Gaussian of mu %d at epsilon %d, however small", (mu, epsilon) => {
    const interval = pldDelta({ events: once(gaussianPld({ sigma: 1, sensitivity: mu })), epsilon });
    const truth = gaussianDelta({ epsilon, mu });
    expect(truth).toBeLessThan(1e-30);
    expectHeld(interval, truth);
    expect(interval.upper).toBeLessThan(1.002 * truth);
    expect(interval.lower).toBeGreaterThan(0.998 * truth);
  });

  it("has no finite epsilon below what leaks, and one above", () => {
    const leak = 8.673617379884035e-19; // 2^-60
    const composed = compose([{ mechanism: leakyResponse({ epsilon: 0.1, delta: leak }), times: 10 }]);
    expect(composed.epsilonAt(leak).upper).toBe(Infinity);
    expect(composed.epsilonAt(9 * leak).upper).toBe(Infinity);
    const above = composed.epsilonAt(11 * leak);
    expect(above.upper).toBeLessThan(1.01);
    expect(above.lower).toBeGreaterThan(0.9);
    const wide = composed.epsilonAt(4e-16);
    expectEpsilonHeld(wide, 4e-16, responses(0.1, leak, 10).delta);
  });

  it("agrees with the optimal composition as the library computes it", () => {
    for (const [epsilon, delta, count, total] of [
      [0.1, 1e-40, 30, 2],
      [0.5, 1e-200, 300, 140],
      [1, 0, 700, 690],
    ]) {
      const events = [{ loss: worstCasePld({ epsilon, delta }), times: count }];
      const truth = optimalCompositionDelta({ epsilon, delta, times: count, totalEpsilon: total });
      expectHeld(pldDelta({ events, epsilon: total }), truth);
      expect(responses(epsilon, delta, count).delta(total) / truth).toBeCloseTo(1, 10);
    }
  });

  it("is held by the bounds of other losses too: sampled Gaussian, discrete Gaussian, several categories", () => {
    // Sampling can only lower delta, and by at most the rate.
    const sampled = pldDelta({
      events: once(subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.5 })),
      epsilon: 20,
    });
    const whole = gaussianDelta({ epsilon: 20, mu: 1 });
    expect(sampled.upper).toBeLessThan(whole);
    expect(sampled.lower).toBeGreaterThan(0.1 * gaussianDelta({ epsilon: 20 + log(2) * 1.001, mu: 1 }));
    expect(sampled.upper).toBeLessThan(1.01 * sampled.lower);
    // delta of the discrete Gaussian, term by term.
    const sigma = 3;
    const epsilon = 5;
    let [truth, total] = [0, 0];
    for (let k = 200; k >= -200; k--) {
      const mass = exp((-k * k) / (2 * sigma * sigma));
      total += mass;
      const room = epsilon - (1 - 2 * k) / (2 * sigma * sigma);
      if (room < 0) truth -= mass * expm1(room);
    }
    expect(truth / total).toBeLessThan(1e-30);
    expectHeld(pldDelta({ events: once(discreteGaussianPld({ sigma, sensitivity: 1 })), epsilon }), truth / total);
    const [noise, categories] = [0.3, 5];
    const likely = 1 - noise + noise / categories;
    const pure = log(likely / (noise / categories));
    const at = pure * 0.999999;
    expectHeld(
      pldDelta({ events: once(randomizedResponsePld({ noise, categories })), epsilon: at }),
      -likely * expm1(at - pure),
    );
  });
});
