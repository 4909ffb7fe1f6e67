/**
 * Leaky randomized response: exactly as private as stated, the source of every pair of its guarantee, and so the worst under composition.
 */
import { adaptiveLaw } from "../../lib/auditing/composed-law.ts";
import { discreteDelta, discreteEpsilon, type LawPair } from "../../lib/auditing/discrete-audit.ts";
import { lawsOfLists, type MassLists, randomPair } from "../../lib/auditing/random-laws.ts";
import { leakyResponse } from "../../lib/mechanisms/local/leaky-response.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { type IndistinguishablePair, simulationLemma } from "../../lib/mechanisms/local/simulation-lemma.ts";
import { logBinomialCoefficient } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log1p } from "../../lib/numerics/logarithm.ts";
import { leakyDelta } from "../../lib/oracles/listed-composition.ts";
import { mappedMasses } from "../../lib/oracles/listed-law.ts";
import {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
} from "../../lib/privacy/accounting/optimal-composition.ts";
import { commonSupport } from "../../lib/privacy/loss/law.ts";
import { leakyResponseDelta } from "../../lib/privacy/loss/leaky-response-profile.ts";
import { tradeOffOfLaws } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { delta, epsilon, sample } from "./axes.ts";

const outcomes = axis(z.int().min(2).max(20), {
  means: "outcomes of the random laws",
  quick: [2, 6],
  full: [2, 4, 6, 12],
});
const share = axis(z.number().min(0.01).max(1.5), {
  means: "epsilon as a share of the pure epsilon of the pair",
  quick: [0.3, 1.2],
  full: [0.05, 0.3, 0.6, 0.9, 1.2],
});

interface RandomPairs {
  readonly outcomes: number;
  readonly sample: number;
  readonly share: number;
}

const PAIRS = 100;

/** A random pair, an epsilon, and the exact delta that the pair has there. */
function drawPair({ outcomes, share }: RandomPairs, random: Stream) {
  const masses = randomPair({ outcomes, spread: 1.5 }, random);
  const laws = lawsOfLists(masses);
  const epsilon = share * discreteEpsilon(laws);
  return { masses, epsilon, exact: discreteDelta(laws, epsilon).lower };
}

function drawPairs(name: string, cell: RandomPairs) {
  const random = stream("composition", name, cell.outcomes, cell.sample);
  return Array.from({ length: PAIRS }, () => drawPair(cell, random));
}

/** How far the images of the two laws of leaky randomized response are from the pair, and the least and the worst total of a mass. */
function rebuilt({ first, second, epsilon, delta }: IndistinguishablePair) {
  const map = simulationLemma({ first, second, epsilon, delta });
  const { law } = leakyResponse({ epsilon, delta });
  const image = (bit: number) => {
    const { support, logMass } = law(bit);
    return mappedMasses(
      support.map((answer) => exp(logMass(answer))),
      support.map((answer) => map[answer]),
    );
  };
  const images = [image(0), image(1)];
  const off = (masses: readonly number[], bit: number) =>
    largestOf(images[bit].map((mass, k) => Math.abs(mass - masses[k])));
  return {
    first: off(first, 0),
    second: off(second, 1),
    least: leastOf(map.flat()),
    total: largestOf(map.map((row) => Math.abs(row.reduce((sum, mass) => sum + mass, 0) - 1))),
    images,
  };
}

/** The mean of log P / Q under the law that is named. */
function meanLoss({ first, second }: MassLists, under: readonly number[]): number {
  const { first: one, second: other } = lawsOfLists({ first, second });
  return under.reduce((sum, mass, k) => sum + mass * (one.logMass(k) - other.logMass(k)), 0);
}

