/**
 * The definition itself and what follows at once: the largest excess over all events, the mixture that delta stands for, and
 * post-processing.
 */
import { lookAgain, randomRecordVariant } from "../../lib/auditing/broken/algebra.ts";
import { discreteDelta, discreteEpsilon, impossibleMass, type LawPair } from "../../lib/auditing/discrete-audit.ts";
import {
  lawOfList,
  lawsOfLists,
  type MassLists,
  randomChannel,
  randomMasses,
  randomPair,
} from "../../lib/auditing/random-laws.ts";
import { leakyResponse } from "../../lib/mechanisms/local/leaky-response.ts";
import { simulationLemma } from "../../lib/mechanisms/local/simulation-lemma.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { gaussianPrivacyLossTail } from "../../lib/privacy/loss/privacy-loss-tail.ts";
import { imageLaw } from "../../lib/privacy/loss/tabulated-law.ts";
import { stream } from "../../lib/random/stream.ts";
import { atMost, axis, brokenControl, epsilonAtMost, equal, exactStudy, type Part, z } from "../kit.ts";
import { answerEpsilonOf, epsilon, outcomes, records, sampleOf, strength } from "./axes.ts";

const SPREAD = 1.5;
/** Epsilons along which delta must fall. */
const GRID = Array.from({ length: 33 }, (_, k) => k / 8);
/** Of sums of masses of order 1, times e^5 at most. */
const SUMMED = { share: 1e-11, absolute: 1e-13 };

function pairOf(name: string, cell: { readonly outcomes: number; readonly sample: number }): MassLists {
  return randomPair(
    { outcomes: cell.outcomes, spread: SPREAD },
    stream("definitions", name, cell.outcomes, cell.sample),
  );
}

/** The probability of every event, that is of every set of outcomes. */
function eventsOf(masses: readonly number[]): Float64Array {
  const events = new Float64Array(1 << masses.length);
  masses.forEach((mass, k) => {
    for (let event = 0; event < 1 << k; event++) events[(1 << k) + event] = events[event] + mass;
  });
  return events;
}

/** Over all events, both ways: the largest P(S) - e^epsilon Q(S), and the largest logarithm of P(S) / Q(S). */
function worstEvents({ first, second }: MassLists, epsilon: number) {
  const [one, other] = [eventsOf(first), eventsOf(second)];
  let [excess, ratio] = [0, 0];
  for (let event = 1; event < one.length; event++) {
    excess = Math.max(excess, one[event] - exp(epsilon) * other[event], other[event] - exp(epsilon) * one[event]);
    ratio = Math.max(ratio, Math.abs(log(one[event] / other[event])));
  }
  return { excess, ratio };
}

