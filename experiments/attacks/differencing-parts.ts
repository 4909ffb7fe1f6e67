/**
 * Differencing: how often two counts, with and without a person, tell that person's bit.
 *
 * `differencing-attack`: the success of the threshold test on the difference of two Laplace counts and of the best test on both, by
 * quadrature of the laws of the mechanism, against the closed forms, the library's tests and the bound that no test exceeds. Exact
 * counts are its control, behind a guard that refuses small sets. `differencing-draws`: the same attack on counts that are drawn.
 * Source: Dwork, Roth (2014); Denning, Denning, Schwartz (1979).
 */
import { answersTest } from "../../lib/attacks/answers-test.ts";
import { differenceTest } from "../../lib/attacks/difference-test.ts";
import { guessBound } from "../../lib/attacks/guess-bound.ts";
import { guardedCounts, trackerAttack } from "../../lib/attacks/tracker-attack.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  atMost,
  axis,
  equal,
  estimateAtMost,
  estimateNear,
  exactStudy,
  type Part,
  shareStudy,
  variant,
  z,
} from "../kit.ts";

const countOf = (epsilon: number) => laplace({ epsilon, sensitivity: 1, neighbours: "add-remove" });
const closedForm = (epsilon: number) => 1 - ((1 + epsilon / 4) * exp(-epsilon / 2)) / 2;
const knownForm = (epsilon: number) => 1 - exp(-epsilon / 2) / 2;

/** The success of a threshold on the difference, from the laws of the two counts. */
function thresholdSuccess(epsilon: number, threshold: number): number {
  const law = countOf(epsilon).law(0);
  const reach = 50 / epsilon;
  const exceeds = (bit: number) =>
    integrate((y) => exp(law.logDensity(y)) * (1 - law.cdf(threshold - bit + y)), {
      lower: -reach,
      upper: reach,
      kinks: [0, bit - threshold],
      relativeTolerance: 1e-12,
      absoluteTolerance: 1e-14,
    }).value;
  return (exceeds(1) + 1 - exceeds(0)) / 2;
}

/** The mass of the larger of the two joint densities of both counts, the others having the bit by fair coins. */
function likelihoodSuccess(epsilon: number, people: number): number {
  const laws = Array.from({ length: people + 2 }, (_, c) => countOf(epsilon).law(c));
  let coins = [1];
  for (let k = 0; k < people; k++) coins = [...coins, 0].map((mass, c) => (mass + (coins[c - 1] ?? 0)) / 2);
  const kinks = Array.from({ length: people + 2 }, (_, c) => c);
  const range = { lower: -40 / epsilon, upper: people + 1 + 40 / epsilon, kinks };
  return integrate(
    (smaller) => {
      const weights = coins.map((mass, c) => mass * exp(laws[c].logDensity(smaller)));
      const joint = (larger: number) => {
        const densities = laws.map((law) => exp(law.logDensity(larger)));
        let [zero, one] = [0, 0];
        for (const [c, weight] of weights.entries()) {
          zero += weight * densities[c];
          one += weight * densities[c + 1];
        }
        return Math.max(zero, one) / 2;
      };
      return integrate(joint, { ...range, relativeTolerance: 1e-7, absoluteTolerance: 1e-10 }).value;
    },
    { ...range, relativeTolerance: 1e-6 },
  ).value;
}

const epsilon = axis(z.number().min(0.05).max(10), {
  means: "epsilon of each count",
  quick: [0.1, 0.5, 1, 2, 4],
  full: [0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 4, 6, 8],
});