export const simulationPart: Part = {
  claim: "simulation-lemma",
  asks: "Is every pair of finite laws made from leaky randomized response by one map, and is its mean loss never negative?",
  study: exactStudy({
    axes: { outcomes, sample, share },
    exact: (cell) => {
      const pairs = drawPairs("simulation", cell);
      // The exact delta, and the same with something to spare.
      const built = pairs.map(({ masses, epsilon, exact }, k) =>
        rebuilt({ ...masses, epsilon, delta: exact + (k % 2 === 0 ? 1e-15 : 0.1 * (1 - exact)) }),
      );
      const [shown] = pairs;
      return {
        checks: {
          first: atMost(largestOf(built.map(({ first }) => first)), 0, { absolute: 1e-12 }),
          second: atMost(largestOf(built.map(({ second }) => second)), 0, { absolute: 1e-12 }),
          "least-mass": atLeast(leastOf(built.map(({ least }) => least)), 0),
          "total-mass": atMost(largestOf(built.map(({ total }) => total)), 0, { absolute: 1e-14 }),
          "mean-loss": atLeast(leastOf(pairs.map(({ masses }) => meanLoss(masses, masses.first))), 0),
        },
        values: { ...shown.masses, epsilon: shown.epsilon, delta: shown.exact, images: built[0].images },
      };
    },
  }),
  controls: {
    "half-of-delta": {
      says: "a map for half of the delta of the pair: what cannot be made from the noisy answers is more than that",
      study: exactStudy({
        axes: {
          outcomes,
          sample,
          share: axis(z.number().min(0.05).max(0.9), {
            means: "epsilon as a share of the pure epsilon of the pair",
            quick: [0.3, 0.8],
          }),
        },
        exact: (cell) => {
          const pairs = drawPairs("refused", cell);
          const refused = pairs.filter(({ masses, epsilon, exact }) =>
            isRefused({ ...masses, epsilon, delta: exact / 2 }),
          );
          return { checks: { maps: equal(PAIRS - refused.length, PAIRS) } };
        },
      }),
    },
    "mean-under-the-other": {
      says: "the mean privacy loss of randomized response taken under A(x'), said to be the divergence: it is its negative",
      refutes: ["E39"],
      study: exactStudy({
        axes: { epsilon: axis(z.number().min(0.01).max(20), { means: "epsilon of the answer", quick: [0.1, 1, 3] }) },
        exact: (cell) => {
          const { law } = randomizedResponse(cell);
          const loss = (answer: number) => law(0).logMass(answer) - law(1).logMass(answer);
          const mean = (bit: number) =>
            [0, 1].reduce((sum, answer) => sum + exp(law(bit).logMass(answer)) * loss(answer), 0);
          return { checks: { "mean-loss": equal(mean(1), mean(0)) } };
        },
      }),
    },
  },
};

function isRefused(pair: IndistinguishablePair): boolean {
  try {
    simulationLemma(pair);
    return false;
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith("delta")) return true;
    throw error;
  }
}

const LEVELS = Array.from({ length: 101 }, (_, k) => k / 100);

/** The two laws of leaky randomized response. */
function leakyPair(parameters: { readonly epsilon: number; readonly delta: number }) {
  const { law } = leakyResponse(parameters);
  return { first: law(0), second: law(1) };
}

export const leakyPart: Part = {
  claim: "leaky-rr",
  asks: "Is leaky randomized response exactly (epsilon, delta)-private, with the lowest trade-off function that this allows?",
  study: exactStudy({
    axes: { epsilon, delta },
    exact: (cell) => {
      const pair = leakyPair(cell);
      const curve = tradeOffOfLaws(pair.first, pair.second);
      const allowed = (alpha: number) =>
        Math.max(0, 1 - cell.delta - exp(cell.epsilon) * alpha, exp(-cell.epsilon) * (1 - cell.delta - alpha));
      const profile = [0, 0.3, 0.7, 1.4].map((factor) => {
        const at = factor * cell.epsilon;
        const closed = leakyResponseDelta({ pureEpsilon: cell.epsilon, leak: cell.delta, epsilon: at });
        return Math.abs(discreteDelta(pair, at).lower - closed);
      });
      return {
        checks: {
          delta: equal(discreteDelta(pair, cell.epsilon).lower, cell.delta, { share: 1e-12, absolute: 1e-15 }),
          profile: atMost(largestOf(profile), 0, { absolute: 1e-14 }),
          "on-the-limit": atMost(
            largestOf(LEVELS.map((alpha) => Math.abs(curve.evaluate(alpha) - allowed(alpha)))),
            0,
            {
              absolute: 1e-13,
            },
          ),
        },
      };
    },
  }),
  controls: {
    "less-than-the-marks": {
      says: "a delta of 0.99 times the mass of the marks",
      study: exactStudy({
        axes: {
          epsilon,
          delta: axis(z.number().min(1e-9).max(0.1), { means: "mass of the marks", quick: [1e-6, 0.01] }),
        },
        exact: (cell) => ({
          checks: { delta: atMost(discreteDelta(leakyPair(cell), cell.epsilon).lower, 0.99 * cell.delta) },
        }),
      }),
    },
  },
};

const times = axis(z.int().min(1).max(12), {
  means: "releases k",
  quick: [1, 2, 5, 10],
  full: [1, 2, 4, 6, 9, 12],
});
const level = axis(z.number().min(0).max(1), { means: "total epsilon over k epsilon", quick: [0, 0.4, 0.8] });

