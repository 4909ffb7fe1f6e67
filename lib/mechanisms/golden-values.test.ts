/** Reference values of mechanisms and accounting, recomputed with more digits than a float64 has. */
import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { upperBeta } from "../numerics/incomplete-beta.ts";
import { log } from "../numerics/logarithm.ts";
import { goldenSection } from "../numerics/minimum.ts";
import { normalCdf } from "../numerics/normal.ts";
import { normalUpperQuantile } from "../numerics/normal-quantile.ts";
import { findRoot } from "../numerics/root.ts";
import { advancedComposition } from "../privacy/accounting/advanced-composition.ts";
import { amplifyPoisson } from "../privacy/accounting/amplification.ts";
import { optimalCompositionEpsilon } from "../privacy/accounting/optimal-composition.ts";
import { classicGaussianSigma } from "../privacy/calibration/gaussian-calibration.ts";
import { zeroConcentratedRhoForClassic } from "../privacy/conversions/zero-concentrated-conversions.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import { gaussianPld } from "../privacy/loss/gaussian-pld.ts";
import { gaussianDelta, gaussianEpsilon, gaussianLogDelta } from "../privacy/loss/gaussian-profile.ts";
import { pldEpsilon } from "../privacy/loss/pld-accountant.ts";
import { leakyResponsePrivacyLossTail } from "../privacy/loss/privacy-loss-tail.ts";
import { approximateTradeOff } from "../privacy/trade-off/finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff } from "../privacy/trade-off/trade-off.ts";
import { advantage, bestBalancedAccuracy } from "../privacy/trade-off/trade-off-readings.ts";
import { clopperPearson } from "../statistics/proportion-interval.ts";
import { majority } from "./choice/majority.ts";
import { discreteGaussianNoise } from "./laws/discrete-gaussian-noise.ts";
import { discreteLaplaceNoise } from "./laws/discrete-laplace-noise.ts";
import type { IntegerNoise } from "./laws/integer-noise-law.ts";
import { randomizedResponse } from "./local/randomized-response.ts";
import { inverseSensitivityMean } from "./local-sensitivity/inverse-sensitivity-mean.ts";

const mass = (noise: IntegerNoise, k: number) => exp(noise.logMass(k));

/** The sum of k^2 P(k), from the smallest terms on. */
function variance(noise: IntegerNoise): number {
  let sum = 0;
  for (let k = noise.radius; k > 0; k--) sum += 2 * k * k * mass(noise, k);
  return sum;
}

const fifth = { successes: 3, trials: 10, errorRate: 0.05 };
const tenths = { epsilon: 0.1, delta: 0, times: 100 };

/** Where the exact delta at the classic sigma of epsilon passes its target. */
function classicBreaksAt(delta: number): number {
  const spread = Math.sqrt(2 * log(1.25 / delta));
  const excess = (epsilon: number) => gaussianLogDelta({ epsilon, mu: epsilon / spread }) - log(delta);
  return findRoot(excess, { lower: 1, upper: 20 });
}