export const differencingPart: Part = {
  claim: "differencing-attack",
  asks: "Is the threshold test on the difference as good as stated, the best on it, and the best test on both counts within the bound?",
  study: exactStudy({
    axes: {
      epsilon,
      people: axis(z.int().min(0).max(8), {
        means: "others, who have the bit by fair coins",
        quick: [0, 3],
        full: [0, 1, 3, 6],
      }),
    },
    exact: ({ epsilon: level, people }) => {
      const own = { larger: level, smaller: level, prior: 0.5 };
      const difference = thresholdSuccess(level, 0.5);
      const answers = answersTest({ ...own, others: { people, share: 0.5 } }).success;
      const rivals = [-1, 0, 0.25, 0.45, 0.55, 0.75, 1, 2].map((threshold) => thresholdSuccess(level, threshold));
      const bound = guessBound({ epsilon: level, prior: 0.5 });
      return {
        checks: {
          difference: equal(difference, closedForm(level), { share: 1e-10 }),
          test: equal(differenceTest(own).success, difference, { share: 1e-10 }),
          "best-threshold": atMost(largestOf(rivals), difference),
          answers: equal(answers, likelihoodSuccess(level, people), { absolute: 1e-5 }),
          "all-known": atMost(answers, knownForm(level), { absolute: 1e-9 }),
          "more-than-difference": atMost(difference, answers, { absolute: 1e-9 }),
          bound: atMost(answers, bound),
        },
        values: { difference, answers, known: knownForm(level), bound },
      };
    },
  }),
  controls: {
    "exact-counts": {
      says: "exact counts that refuse sets below a minimum size, claimed epsilon-private: a tracker finds every bit",
      study: exactStudy({
        axes: {
          epsilon,
          minimum: axis(z.int().min(0).max(20), {
            means: "smallest set that is answered",
            quick: [1, 5],
            full: [1, 5, 20],
          }),
        },
        exact: ({ epsilon: level, minimum }) => ({
          checks: { success: atMost(trackerSuccess(minimum), guessBound({ epsilon: level, prior: 0.5 })) },
        }),
      }),
    },
    "minimum-size-protects": {
      says: "a minimum size of sets claimed to leave no more than the chance of a coin",
      study: exactStudy({
        axes: { minimum: axis(z.int().min(0).max(20), { means: "smallest set that is answered", quick: [2, 10] }) },
        exact: ({ minimum }) => ({ checks: { success: equal(trackerSuccess(minimum), 0.5) } }),
      }),
    },
  },
};

/** The share of people whose bit a tracker finds, half of them having it. */
function trackerSuccess(minimum: number): number {
  const people = Array.from({ length: 4 * minimum + 10 }, (_, id) => ({ id, bit: id % 2 === 1 }));
  const count = guardedCounts(people, { minimum });
  const right = people.filter(({ id, bit }) => {
    const target = (one: { readonly id: number; readonly bit: boolean }) => one.id === id && one.bit;
    return (trackerAttack(count, { target, tracker: (one) => one.id < people.length / 2 }) === 1) === bit;
  });
  return right.length / people.length;
}

/** How often the test is right about a bit, on counts at `factor` times epsilon. */
function draws({ epsilon: level }: { readonly epsilon: number }, factor: number, count: number, random: Stream) {
  const mechanism = countOf(factor * level);
  const test = differenceTest({ larger: level, smaller: level, prior: 0.5 });
  const best = answersTest({ larger: level, smaller: level, prior: 0.5, others: { people: 0, share: 0.5 } });
  let [difference, known] = [0, 0];
  for (let k = 0; k < count; k++) {
    const bit = sampleBernoulli(0.5, random);
    const counts = { larger: mechanism.release(OTHERS + bit, random), smaller: mechanism.release(OTHERS, random) };
    if (test.decide(counts) === (bit === 1)) difference++;
    if (best.decide({ larger: counts.larger - OTHERS, smaller: 0 }) === (bit === 1)) known++;
  }
  return { difference, known };
}

/** How many others have the bit. */
const OTHERS = 37;

const drawStudy = shareStudy({
  axes: {
    epsilon: axis(z.number().min(0.2).max(6), {
      means: "epsilon of each count",
      quick: [0.2, 1, 4],
      full: [0.2, 0.5, 1, 2, 4, 6],
    }),
  },
  trials: { quick: 200_000, full: 1_000_000, most: 2_000_000 },
  intervals: () => 2,
  block: (cell, count, random) => draws(cell, 1, count, random),
  judge: ({ epsilon: level }, { difference, known }) => ({
    checks: {
      difference: estimateNear(difference, closedForm(level), { absolute: 0.01 }),
      known: estimateNear(known, knownForm(level), { absolute: 0.01 }),
      bound: estimateAtMost(difference, guessBound({ epsilon: level, prior: 0.5 })),
    },
  }),
});

export const differencingDrawsPart: Part = {
  claim: "differencing-attack",
  asks: "Is the attack on drawn counts right as often as computed, and within the bound?",
  study: drawStudy,
  controls: {
    "half-of-the-noise": {
      says: "counts with half of the noise, claimed to be epsilon-private each",
      study: variant(drawStudy, {
        axes: {
          epsilon: axis(z.number().min(0.4).max(6), { means: "claimed epsilon of each count", quick: [0.5, 1, 4] }),
        },
        trials: { quick: 200_000, full: 200_000 },
        block: (cell, count, random) => draws(cell, 2, count, random),
      }),
    },
  },
};
