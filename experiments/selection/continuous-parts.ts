/**
 * The exponential mechanism on an interval, for the score -|records up to t - n / 2| of a median, and what approximate sampling costs.
 *
 * Records are drawn from few places, so that all neighbours can be gone through; the density is constant between them. A Markov
 * chain within total variation g of the mechanism for both neighbours is (epsilon, (1 + e^epsilon) g)-private; from a start that
 * depends on the data it is so with nothing less than a delta.
 */

import { CHAIN_SCORES, shortChain } from "../../lib/auditing/broken/markov-chain.ts";
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { discreteDelta } from "../../lib/auditing/discrete-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { piecewiseExponential } from "../../lib/mechanisms/choice/piecewise-exponential.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon, LOSS } from "./axes.ts";

const PLACES = [0, 0.02, 0.5, 0.98, 1];

function medianScore(records: readonly number[], t: number): number {
  return -Math.abs(records.filter((record) => record <= t).length - records.length / 2);
}

function medianLaw(records: readonly number[], epsilon: number): ContinuousLaw {
  const breakpoints = records.toSorted((a, b) => a - b);
  // Between two records the score is that of the count so far.
  const scores = Array.from({ length: records.length + 1 }, (_, count) => -Math.abs(count - records.length / 2));
  const interval = { lower: 0, upper: 1, neighbours: "swap" } as const;
  return piecewiseExponential({ epsilon, sensitivity: 1, change: "general", ...interval }).law({ breakpoints, scores });
}

const middles = PLACES.slice(1).map((to, k) => (PLACES[k] + to) / 2);

export const continuousPart: Part = {
  claim: "exp-continuous",
  asks: "Is the density proportional to e^(epsilon u / 2) epsilon-private for the score of a median, over all neighbours?",
  study: exactStudy({
    axes: {
      records: axis(z.int().min(1).max(5), { means: "number of records", quick: [1, 3], full: [1, 2, 3, 4, 5] }),
      epsilon,
    },
    exact: ({ records, epsilon }) => {
      const known = new Map<string, ContinuousLaw>();
      const lawOf = (data: readonly number[]) => {
        const key = data.toSorted((a, b) => a - b).join();
        const law = known.get(key) ?? medianLaw(data, epsilon);
        known.set(key, law);
        return law;
      };
      const { pair, loss } = worstPair({ universe: PLACES, size: records, neighbours: "swap" }, (x, y) => {
        const [p, q] = [lawOf(x), lawOf(y)];
        return largestOf(middles.map((t) => Math.abs(p.logDensity(t) - q.logDensity(t))));
      });
      const [first, second] = pair.map(lawOf);
      const total = integrate((t) => exp(first.logDensity(t)), { lower: 0, upper: 1, kinks: PLACES }).value;
      const [low, high] = [middles[0], middles[2]];
      const moved = (epsilon / 2) * (medianScore(pair[0], high) - medianScore(pair[0], low));
      return {
        checks: {
          epsilon: atMost(loss, epsilon, LOSS),
          "audit-of-the-density": equal(continuousEpsilon({ first, second }, { kind: "monotone" }).lower, loss, {
            share: 1e-12,
            ...LOSS,
          }),
          "total-mass": equal(total, 1, { share: 1e-10 }),
          "ratio-by-score": equal(first.logDensity(high) - first.logDensity(low), moved, { share: 1e-12, ...LOSS }),
        },
        values: {
          places: PLACES,
          first: middles.map((t) => exp(first.logDensity(t))),
          second: middles.map((t) => exp(second.logDensity(t))),
        },
      };
    },
  }),
  controls: {
    "chain-of-a-step": {
      says: "a Markov chain of no step or one from the best option of the data: options that only one neighbour can give have mass",
      study: exactStudy({
        axes: { steps: axis(z.int().min(0).max(1), { means: "steps of the chain", quick: [0, 1] }), epsilon },
        exact: ({ steps, epsilon }) => ({
          checks: { "mass-of-impossible-options": atMost(impossibleMass(shortChain.broken({ epsilon, steps })), 0) },
        }),
      }),
    },
  },
};

interface Pair {
  readonly first: DiscreteLaw<number>;
  readonly second: DiscreteLaw<number>;
}

/** The mass of the options that the second law never gives: with any, no epsilon is enough. */
function impossibleMass({ first, second }: Pair): number {
  return first.support.reduce((sum, k) => (second.logMass(k) === -Infinity ? sum + exp(first.logMass(k)) : sum), 0);
}

function totalVariation(one: DiscreteLaw<number>, other: DiscreteLaw<number>): number {
  return [0, 1, 2, 3, 4].reduce((sum, k) => sum + Math.abs(exp(one.logMass(k)) - exp(other.logMass(k))) / 2, 0);
}

function distanceFromMechanism({ first, second }: Pair, epsilon: number): number {
  const rules = { epsilon, sensitivity: 1, options: 5, change: "general", neighbours: "swap" } as const;
  const [one, other] = CHAIN_SCORES.map((scores) => exponentialMechanism(rules).law(scores));
  return Math.max(totalVariation(first, one), totalVariation(second, other));
}

export const approximatePart: Part = {
  claim: "exp-continuous",
  asks: "Does a sampler within total variation g of the mechanism cost a delta of at most (1 + e^epsilon) g?",
  study: exactStudy({
    axes: {
      steps: axis(z.int().min(0).max(2000), {
        means: "steps of the Markov chain",
        quick: [1, 5, 20, 100],
        full: [0, 1, 2, 5, 10, 20, 50, 100, 300],
      }),
      epsilon,
    },
    exact: ({ steps, epsilon }) => {
      const pair = shortChain.broken({ epsilon, steps });
      const distance = distanceFromMechanism(pair, epsilon);
      const delta = discreteDelta(pair, epsilon).upper;
      return {
        checks: { delta: atMost(delta, (1 + exp(epsilon)) * distance, { share: 1e-9, absolute: 1e-14 }) },
        values: { distance },
      };
    },
  }),
  controls: {
    "no-delta": {
      says: "a chain of at most two steps, sold as epsilon-private without a delta",
      study: exactStudy({
        axes: { steps: axis(z.int().min(0).max(2), { means: "steps of the chain", quick: [0, 1, 2] }), epsilon },
        exact: ({ steps, epsilon }) => ({
          checks: { delta: atMost(discreteDelta(shortChain.broken({ epsilon, steps }), epsilon).lower, 0) },
        }),
      }),
    },
  },
};
