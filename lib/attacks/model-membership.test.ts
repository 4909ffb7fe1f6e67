/** The attacks on trained models: against exact laws, enumeration and hand computation; and what they refuse. */

import { describe, expect, it } from "vitest";
import { normalLaw } from "../mechanisms/laws/normal-law.ts";
import { exp } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { allOrders } from "../oracles/all-lists.ts";
import { gaussianTradeOff } from "../privacy/trade-off/trade-off.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { fixedThresholds } from "./fixed-thresholds.ts";
import { likelihoodRatioAttack, offlineLikelihoodRatioAttack } from "./likelihood-ratio-attack.ts";
import { logitConfidence } from "./logit-confidence.ts";
import { lossThresholdAttack } from "./loss-threshold-attack.ts";
import { attackScores, referenceModels } from "./membership-game.ts";
import { optimalAttack } from "./optimal-attack.ts";
import { offlineRelativeMembershipAttack, relativeMembershipAttack } from "./relative-membership-attack.ts";

/** The loss at which the logit-scaled confidence is x: log(1 + e^-x). */
const lossAt = (x: number) => (x > 0 ? log1p(exp(-x)) : -x + log1p(exp(x)));
const seen = (x: number) => ({ loss: lossAt(x), population: [] });
const share = (scores: ArrayLike<number>, threshold: number) =>
  Array.from(scores).filter((score) => score >= threshold).length / scores.length;

const at = (loss: number, population: number[] = []) => ({ loss, population });

describe("losses far out", () => {
  it("have a likelihood ratio of the sign of its limit, never NaN", () => {
    const [one, two, wide] = [
      [at(1), at(1)],
      [at(2), at(2)],
      [at(1), at(3)],
    ];
    // The models with the target have the higher losses: a high loss speaks for it.
    expect(likelihoodRatioAttack({ present: two, absent: one })(at(1e308))).toBe(Infinity);
    expect(likelihoodRatioAttack({ present: one, absent: two })(at(1e308))).toBe(-Infinity);
    expect(likelihoodRatioAttack({ present: one, absent: one })(at(1e308))).toBe(0);
    // The wider law has the heavier tail.
    expect(likelihoodRatioAttack({ present: wide, absent: one })(at(1e308))).toBe(Infinity);
    expect(likelihoodRatioAttack({ present: one, absent: wide })(at(1e308))).toBe(-Infinity);
    // By hand: the gap of the means over 1e-9, times x over 1e-9.
    const gap = logitConfidence(2) - logitConfidence(1);
    expect(likelihoodRatioAttack({ present: two, absent: one })(at(1e200)) / (-gap * 1e218)).toBeCloseTo(1, 12);
    const huge = [at(1e70), at(1e70)];
    expect(likelihoodRatioAttack({ present: huge, absent: one })(at(1e308))).toBe(Infinity);
    expect(likelihoodRatioAttack({ present: huge, absent: huge })(at(1e308))).toBe(0);
  });

  it("are compared by relative membership without underflow", () => {
    const attack = offlineRelativeMembershipAttack([at(800, [800])], { gamma: 1, a: 1 });
    expect(attack(at(1000, [0.1]))).toBe(0);
    expect(attack(at(0.1, [1000]))).toBe(1);
  });
});

describe("the logit-scaled confidence", () => {
  it("is log(p / (1 - p)), near both ends too", () => {
    for (const x of [-30, -3, -0.2, 0, 0.4, 5, 30]) expect(logitConfidence(lossAt(x))).toBeCloseTo(x, 9);
    expect(logitConfidence(700)).toBe(-700);
    expect(logitConfidence(1e-16)).toBe(logitConfidence(0));
    expect(logitConfidence(0)).toBeCloseTo(16 * Math.LN10, 10);
  });
});

/** A model whose confidence in the target is normal: 1 with it and 0 without, deviation 1. */
const normalGame = {
  records: (member: boolean) => (member ? 1 : 0),
  train: (mean: number, random: ReturnType<typeof stream>) => sampleNormal({ mean, sigma: 1 }, random),
  view: seen,
};

