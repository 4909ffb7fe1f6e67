/**
 * What adds up: basic composition, adaptive rounds included, and the privacy of groups along chains of neighbours.
 */
import { sharedNoiseVariant } from "../../lib/auditing/broken/algebra.ts";
import { adaptiveLaw, productLaw } from "../../lib/auditing/composed-law.ts";
import { discreteDelta, discreteEpsilon, impossibleMass } from "../../lib/auditing/discrete-audit.ts";
import { lawOfList, lawsOfLists, randomPair } from "../../lib/auditing/random-laws.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { basicComposition } from "../../lib/privacy/accounting/advanced-composition.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { groupPrivacy } from "../../lib/privacy/guarantees/group-privacy.ts";
import { approximate, pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon, sample } from "./axes.ts";

const rounds = axis(z.int().min(1).max(8), { means: "rounds k", quick: [1, 2, 5], full: [1, 2, 4, 6, 8] });
/** Where the deltas of the rounds are read, as a share of their pure epsilons. */
const share = axis(z.number().min(0).max(1), { means: "share of the pure epsilons", quick: [0.5, 1] });
const answerEpsilon = axis(epsilon.schema, { means: "epsilon of one answer", quick: [0.1, 1] });

const OUTCOMES = 3;
const ROUNDED = { share: 1e-12, absolute: 1e-13 };

interface Rounds {
  readonly rounds: number;
  readonly sample: number;
}

/** A pair of laws for every round and every answer of the round before it; the first round has one. */
function randomRounds({ rounds, sample }: Rounds) {
  const random = stream("composition", "rounds", rounds, sample);
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: round === 0 ? 1 : OUTCOMES }, () =>
      lawsOfLists(randomPair({ outcomes: OUTCOMES, spread: 0.2 + (round % 3) / 5 }, random)),
    ),
  );
}

/** Every round looks at the answer before it. */
function adaptivePair(pairs: ReturnType<typeof randomRounds>) {
  const law = (side: "first" | "second") =>
    adaptiveLaw<number>(pairs.length, (answers) => {
      const choices = pairs[answers.length];
      return choices[choices.length === 1 ? 0 : answers[answers.length - 1]][side];
    });
  return { first: law("first"), second: law("second") };
}

/** As many randomized responses to each bit as there are rounds. */
function responses({ rounds, epsilon }: { readonly rounds: number; readonly epsilon: number }) {
  const { law } = randomizedResponse({ epsilon });
  const [first, second] = [0, 1].map((bit) => productLaw(Array.from({ length: rounds }, () => law(bit))));
  return { first, second };
}

export const basicPart: Part = {
  claim: "basic-composition",
  asks: "Do epsilons and deltas of adaptive rounds add up, and do k randomized responses need exactly k epsilon?",
  study: exactStudy({
    axes: { rounds, sample, share, epsilon: answerEpsilon },
    exact: (cell) => {
      const pairs = randomRounds(cell);
      const all = adaptivePair(pairs);
      const pureEpsilons = pairs.map((choices) => largestOf(choices.map(discreteEpsilon)));
      const budgets = pairs.map((choices, round) => {
        const own = cell.share * pureEpsilons[round];
        return { epsilon: own, delta: largestOf(choices.map((pair) => discreteDelta(pair, own).lower)) };
      });
      const total = basicComposition(budgets);
      return {
        checks: {
          epsilon: atMost(discreteEpsilon(all), convert(pureEpsilons.map(pure), { to: "pure" }).epsilon, ROUNDED),
          delta: atMost(discreteDelta(all, total.epsilon).lower, total.delta, ROUNDED),
          attained: equal(discreteEpsilon(responses(cell)), cell.rounds * cell.epsilon, { share: 1e-11 }),
        },
      };
    },
  }),
  controls: {
    "shared-noise": {
      says: "one draw of noise for two counts of which one moves, said to be private at some epsilon: their difference is bare",
      study: exactStudy({
        axes: { epsilon: axis(z.number().min(0.5).max(5), { means: "epsilon of one count", quick: [0.5, 1] }) },
        exact: (cell) => ({
          checks: { "impossible-mass": atMost(impossibleMass(sharedNoiseVariant.broken(cell)), 0) },
        }),
      }),
    },
    "one-round-less": {
      says: "k randomized responses said to cost (k - 1) epsilon",
      study: exactStudy({
        axes: { rounds, epsilon: answerEpsilon },
        exact: (cell) => ({
          checks: { epsilon: atMost(discreteEpsilon(responses(cell)), (cell.rounds - 1) * cell.epsilon) },
        }),
      }),
    },
  },
};