export const definitionPart: Part = {
  claim: "def-dp",
  asks: "Is delta(epsilon) the largest excess over all events, the total variation at 0, and falling in epsilon?",
  study: exactStudy({
    axes: { outcomes, sample: sampleOf(3, 10), epsilon },
    exact: (cell) => {
      const masses = pairOf("def-dp", cell);
      const laws = lawsOfLists(masses);
      const { excess, ratio } = worstEvents(masses, cell.epsilon);
      const variation = masses.first.reduce((sum, mass, k) => sum + Math.abs(mass - masses.second[k]), 0) / 2;
      const profile = GRID.map((each) => discreteDelta(laws, each).lower);
      return {
        checks: {
          events: equal(discreteDelta(laws, cell.epsilon).lower, excess, SUMMED),
          "total-variation": equal(discreteDelta(laws, 0).lower, variation, SUMMED),
          "pure-epsilon": equal(discreteEpsilon(laws), ratio, SUMMED),
          "largest-rise": atMost(largestOf(profile.slice(1).map((delta, k) => delta - profile[k])), 0, {
            absolute: 1e-15,
          }),
        },
      };
    },
  }),
  controls: {
    "empty-cell": {
      says: "a pair with one outcome that only one law can give, said to be private at some epsilon with delta 0",
      study: exactStudy({
        axes: { outcomes, sample: sampleOf(3, 10) },
        exact: (cell) => {
          const [kept, ...rest] = randomMasses(
            cell.outcomes,
            stream("definitions", "empty", cell.outcomes, cell.sample),
          );
          const first = lawOfList([kept, ...rest]);
          const left = rest.reduce((sum, mass) => sum + mass, 0);
          const second = lawOfList([0, ...rest.map((mass) => mass / left)]);
          return { checks: { "impossible-mass": atMost(impossibleMass({ first, second }), 0) } };
        },
      }),
    },
    "pointwise-delta": {
      says: "the excess of single outcomes taken for delta, which is that of all of them together",
      study: exactStudy({
        axes: { cells: axis(z.int().min(2).max(1000), { means: "outcomes with an excess", quick: [2, 10] }) },
        exact: ({ cells }) => {
          const half = (mass: number) => new Array<number>(cells).fill(mass / cells);
          const pair = { first: [...half(0.75), ...half(0.25)], second: [...half(0.25), ...half(0.75)] };
          const pointwise = largestOf(pair.first.map((mass, k) => Math.abs(mass - pair.second[k])));
          return { checks: { delta: atMost(discreteDelta(lawsOfLists(pair), 0).lower, pointwise) } };
        },
      }),
    },
    "zero-is-perfect": {
      says: "epsilon = 0 read as perfect privacy: publishing a random record is (0, 1/n)-private and tells 1/n",
      refutes: ["E65"],
      study: exactStudy({
        axes: { records },
        exact: ({ records }) => {
          const pair = randomRecordVariant.broken({ size: records });
          return { checks: { "total-variation": atMost(discreteDelta(pair, 0).lower, 0) } };
        },
      }),
    },
    "infinity-is-nothing": {
      says: "epsilon = infinity with delta = 0 read as no condition at all: it still forbids outcomes of one law alone",
      refutes: ["E65"],
      study: exactStudy({
        axes: { leak: axis(z.number().min(1e-12).max(0.99), { means: "mass of the marks", quick: [1e-6, 0.1] }) },
        exact: ({ leak }) => {
          const { law } = leakyResponse({ epsilon: 1, delta: leak });
          return { checks: { "delta-at-infinity": atMost(impossibleMass({ first: law(0), second: law(1) }), 0) } };
        },
      }),
    },
  },
};

/** Below its own pure epsilon a pair has a delta. */
const share = axis(z.number().min(0.05).max(0.95), {
  means: "epsilon as a share of the pure epsilon of the pair",
  quick: [0.3, 0.8],
  full: [0.05, 0.3, 0.6, 0.9],
});

/** A random pair with an epsilon below its own, and its exact delta there. */
function leakingPair(cell: { readonly outcomes: number; readonly sample: number; readonly share: number }) {
  const masses = pairOf("delta-role", cell);
  const laws = lawsOfLists(masses);
  const epsilon = cell.share * discreteEpsilon(laws);
  return { masses, epsilon, delta: discreteDelta(laws, epsilon).lower };
}

/** How far (1 - delta) times the kept law and delta times the rest are from the law. */
function distance(law: readonly number[], kept: readonly number[], rest: readonly number[], delta: number): number {
  return largestOf(law.map((mass, k) => Math.abs((1 - delta) * kept[k] + delta * rest[k] - mass)));
}