describe("the likelihood-ratio attack on confidences that are normal", () => {
  const random = stream(20261116, "lira");
  const references = referenceModels(normalGame, { models: 4000 }, random);
  const exact = optimalAttack(
    {
      name: "normal",
      neighbours: "swap",
      guarantee: { kind: "gaussian", mu: 1 },
      release: (x: number) => x,
      law: (centre: number) => normalLaw(centre, 1),
    } as never,
    [0, 1] as never,
  );

  it("has the score of the optimal attack, up to the error of 4000 reference models", () => {
    const attack = likelihoodRatioAttack(references);
    const shared = likelihoodRatioAttack(references, "shared");
    for (const x of [-2, -1, 0, 0.5, 1, 2]) {
      // Means are within 5 / sqrt(4000) of the truth, and so is the score, a few times that where x is far out.
      expect(Math.abs(attack(seen(x)) - exact.score(x as never))).toBeLessThan(0.3);
      expect(Math.abs(shared(seen(x)) - exact.score(x as never))).toBeLessThan(0.3);
    }
  });

  it("is exactly the ratio of the fitted densities", () => {
    // Confidences -1, 1 and 1, 4: means 0 and 2.5, variances 2 and 4.5.
    const attack = likelihoodRatioAttack({ absent: [-1, 1].map(seen), present: [1, 4].map(seen) });
    const density = (x: number, mean: number, variance: number) =>
      exp(-((x - mean) * (x - mean)) / (2 * variance)) / Math.sqrt(variance);
    for (const x of [-2, 0, 3]) expect(attack(seen(x))).toBeCloseTo(log(density(x, 2.5, 4.5) / density(x, 0, 2)), 9);
    const offline = offlineLikelihoodRatioAttack([-1, 1].map(seen));
    for (const x of [-2, 0, 3]) expect(offline(seen(x))).toBeCloseTo(-log(1 - normalCdf(x / Math.SQRT2)), 9);
  });

  it("comes near to the optimal curve, online and offline, and not beyond it", () => {
    const attacks = {
      online: likelihoodRatioAttack(references),
      offline: offlineLikelihoodRatioAttack(references.absent),
    };
    const scores = (member: boolean) => attackScores(normalGame, attacks, { models: 20_000, member }, random);
    const [fixing, others, members] = [scores(false), scores(false), scores(true)];
    for (const name of ["online", "offline"] as const) {
      for (const threshold of fixedThresholds(fixing[name], [0.05, 0.2, 0.5])) {
        const [falsePositives, truePositives] = [share(others[name], threshold), share(members[name], threshold)];
        // Both rates are within 0.014 of the truth (four standard deviations); the slope of the curve is at most 3 there.
        expect(Math.abs(truePositives - gaussianTradeOff(1).power(falsePositives))).toBeLessThan(0.05);
      }
    }
  });

  it("gives models without randomness a score", () => {
    const attack = likelihoodRatioAttack({ absent: [0, 0].map(seen), present: [1, 1].map(seen) });
    expect(attack(seen(1))).toBeGreaterThan(1e6);
    expect(attack(seen(0))).toBeLessThan(-1e6);
  });
});

describe("the loss threshold", () => {
  // Two fair bits are the data, the model is the share of ones, its loss on a 1 is 1 - model. With the target, a 1, in the data the
  // model is 1/2 or 1.
  const bits = {
    records: (member: boolean, random: ReturnType<typeof stream>) => [
      member ? 1 : sampleBernoulli(0.5, random),
      sampleBernoulli(0.5, random),
    ],
    train: ([one, other]: number[]) => (one + other) / 2,
    view: (model: number) => ({ loss: 1 - model, population: [] }),
  };

  it("has the rates that enumeration of all data has", () => {
    const random = stream(20261116, "bits");
    const scores = (member: boolean) =>
      attackScores(bits, { loss: lossThresholdAttack }, { models: 40_000, member }, random).loss;
    const [members, others] = [scores(true), scores(false)];
    // Members: model 1/2, 1 with 1/2 each; others: 0, 1/2, 1 with 1/4, 1/2, 1/4. Four standard deviations are 0.01.
    for (const [threshold, truePositives, falsePositives] of [
      [0, 0.5, 0.25],
      [-0.5, 1, 0.75],
      [-1, 1, 1],
    ]) {
      expect(Math.abs(share(members, threshold) - truePositives)).toBeLessThan(0.01);
      expect(Math.abs(share(others, threshold) - falsePositives)).toBeLessThan(0.01);
    }
  });
});

