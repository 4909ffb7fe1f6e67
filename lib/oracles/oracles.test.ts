/** Oracles against values found by hand or by other software. */
import { describe, expect, it } from "vitest";
import { log } from "../numerics/logarithm.ts";
import { allCounts, allLists, allMultisets, allOrders } from "./all-lists.ts";
import { integratedDelta, largerListedDelta, listedDelta } from "./hockey-stick.ts";
import { absoluteMoment } from "./law-moments.ts";
import { leakyAnswers, leakyDelta } from "./listed-composition.ts";
import { listedMoments, listedRenyi, mappedMasses } from "./listed-law.ts";
import { medianSmoothSensitivities } from "./median-sensitivity.ts";
import { binomialPValues, multipliedBinomial, tableMoves } from "./p-value-moves.ts";
import { largestParticipation } from "./participation.ts";
import { peeledChance } from "./peeling.ts";
import { divergence, listedDivergence } from "./renyi-quadrature.ts";
import { epsilonByInversion } from "./sampled-steps-inversion.ts";
import { deltaByQuadrature } from "./sampled-steps-quadrature.ts";
import { responseWeights, shuffledListedDelta } from "./shuffled-answers.ts";
import { stepDensityLoss } from "./step-density.ts";
import { summedMarginal } from "./summed-marginal.ts";

describe("lists", () => {
  it("are all there are, in lexicographic order", () => {
    expect(allLists([0, 1], 2).map((list) => list.join(""))).toEqual(["00", "01", "10", "11"]);
    expect(allMultisets([0, 1, 2], 2).map((list) => list.join(""))).toEqual(["00", "01", "02", "11", "12", "22"]);
    expect(allOrders(["a", "b", "c"]).map((list) => list.join(""))).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
    expect(allCounts(2, 2)).toEqual([
      [0, 2],
      [1, 1],
      [2, 0],
    ]);
    expect(allCounts(5, 4)).toHaveLength(56);
  });
});

describe("delta", () => {
  it("of a coin of 3/4 and one of 1/4 at epsilon 0 is 1/2, and that of the half against the whole unit interval", () => {
    expect(listedDelta([0.75, 0.25], [0.25, 0.75], 0)).toBe(0.5);
    expect(listedDelta([1, 0], [0.5, 0.5], 1)).toBe(0);
    expect(largerListedDelta([1, 0], [0.5, 0.5], 1)).toBe(0.5);
    const half = (x: number) => (x < 0.5 ? 2 : 0);
    expect(integratedDelta(half, () => 1, 0, { lower: 0, upper: 1, kinks: [0.5] })).toBeCloseTo(0.5, 14);
  });

  it("of ten answers of epsilon 0.1 is that of the optimal composition (claim kov-optimal-composition)", () => {
    const answers = leakyAnswers({ epsilon: 0.1, leak: 0 });
    expect(leakyDelta(answers, 10, 0.4)).toBeCloseTo(0.016080132, 9);
    // One mark in the clear is enough: 1 - 0.9^2 and what two answers leave beyond it.
    expect(leakyDelta(leakyAnswers({ epsilon: 0, leak: 0.1 }), 2, 0)).toBeCloseTo(0.19, 14);
    expect(leakyDelta(leakyAnswers({ epsilon: 0, leak: 0.1 }), 7, 0)).toBeCloseTo(0.5217031, 14);
  });

  it("of one respondent who is not shuffled is that of randomized response", () => {
    const share = 1 / 6; // a truth of weight 4 beside two lies
    const answers = {
      unit: share,
      weights: [
        [4, 1, 1],
        [1, 4, 1],
        [1, 1, 4],
      ],
    };
    expect(shuffledListedDelta(answers, { size: 1, epsilon: 0 })).toBeCloseTo(0.5, 14);
    expect(responseWeights(Math.LN2, 3).weights[1]).toEqual([1, expect.closeTo(2, 14), 1]);
    // Two bits with one of two answers: 00 against 01, shuffled; 0.75^2 - 2 * 0.75 * 0.25 is gone.
    const bits = {
      unit: 1 / 4,
      weights: [
        [3, 1],
        [1, 3],
      ],
    };
    expect(shuffledListedDelta(bits, { size: 2, epsilon: 0 })).toBeCloseTo(0.375, 14);
  });

  it("of sampled steps is that of other accountants", () => {
    // Public unit tests of Google's dp_accounting: remove, sigma 1.
    const one = { noiseMultiplier: 1, times: 1 };
    expect(deltaByQuadrature({ ...one, samplingRate: 0.8, epsilon: 1 })).toBeCloseTo(0.0816951786585355, 12);
    expect(deltaByQuadrature({ ...one, samplingRate: 0.3, epsilon: 2 })).toBeCloseTo(3.341102928869332e-4, 14);
    // Three steps at sigma 0.5, rate 0.2, epsilon 1: 0.15594 within 1e-3 of it.
    const three = { noiseMultiplier: 0.5, samplingRate: 0.2, times: 3, epsilon: 1 };
    expect(deltaByQuadrature(three)).toBeCloseTo(0.15594, 4);
  });
});