const rows: readonly (readonly [name: string, value: () => number, printed: string])[] = [
  ["Phi^-1(1 - 1e-5)", () => normalUpperQuantile(1e-5), "4.264890793922825"],
  ["Phi(-8)", () => normalCdf(-8), "6.220960574271784e-16"],
  ["Clopper-Pearson 95 %, 3 of 10, lower", () => clopperPearson(fifth).lower, "0.06673951117773447"],
  ["Clopper-Pearson 95 %, 3 of 10, upper", () => clopperPearson(fifth).upper, "0.6524528500599973"],
  [
    "Clopper-Pearson 95 %, 0 of 100, upper",
    () => clopperPearson({ successes: 0, trials: 100, errorRate: 0.05 }).upper,
    "0.03621669264517646",
  ],
  ["Gaussian delta(1), mu 1", () => gaussianDelta({ epsilon: 1, mu: 1 }), "0.12693673750664397"],
  ["Gaussian total variation, mu 1", () => advantage(gaussianTradeOff(1)), "0.38292492254802624"],
  ["Gaussian delta(0), mu 1", () => gaussianDelta({ epsilon: 0, mu: 1 }), "0.38292492254802624"],
  ["Gaussian delta(0.5), mu 0.5", () => gaussianDelta({ epsilon: 0.5, mu: 0.5 }), "0.05244032328766966"],
  ["Gaussian delta(2), mu 2", () => gaussianDelta({ epsilon: 2, mu: 2 }), "0.33189799877682946"],
  ["G_1(0.05)", () => gaussianTradeOff(1).evaluate(0.05), "0.740488977158556"],
  ["G_0.5(0.1)", () => gaussianTradeOff(0.5).evaluate(0.1), "0.7827609195726948"],
  ["Laplace trade-off, epsilon 1, at 0.1", () => laplaceTradeOff(1).evaluate(0.1), "0.7281718171540954"],
  ["Laplace trade-off, epsilon 1, at 0.3", () => laplaceTradeOff(1).evaluate(0.3), "0.30656620097620196"],
  ["Laplace trade-off, epsilon 1, at 0.7", () => laplaceTradeOff(1).evaluate(0.7), "0.1103638323514327"],
  ["f_{1, 1e-3}(0.1)", () => approximateTradeOff({ epsilon: 1, delta: 1e-3 }).evaluate(0.1), "0.7271718171540955"],
  ...(
    [
      [0.1, "0.524979", "0.524385"],
      [0.5, "0.622459", "0.610600"],
      [1, "0.731059", "0.696735"],
      [2, "0.880797", "0.816060"],
      [4, "0.982014", "0.932332"],
    ] as const
  ).flatMap(([epsilon, response, laplace]) => [
    [
      `best accuracy against randomized response, epsilon ${epsilon}`,
      () => bestBalancedAccuracy(approximateTradeOff({ epsilon, delta: 0 })),
      response,
    ] as const,
    [
      `best accuracy against Laplace, epsilon ${epsilon}`,
      () => bestBalancedAccuracy(laplaceTradeOff(epsilon)),
      laplace,
    ] as const,
  ]),
  ["geometric noise, epsilon 1: P(0)", () => mass(discreteLaplaceNoise(1), 0), "0.46211715726000974"],
  ["geometric noise, epsilon 1: variance", () => variance(discreteLaplaceNoise(1)), "1.8413471884155848"],
  [
    "Hammersley-Chapman-Robbins, epsilon 1: half of it",
    () => variance(discreteLaplaceNoise(1)) / 2,
    "0.9206735942077923",
  ],
  ["discrete Gaussian, variance 1: P(0)", () => mass(discreteGaussianNoise(1), 0), "0.3989422782668617"],
  ["discrete Gaussian, variance 1: P(1)", () => mass(discreteGaussianNoise(1), 1), "0.24197072322446062"],
  ["discrete Gaussian, variance 1: variance", () => variance(discreteGaussianNoise(1)), "0.9999997887677281"],
  ["discrete Gaussian, variance 1/4: P(0)", () => mass(discreteGaussianNoise(0.25), 0), "0.7865707070419478"],
  ["discrete Gaussian, variance 1/4: variance", () => variance(discreteGaussianNoise(0.25)), "0.21501267508813846"],
  [
    "advanced composition, 100 of 0.1",
    () => advancedComposition({ ...tenths, slack: 1e-6, constant: "drv" }).epsilon,
    "6.308231",
  ],
  [
    "advanced composition, the tight constant",
    () => advancedComposition({ ...tenths, slack: 1e-6, constant: "tight" }).epsilon,
    "5.756106",
  ],
  ["optimal composition, 100 of 0.1", () => optimalCompositionEpsilon({ ...tenths, totalDelta: 1e-6 }), "4.774568"],
  [
    "optimal composition, 100 of (0.1, 1e-8)",
    () => optimalCompositionEpsilon({ ...tenths, delta: 1e-8, totalDelta: 1e-5 }),
    "4.329637",
  ],
  [
    "amplification by sampling 0.01 at epsilon 1",
    () => amplifyPoisson({ guarantee: pure(1), samplingRate: 0.01, neighbours: "add-remove" }).epsilon,
    "0.01703686323617655",
  ],
  [
    "rho for (1, 1e-6), Bun-Steinke",
    () => zeroConcentratedRhoForClassic({ epsilon: 1, delta: 1e-6 }),
    "0.017468904769123432",
  ],
  ["subset-selection gap, epsilon 1", () => tanh(0.25), "0.24491866240370913"],
  ["classic Gaussian breaks, delta 1e-6", () => classicBreaksAt(1e-6), "8.782"],
  ["classic Gaussian breaks, delta 1e-5", () => classicBreaksAt(1e-5), "8.420"],
  ["classic Gaussian breaks, delta 1e-3", () => classicBreaksAt(1e-3), "7.463"],
  ["classic Gaussian breaks, delta 1e-2", () => classicBreaksAt(1e-2), "6.772"],
];

/** Every s ones of n bits. */
const bits = (size: number, ones: number) => Array.from({ length: size }, (_, i) => (i < ones ? 1 : 0));

/** The error of local over that of central noise in the mean of n bits, against the sample's own mean. */
function localOverCentral(epsilon: number, respondents: number): number {
  const local = randomizedResponse({ epsilon }).estimateVariance({ share: 0, size: respondents });
  return Math.sqrt(local / 2) * respondents * epsilon;
}

/** What one swapped bit in the middle costs the inverse-sensitivity mean. */
function interiorLoss(epsilon: number, size: number): number {
  const { law } = inverseSensitivityMean({ epsilon, size });
  const [first, second] = [law(bits(size, size / 2)), law(bits(size, size / 2 + 1))];
  return Math.max(...first.support.map((share) => Math.abs(first.logMass(share) - second.logMass(share))));
}