interface Repeated {
  readonly epsilon: number;
  readonly delta: number;
  readonly times: number;
}

const answersOf = ({ first, second }: LawPair<number>) =>
  commonSupport(first, second).map((answer) => [first.logMass(answer), second.logMass(answer)] as const);

/** Over all lists of answers, whose probabilities are those of the mechanisms. */
function enumeratedDelta({ epsilon, delta, times }: Repeated, totalEpsilon: number): number {
  const { law } = randomizedResponse({ epsilon });
  const [marked, unmarked] = [leakyPair({ epsilon, delta }), { first: law(0), second: law(1) }].map(answersOf);
  return leakyDelta({ leak: delta, marked, unmarked }, times, totalEpsilon);
}

/** The sum of the theorem; without its subtracted term it is the probability of the answers whose loss exceeds the total. */
function printedDelta({ epsilon, delta, times }: Repeated, totalEpsilon: number, isWhole: boolean): number {
  let sum = 0;
  for (let lies = 0; lies <= times; lies++) {
    const log = logBinomialCoefficient(times, lies) - times * log1p(exp(epsilon));
    const [mine, other] = [(times - lies) * epsilon, totalEpsilon + lies * epsilon];
    if (mine > other) sum += exp(log + mine) - (isWhole ? exp(log + other) : 0);
  }
  return 1 - exp(times * log1p(-delta)) * (1 - sum);
}

/** The delta at the total epsilon of this many releases of other pairs that have this guarantee, chosen by the answer before. */
function otherDelta({ epsilon, delta, times }: Repeated, totalEpsilon: number, sample: number): number {
  const random = stream("composition", "other", sample);
  const pairs = Array.from({ length: 3 }, () => {
    const { law } = leakyResponse({ epsilon, delta });
    const map = Array.from({ length: 4 }, () => [sampleUniform(random), sampleUniform(random)]);
    const mass = (bit: number, side: number) =>
      law(bit).support.reduce((sum, answer) => sum + exp(law(bit).logMass(answer)) * map[answer][side] * 0.5, 0);
    const masses = (bit: number) => [mass(bit, 0), mass(bit, 1), 1 - mass(bit, 0) - mass(bit, 1)];
    return lawsOfLists({ first: masses(0), second: masses(1) });
  });
  const law = (side: "first" | "second") =>
    adaptiveLaw<number>(Math.min(times, 5), (answers) => pairs[answers.at(-1) ?? 0][side]);
  return discreteDelta({ first: law("first"), second: law("second") }, totalEpsilon).lower;
}

export const optimalPart: Part = {
  claim: "kov-optimal-composition",
  asks: "Is the formula the delta of k leaky randomized responses, found by listing all answers, and is nothing else worse?",
  study: exactStudy({
    axes: { epsilon, delta, times, level },
    exact: (cell) => {
      const { level, ...releases } = cell;
      const total = level * cell.times * cell.epsilon;
      const formula = optimalCompositionDelta({ ...releases, totalEpsilon: total });
      const grid = Math.floor(cell.times / 3);
      const gridEpsilon = (cell.times - 2 * grid) * cell.epsilon;
      const near = { share: 1e-10, absolute: 1e-14 };
      return {
        checks: {
          listed: equal(formula, enumeratedDelta(cell, total), near),
          printed: equal(formula, printedDelta(cell, total, true), near),
          "on-the-grid": equal(
            optimalCompositionDelta({ ...releases, totalEpsilon: gridEpsilon }),
            enumeratedDelta(cell, gridEpsilon),
            near,
          ),
          "nothing-worse": atMost(otherDelta(cell, total, cell.times), formula, near),
          ...(formula > 1e-12 && formula < 1 && cell.delta === 0
            ? {
                inverse: atMost(optimalCompositionEpsilon({ ...releases, totalDelta: formula }), total, {
                  share: 1e-9,
                  absolute: 1e-9,
                }),
              }
            : {}),
        },
      };
    },
  }),
  controls: {
    "dropped-term": {
      says: "the formula without the term that it subtracts, which is the probability that the loss exceeds the total",
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().min(0.01).max(1), { means: "epsilon of one release", quick: [0.1, 0.5, 1] }),
          delta,
          times,
          level: axis(z.number().min(0.2).max(0.9), { means: "total epsilon over k epsilon", quick: [0.4, 0.8] }),
        },
        exact: (cell) => {
          const total = cell.level * cell.times * cell.epsilon;
          return {
            checks: { listed: equal(printedDelta(cell, total, false), enumeratedDelta(cell, total), { share: 1e-9 }) },
          };
        },
      }),
    },
  },
};