export const mixturePart: Part = {
  claim: "delta-role",
  asks: "Do both laws split into parts of weight 1 - delta that are epsilon-indistinguishable and rests of weight delta?",
  study: exactStudy({
    axes: { outcomes, sample: sampleOf(3, 10), share },
    exact: (cell) => {
      const { masses, epsilon, delta } = leakingPair(cell);
      const [truth, lie, leakFirst, leakSecond] = simulationLemma({ ...masses, epsilon, delta: delta + 1e-15 });
      const weight = 1 / (1 + exp(-epsilon));
      const keptFirst = truth.map((mass, k) => weight * mass + (1 - weight) * lie[k]);
      const keptSecond = truth.map((mass, k) => (1 - weight) * mass + weight * lie[k]);
      return {
        checks: {
          first: atMost(distance(masses.first, keptFirst, leakFirst, delta), 0, { absolute: 1e-12 }),
          second: atMost(distance(masses.second, keptSecond, leakSecond, delta), 0, { absolute: 1e-12 }),
          "epsilon-of-the-kept": epsilonAtMost(lawsOfLists({ first: keptFirst, second: keptSecond }), epsilon),
        },
        values: { epsilon, delta },
      };
    },
  }),
  controls: {
    "half-of-delta": {
      says: "a mixture with half of the exact delta: the rests hold more than that",
      study: exactStudy({
        axes: { outcomes, sample: sampleOf(3, 10), share },
        exact: (cell) => {
          const { masses, epsilon, delta } = leakingPair(cell);
          return { checks: { mixtures: equal(isBuilt({ ...masses, epsilon, delta: delta / 2 }) ? 1 : 0, 1) } };
        },
      }),
    },
    "delta-is-a-probability-of-failure": {
      says: "delta of Gaussian noise read as the probability that the loss exceeds epsilon, which is larger",
      refutes: ["E54"],
      study: exactStudy({
        axes: { strength, epsilon },
        exact: (cell) => {
          const point = { mu: cell.strength, epsilon: cell.epsilon };
          return { checks: { failure: atMost(gaussianPrivacyLossTail(point), gaussianDelta(point)) } };
        },
      }),
    },
  },
};

function isBuilt(pair: Parameters<typeof simulationLemma>[0]): boolean {
  try {
    simulationLemma(pair);
    return true;
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith("delta")) return false;
    throw error;
  }
}

const CHANNELS = 20;

/** The largest rise of the pure epsilon, and of delta along the epsilons, over `CHANNELS` random channels. */
function largestRises(before: LawPair<number>, cell: { readonly outcomes: number; readonly sample: number }) {
  const random = stream("definitions", "channels", cell.outcomes, cell.sample);
  const rises = Array.from({ length: CHANNELS }, (_, k) => {
    const channel = randomChannel({ outcomes: cell.outcomes, images: 2 + (k % 4), bare: k % 5 === 0 }, random);
    const after = { first: imageLaw(before.first, channel), second: imageLaw(before.second, channel) };
    const delta = (each: number) => discreteDelta(after, each).lower - discreteDelta(before, each).lower;
    return {
      epsilon: discreteEpsilon(after) - discreteEpsilon(before),
      delta: largestOf([0, 0.2, 0.5, 1, 2].map(delta)),
    };
  });
  return { epsilon: largestOf(rises.map(({ epsilon }) => epsilon)), delta: largestOf(rises.map(({ delta }) => delta)) };
}

export const postprocessingPart: Part = {
  claim: "postprocessing",
  asks: "Do random channels, the same for both laws, never raise the pure epsilon or delta?",
  study: exactStudy({
    axes: { outcomes, sample: sampleOf(5, 15) },
    exact: (cell) => {
      const rises = largestRises(lawsOfLists(pairOf("postprocessing", cell)), cell);
      return {
        checks: {
          "rise-of-epsilon": atMost(rises.epsilon, 0, { absolute: 1e-12 }),
          "rise-of-delta": atMost(rises.delta, 0, { absolute: 1e-13 }),
        },
      };
    },
  }),
  controls: {
    "towards-the-truth": brokenControl(lookAgain, {
      epsilon: answerEpsilonOf([0.1, 1, 3]),
      zeal: axis(z.number().min(0.01).max(0.99), {
        means: "probability that a wrong answer is put right",
        quick: [0.1, 0.5],
      }),
    }),
  },
};