describe("the relative membership attack", () => {
  const view = (probability: number, population: readonly number[]) => ({
    loss: -log(probability),
    population: population.map((p) => -log(p)),
  });
  const references = {
    present: [view(0.8, [0.5, 0.4, 0.9])],
    absent: [view(0.2, [0.5, 0.2, 0.9]), view(0.4, [0.5, 0.6, 0.9])],
  };

  it("is the share of records that are raised less, computed by hand", () => {
    // Online: p(target) = (0.8 + 0.3) / 2 = 0.55, p(z) = 0.5, 0.4, 0.9. The model raises the target by 0.66 / 0.55 = 1.2, the
    // records by 1.3, 1.1, 1.
    const model = view(0.66, [0.65, 0.44, 0.9]);
    expect(relativeMembershipAttack(references, { gamma: 1 })(model)).toBe(2 / 3);
    expect(relativeMembershipAttack(references, { gamma: 1.15 })(model)).toBe(1 / 3);
    expect(relativeMembershipAttack(references, { gamma: 2 })(model)).toBe(0);
  });

  it("corrects the mean of models without the record as the paper does", () => {
    // a = 0.5: p = (1.5 out + 0.5) / 2; out = 0.3, 0.5, 0.4, 0.9 gives 0.475, 0.625, 0.55, 0.925. Raised: 1.389; 1.04, 0.8, 0.973
    // and, next, 1.5.
    const attack = offlineRelativeMembershipAttack(references.absent, { gamma: 1, a: 0.5 });
    expect(attack(view(0.66, [0.65, 0.44, 0.9]))).toBe(1);
    expect(attack(view(0.66, [0.9375, 0.44, 0.9]))).toBe(2 / 3);
    // Over the records the target is raised 0.93, 1.74 and 1.43 times.
    const strict = offlineRelativeMembershipAttack(references.absent, { gamma: 1.3, a: 0.5 });
    expect(strict(view(0.66, [0.9375, 0.44, 0.9]))).toBe(2 / 3);
    const stricter = offlineRelativeMembershipAttack(references.absent, { gamma: 1.7, a: 0.5 });
    expect(stricter(view(0.66, [0.9375, 0.44, 0.9]))).toBe(1 / 3);
    // Without the correction the target is raised by 2.2, the first record by 1.875.
    expect(
      offlineRelativeMembershipAttack(references.absent, { gamma: 1, a: 1 })(view(0.66, [0.9375, 0.44, 0.9])),
    ).toBe(1);
  });
});

describe("thresholds", () => {
  it("are passed by at most the share of scores, ties above them left out", () => {
    expect(fixedThresholds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0.1, 0.25, 0.3, 1])).toEqual([10, 9, 8, -Infinity]);
    const [tied] = fixedThresholds([1, 2, 2, 2], [0.5]);
    expect(tied).toBeGreaterThan(2);
    expect(tied).toBeLessThan(2.000001);
    expect(fixedThresholds([1, 1, 2, 3], [0.75])).toEqual([2]);
    const [never] = fixedThresholds([5, 6], [0.1]);
    expect(never).toBeGreaterThan(6);
  });

  it("are biased where they are judged on the models that fixed them, exactly", () => {
    // n uniform scores, the k-th highest as the threshold: k / n of them pass by construction, of a fresh one k / (n + 1) on average.
    // All orders of three scores, the fourth fresh, are equally likely: among 24 orders the fresh one passes the highest of the
    // others in 6.
    const orders = allOrders([1, 2, 3, 4]);
    let [same, fresh] = [0, 0];
    for (const [a, b, c, other] of orders) {
      const [threshold] = fixedThresholds([a, b, c], [1 / 3]);
      same += [a, b, c].filter((score) => score >= threshold).length / 3;
      fresh += other >= threshold ? 1 : 0;
    }
    expect(same / orders.length).toBeCloseTo(1 / 3, 14);
    expect(fresh / orders.length).toBe(1 / 4);
  });

  it("chosen as the best on one member and one other claim an advantage of a half where there is none", () => {
    // The broken twin: choose the threshold that looks best on the very scores that are judged. Two equally likely orders; the
    // advantage is 1 or 0.
    const apparent = [
      [2, 1],
      [1, 2],
    ].map(([member, other]) =>
      Math.max(0, ...[member, other].map((t) => (member >= t ? 1 : 0) - (other >= t ? 1 : 0))),
    );
    expect(apparent).toEqual([1, 0]);
    expect((apparent[0] + apparent[1]) / 2).toBe(0.5);
    // Chosen on one pair and judged on another, it is 0: of all 24 orders of two pairs.
    const gains = allOrders([1, 2, 3, 4]).map(([member, other, freshMember, freshOther]) => {
      const threshold = member > other ? member : Infinity;
      return (freshMember >= threshold ? 1 : 0) - (freshOther >= threshold ? 1 : 0);
    });
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBe(0);
  });
});