const groupEpsilon = axis(z.number().min(0.05).max(1), {
  means: "epsilon for one record",
  quick: [0.1, 0.5, 1],
  full: [0.05, 0.1, 0.2, 0.5, 1],
});
const groupDelta = axis(z.number().min(1e-12).max(1e-3), {
  means: "delta for one record",
  quick: [1e-6, 1e-3],
  full: [1e-9, 1e-6, 1e-3],
});
const membersFrom = (least: number, quick: readonly number[], full: readonly number[]) =>
  axis(z.int().min(least).max(6), { means: "records of the group k", quick, full });

interface Chain {
  readonly members: number;
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * The chances of heads along a chain of neighbours, each as much above the one before as (epsilon, delta) allows: p -> e^epsilon p +
 * delta.
 */
function coinsOf({ members, epsilon, delta }: Chain): readonly number[] {
  const chances = [delta];
  for (let k = 0; k < members; k++) chances.push(exp(epsilon) * chances[k] + delta);
  return chances;
}

const coin = (heads: number) => lawOfList([heads, 1 - heads]);

/** What the ends of the chain need at k epsilon. */
function endDelta(chain: Chain): number {
  const coins = coinsOf(chain);
  const ends = { first: coin(coins[chain.members]), second: coin(coins[0]) };
  return discreteDelta(ends, chain.members * chain.epsilon).lower;
}

/** The pure epsilon of counts with discrete Laplace noise that are so far apart. */
function countEpsilon(epsilon: number, distance: number): number {
  const { law } = discreteLaplace({ epsilon, sensitivity: 1, neighbours: "add-remove" });
  return discreteEpsilon({ first: law(0), second: law(distance) });
}

export const groupPart: Part = {
  claim: "group-privacy",
  asks: "Do k records cost k epsilon and delta (e^(k epsilon) - 1) / (e^epsilon - 1), and is this attained?",
  study: exactStudy({
    axes: { members: membersFrom(1, [1, 2, 5], [1, 2, 3, 4, 5, 6]), epsilon: groupEpsilon, delta: groupDelta },
    exact: (cell) => {
      const { epsilon, delta, members } = cell;
      const group = groupPrivacy(approximate(epsilon, delta), members);
      const coins = coinsOf(cell);
      const steps = coins
        .slice(1)
        .map((heads, k) => discreteDelta({ first: coin(heads), second: coin(coins[k]) }, epsilon).lower);
      return {
        checks: {
          "counts-attain": equal(countEpsilon(epsilon, members), groupPrivacy(pure(epsilon), members).epsilon, {
            share: 1e-11,
          }),
          "steps-are-neighbours": atMost(largestOf(steps), delta, { share: 1e-9 }),
          "coins-attain": equal(endDelta(cell), group.delta, { share: 1e-9 }),
          "printed-is-larger": atMost(group.delta, members * exp((members - 1) * epsilon) * delta),
        },
      };
    },
  }),
  controls: {
    "k-times-delta": {
      says: "a group of k records said to be (k epsilon, k delta)-private",
      study: exactStudy({
        axes: { members: membersFrom(2, [2, 5], [2, 3, 4, 5, 6]), epsilon: groupEpsilon, delta: groupDelta },
        exact: (cell) => ({ checks: { delta: atMost(endDelta(cell), cell.members * cell.delta) } }),
      }),
    },
    "one-step-too-many": {
      says: "a chain x1 ~ ... ~ xk said to cost k epsilon: it has k - 1 steps, and counts along it need (k - 1) epsilon",
      refutes: ["E23"],
      study: exactStudy({
        axes: {
          chain: axis(z.int().min(1).max(50), {
            means: "data sets of the chain k",
            quick: [2, 5],
            full: [2, 3, 5, 10],
          }),
          epsilon: groupEpsilon,
        },
        exact: (cell) => ({
          checks: { epsilon: equal(countEpsilon(cell.epsilon, cell.chain - 1), cell.chain * cell.epsilon) },
        }),
      }),
    },
  },
};