const classicSigma = (epsilon: number, delta: number) =>
  (classicGaussianSigma({ epsilon: 0.5, delta, sensitivity: 1 }) * 0.5) / epsilon;

const printedBeside: readonly (readonly [name: string, value: () => number, printed: string])[] = [
  [
    "1.2: randomized response at epsilon 1 loses it with probability",
    () => leakyResponsePrivacyLossTail({ pureEpsilon: 1, leak: 0, epsilon: 0.5 }),
    "0.7311",
  ],
  ["1.8: the mean loss of a round at epsilon 0.1", () => 0.1 * tanh(0.05), "0.0049958"],
  [
    "2.2: the least sum of errors, type I times e, of Laplace noise with standard deviation 1 for epsilon 1",
    () =>
      goldenSection((alpha) => laplaceTradeOff(Math.SQRT2).evaluate(alpha) + exp(1) * alpha, {
        lower: 0.01,
        upper: 0.9,
        tolerance: 1e-9,
      }).value,
    "0.813",
  ],
  ["2.5: classic sigma for (1, 1e-5)", () => classicSigma(1, 1e-5), "4.844805263"],
  ["2.5: classic sigma for (0.5, 1e-5)", () => classicSigma(0.5, 1e-5), "9.689610525"],
  ["2.5: classic sigma for (0.1, 1e-6)", () => classicSigma(0.1, 1e-6), "52.988025269"],
  ["2.5: classic sigma for (2, 1e-6)", () => classicSigma(2, 1e-6), "2.649401263"],
  ["2.5: classic sigma for (4, 1e-5)", () => classicSigma(4, 1e-5), "1.211201316"],
  ["2.5: classic sigma for (8, 1e-5)", () => classicSigma(8, 1e-5), "0.605600658"],
  [
    "3.4: the exponential rule is right, 3 / epsilon votes ahead, with probability",
    () => 1 - exp(majority({ epsilon: 2, size: 5, rule: "exponential" }).law(bits(5, 4)).logMass(0)),
    "0.9526",
  ],
  [
    "3.10: an interior swap of the inverse-sensitivity mean at epsilon 0.1, 200 bits",
    () => interiorLoss(0.1, 200),
    "0.05001",
  ],
  ["5.2: local over central at epsilon 0.1", () => localOverCentral(0.1, 1e4), "70.7"],
  ["5.2: local over central at epsilon 0.5", () => localOverCentral(0.5, 1e4), "70.0"],
  ["5.2: local over central at epsilon 1", () => localOverCentral(1, 1e4), "67.8"],
  ["11.8: a Gaussian of mu 0.1 at delta 1e-5", () => gaussianEpsilon({ mu: 0.1, delta: 1e-5 }), "0.34067"],
  [
    "11.8: the same by its loss distribution",
    () =>
      pldEpsilon({ events: [{ loss: gaussianPld({ sigma: 10, sensitivity: 1 }), times: 1 }], delta: 1e-5 }).estimate,
    "0.34067",
  ],
];

/** 1e-12 of the value, or half a unit of the last printed digit where that is more. */
function toleranceOf(printed: string): number {
  const [digits, exponent = "0"] = printed.split("e");
  let unit = 0.5;
  const places = (digits.split(".")[1] ?? "").length - Number(exponent);
  for (let k = 0; k < places; k++) unit /= 10;
  return Math.max(1e-12 * Math.abs(Number(printed)), unit * (1 + 1e-9));
}

describe("golden values", () => {
  it.each(rows)("%s", (_, value, printed) => {
    expect(Math.abs(value() - Number(printed))).toBeLessThanOrEqual(toleranceOf(printed));
  });

  it.each(printedBeside)("of section %s", (_, value, printed) => {
    expect(Math.abs(value() - Number(printed))).toBeLessThanOrEqual(toleranceOf(printed));
  });

  it("of section 3.4: a sample majority sqrt(n) votes from a tie is the population's with 97.8 to 98.2 %, flat prior", () => {
    for (const size of [101, 401, 1001, 10_001]) {
      const ones = Math.ceil(size / 2 + Math.sqrt(size));
      const certainty = upperBeta({ a: ones + 1, b: size - ones + 1, x: 0.5 });
      expect(certainty).toBeGreaterThan(0.9775);
      expect(certainty).toBeLessThan(0.9825);
    }
  });

  it("are told from values off by a unit of the twelfth digit, or of the last printed one", () => {
    expect(toleranceOf("0.3989422782668617")).toBeLessThan(4e-13);
    expect(toleranceOf("6.220960574271784e-16")).toBeLessThan(6.3e-28);
    expect(toleranceOf("8.420")).toBeLessThan(5.1e-4);
    expect(toleranceOf("4.774568")).toBeLessThan(5.1e-7);
  });
});