describe("refusals", () => {
  const good = [seen(0), seen(1)];
  it.each<[string, () => unknown, string]>([
    [
      "loss",
      () => lossThresholdAttack({ loss: -1 }),
      "loss must be non-negative and finite, got a value that is not shown",
    ],
    ["logit", () => logitConfidence(Number.NaN), "loss must be non-negative and finite, got a value that is not shown"],
    [
      "models",
      () => likelihoodRatioAttack({ present: good, absent: [seen(0)] }),
      "absent must be at least 2 models, got 1",
    ],
    [
      "words",
      () => likelihoodRatioAttack({ present: good, absent: good }, "own " as never),
      'deviations must be "own" or "shared", got "own "',
    ],
    [
      "gamma",
      () => relativeMembershipAttack({ present: good, absent: good }, { gamma: 0 }),
      "gamma must be positive and finite, got 0",
    ],
    [
      "population",
      () => relativeMembershipAttack({ present: good, absent: good }, { gamma: 1 }),
      "population of present must be at least one record, got 0",
    ],
    ["a", () => offlineRelativeMembershipAttack(good, { gamma: 1, a: 2 }), "a must be between 0 and 1, got 2"],
    ["levels", () => fixedThresholds([1], [1.5]), "levels[0] must be between 0 and 1, got 1.5"],
    [
      "a score",
      () => fixedThresholds([Number.NaN], [0.5]),
      "scores[0] must be a number, got a value that is not shown",
    ],
    ["scores", () => fixedThresholds([], [0.5]), "scores must be at least one score, got an array of length 0"],
    [
      "trials",
      () => attackScores(normalGame, { loss: lossThresholdAttack }, { models: 0, member: true }, stream(1)),
      "models must be an integer of at least 1, got 0",
    ],
    [
      "what is no attack",
      () => attackScores(normalGame, { x: 5 as never }, { models: 1, member: true }, stream(1)),
      "attacks.x must be a function, got a number",
    ],
    [
      "a game without training",
      () =>
        attackScores(
          { ...normalGame, train: 5 as never },
          { loss: lossThresholdAttack },
          { models: 1, member: true },
          stream(1),
        ),
      "game.train must be a function, got a number",
    ],
    [
      "scores that are missing",
      () => attackScores(normalGame, { x: () => undefined as never }, { models: 1, member: true }, stream(1)),
      "the score of x must be a number, got a value that is not shown",
    ],
    [
      "scores that are text",
      () => attackScores(normalGame, { x: () => "high" as never }, { models: 1, member: true }, stream(1)),
      "the score of x must be a number, got a value that is not shown",
    ],
    [
      "reference models far out",
      () => likelihoodRatioAttack({ present: [at(1), at(1e300)], absent: good }),
      "loss of present[1] must be at most 1e+70, got a value that is not shown",
    ],
    [
      "attacks",
      () => attackScores(normalGame, {}, { models: 1, member: true }, stream(1)),
      "attacks must be at least one attack, got an array of length 0",
    ],
  ])("of %s", (_, call, message) => {
    expect(call).toThrow(new RangeError(message));
  });

  it("of a model seen with another population", () => {
    const views = [{ loss: 1, population: [1, 1] }];
    const attack = offlineRelativeMembershipAttack(views, { gamma: 1, a: 0.3 });
    expect(() => attack({ loss: 1, population: [1] })).toThrow(
      new RangeError("population of the target model must be of length 2, got an array of length 1"),
    );
  });
});
