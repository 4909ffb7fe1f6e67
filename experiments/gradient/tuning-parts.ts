/**
 * Tuning on the private data: what the best of several private runs reveals, by the exact law of the best.
 *
 * Part `hyperparameter-tuning`: each run answers a bit by randomized response, and 1 is the better outcome; the best of k runs is 0
 * only if all are, whose log-ratio is k epsilon: the stated price of k runs, attained. Part `random-stopping`: the number of runs
 * is geometric, a run answers one of several choices, the last being the best; the law of the best is summed over the number of
 * runs, and its loss is at most 3 epsilon.
 * Source: Liu, Talwar (STOC 2019); Papernot, Steinke (ICLR 2022).
 */
import { bestOfMany } from "../../lib/auditing/broken/selection.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { choiceResponse } from "../../lib/mechanisms/local/choice-response.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { tunePure } from "../../lib/privacy/accounting/hyperparameter-tuning.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { atMost, axis, epsilonAtMost, equal, exactStudy, type PartDraft, z } from "../kit.ts";

const epsilon = axis(z.number().min(0.05).max(3), {
  means: "epsilon of one run",
  quick: [0.5, 1],
  full: [0.1, 0.5, 1, 2],
});
const runs = axis(z.int().min(1).max(100), { means: "runs", quick: [1, 5, 20], full: [1, 2, 3, 5, 10, 20, 50] });

const bestPair = (epsilon: number, runs: number) => bestOfMany.broken({ runs, epsilon });

export const fixedPart: PartDraft = {
  claim: "hyperparameter-tuning",
  asks: "Does the best of k runs of randomized response cost k epsilon, exactly?",
  study: exactStudy({
    axes: { epsilon, runs },
    exact: ({ epsilon, runs }) => {
      const stated = tunePure(pure(epsilon), { kind: "fixed", runs });
      return {
        checks: { epsilon: equal(discreteEpsilon(bestPair(epsilon, runs)), stated.epsilon, { share: 1e-9 }) },
      };
    },
  }),
  controls: {
    "best-of-runs-claimed-one": {
      says: "the best of 20 runs, claimed to be as private as one",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({ checks: { epsilon: epsilonAtMost(bestPair(epsilon, 20), epsilon) } }),
      }),
    },
  },
};

interface Stopping {
  readonly epsilon: number;
  readonly choices: number;
  readonly stopping: number;
}

/**
 * The law of the best of a geometric number of runs: P(best <= j) is the sum over k of gamma (1 - gamma)^(k - 1) q^k, q that of one
 * run.
 */
function bestLaw({ epsilon, choices, stopping }: Stopping, truth: number): DiscreteLaw<number> {
  const single = choiceResponse({ epsilon, choices }).law(truth);
  const masses: [number, number][] = [];
  let below = 0;
  for (let j = 0; j < choices; j++) {
    const mass = exp(single.logMass(j));
    masses.push([j, bestMass(below, mass, stopping)]);
    below += mass;
  }
  const total = masses.reduce((sum, [, mass]) => sum + mass, 0);
  return lawOfMasses(masses.map(([j, mass]) => [j, mass / total] as const));
}

/** The sum over k of the weight of k runs times (below + mass)^k - below^k, each as a sum of positive terms. */
function bestMass(below: number, mass: number, stopping: number): number {
  const upTo = Math.min(1, below + mass);
  let [weight, quotient, power, sum] = [stopping, 1, 1, 0];
  for (let k = 1; weight > 1e-18 && k < 1e6; k++) {
    sum += weight * quotient;
    power *= below;
    quotient = upTo * quotient + power;
    weight *= 1 - stopping;
  }
  return mass * sum;
}

/** The largest loss over all pairs of truths. */
function stoppedLoss(parameters: Stopping): number {
  const laws = Array.from({ length: parameters.choices }, (_, truth) => bestLaw(parameters, truth));
  return laws.reduce(
    (most, first, k) =>
      laws.slice(k + 1).reduce((each, second) => Math.max(each, discreteEpsilon({ first, second })), most),
    0,
  );
}

const choices = axis(z.int().min(2).max(10), { means: "outcomes of a run", quick: [2, 5], full: [2, 3, 5, 10] });
const stopping = axis(z.number().min(0.001).max(0.9), {
  means: "gamma, the probability to stop after a run",
  quick: [0.01, 0.1, 0.5],
  full: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5],
});

export const stoppingPart: PartDraft = {
  claim: "hyperparameter-tuning",
  asks: "Does the best of a geometric number of runs cost at most 3 epsilon?",
  study: exactStudy({
    axes: { epsilon, choices, stopping },
    exact: (cell) => {
      const count = { kind: "truncated-negative-binomial", shape: 1, stoppingRate: cell.stopping } as const;
      return { checks: { epsilon: atMost(stoppedLoss(cell), tunePure(pure(cell.epsilon), count).epsilon) } };
    },
  }),
  controls: {
    "stopped-runs-claimed-one": {
      says: "the best of a geometric number of runs, claimed to be as private as one",
      study: exactStudy({
        axes: { epsilon, choices, stopping },
        exact: (cell) => ({ checks: { epsilon: atMost(stoppedLoss(cell), cell.epsilon) } }),
      }),
    },
  },
};