describe("epsilonByInversion", () => {
  it("is the same at two tilts and spacings, and that of numpy, 1.07730798", () => {
    const steps = { noiseMultiplier: 0.6, samplingRate: 1e-5, times: 1_000_000, delta: 1e-10 };
    const [one, other] = [
      epsilonByInversion(steps, { tilt: 4, width: 14 }),
      epsilonByInversion(steps, { tilt: 5, width: 12 }),
    ];
    expect(Math.abs(one / other - 1)).toBeLessThan(2e-8);
    expect(Math.abs(one - 1.07730798)).toBeLessThan(2e-8);
  });
});

describe("divergences and moments", () => {
  it("of order 2 of two coins are the logarithm of a sum of squares", () => {
    // 0.75^2 / 0.25 + 0.25^2 / 0.75 = 7/3.
    const [first, second] = [
      [0.75, 0.25],
      [0.25, 0.75],
    ];
    expect(listedRenyi(first, second, 2)).toBeCloseTo(log(7 / 3), 14);
    const ratio = {
      logRatio: (x: number) => log(first[x] / second[x]),
      logBase: (x: number) => log(second[x]),
    };
    expect(listedDivergence(ratio, [0, 1], 2)).toBeCloseTo(log(7 / 3), 14);
  });

  it("of normal laws one apart is half of the order", () => {
    const normal = {
      logRatio: (x: number) => x - 0.5,
      logBase: (x: number) => -0.5 * (x * x + log(2 * Math.PI)),
      from: -12,
      to: 15,
      kinks: [0, 1, 3],
    };
    expect(divergence(normal, 3)).toBeCloseTo(1.5, 10);
  });

  it("of a die and of Laplace noise", () => {
    const { total, variance } = listedMoments([-1, 0, 1], () => 1 / 3);
    expect([total, variance]).toEqual([1, expect.closeTo(2 / 3, 15)]);
    const laplace = { family: { centre: 2, scale: 3 }, logDensity: (x: number) => -Math.abs(x - 2) / 3 - log(6) };
    expect(absoluteMoment(laplace, 1)).toBeCloseTo(3, 11);
    expect(absoluteMoment(laplace, 2)).toBeCloseTo(18, 10);
    const unknown = { logDensity: (x: number) => x };
    expect(() => absoluteMoment(unknown, 1)).toThrow("must have a centre and a scale");
  });

  it("are the losses of steps, and the image of a law under a map", () => {
    const step = (height: number) => ({
      kinks: [0, 0.5, 1],
      logDensity: (x: number) => log(x < 0.5 ? height : 2 - height),
    });
    expect(stepDensityLoss(step(0.5), step(1))).toBeCloseTo(Math.LN2, 14);
    expect(
      mappedMasses(
        [0.25, 0.75],
        [
          [1, 0, 0],
          [0, 0.5, 0.5],
        ],
      ),
    ).toEqual([0.25, 0.375, 0.375]);
    expect(peeledChance([1, 2, 3], [2, 0], (left, place) => left[place] / left.reduce((a, b) => a + b))).toBe(0.5 / 3);
    expect([...summedMarginal([2, 3], [1, 2, 3, 4, 5, 6], [1])]).toEqual([5, 7, 9]);
  });
});

describe("sensitivities", () => {
  it("of the median of three records in {0, 1} are the largest of the local ones, less for every change", () => {
    const found = medianSmoothSensitivities([0, 1], 3, Math.LN2);
    // 000 is one change from 001, of local sensitivity 1.
    expect(found.map(({ data, sensitivity }) => [data.join(""), sensitivity])).toEqual([
      ["000", expect.closeTo(0.5, 15)],
      ["001", 1],
      ["011", 1],
      ["111", expect.closeTo(0.5, 15)],
    ]);
  });

  it("of prefix sums to a person who takes part twice is that of the first two steps", () => {
    const prefix = [0, 1, 2].map((column) => [0, 1, 2].map((row) => (row >= column ? 1 : 0)));
    const pattern = { kind: "separated", separation: 1, participations: 2 } as const;
    expect(largestParticipation(prefix, pattern)).toBe(3); // (1, 2, 2)
    expect(largestParticipation(prefix, { ...pattern, kind: "epochs", separation: 2 })).toBe(Math.sqrt(6)); // (1, 1, 2)
  });

  it("of p-values: two ways to the binomial law, and the moves of all tables of two records", () => {
    const masses = multipliedBinomial(6, 0.3);
    const values = binomialPValues(6, 0.3);
    for (let t = 0; t <= 6; t++)
      expect(values[t]).toBeCloseTo(
        masses.slice(t).reduce((a, b) => a + b),
        13,
      );
    // (1 - 1)^2 + (1 - 1)^2 = 0 and (2 - 1)^2 + (0 - 1)^2 = 2: roots 0 and sqrt 2.
    const { root, etas } = tableMoves(2, [1, 1], [0.5]);
    expect(root).toBe(Math.SQRT2);
    expect(etas).toEqual([expect.closeTo(Math.LN2, 14)]); // from p = 1 to 0.157, cut at the floor
  });
});
