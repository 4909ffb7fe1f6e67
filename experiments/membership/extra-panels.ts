/**
 * The extra panels of the harness: reconstruction of a record by its posterior, what delta is and is not, and the list experiment.
 */
import { hockeyStick } from "../../lib/auditing/discrete-audit.ts";
import { choiceResponse } from "../../lib/mechanisms/local/choice-response.ts";
import { listExperiment } from "../../lib/mechanisms/local/list-experiment.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { atMost, type Judgement } from "../kit.ts";

/** The largest success of any guess of a record that is uniform over `values`, under epsilon: e^epsilon / (e^epsilon + values - 1). */
export function reconstructionBound(epsilon: number, values: number): number {
  return 1 / (1 + (values - 1) * exp(-epsilon));
}

/** Guessing the likeliest of `values` records from the answer of k-ary randomized response, from its law. */
export function responseReconstruction(epsilon: number, values: number): number {
  const mechanism = choiceResponse({ epsilon, choices: values });
  const laws = Array.from({ length: values }, (_, truth) => mechanism.law(truth));
  let success = 0;
  for (let answer = 0; answer < values; answer++) {
    success += largestOf(laws.map((law) => exp(law.logMass(answer)))) / values;
  }
  return success;
}

/**
 * How often the guess of largest posterior and that of largest likelihood are right, of k-ary randomized response when the first
 * value is 2 e^epsilon times as frequent as each other: by summation over records and answers.
 */
export function guessesOfUneven(epsilon: number, values: number) {
  const mechanism = choiceResponse({ epsilon, choices: values });
  const laws = Array.from({ length: values }, (_, truth) => mechanism.law(truth));
  const total = 2 * exp(epsilon) + values - 1;
  const prior = laws.map((_, truth) => (truth === 0 ? 2 * exp(epsilon) : 1) / total);
  let [posterior, likelihood] = [0, 0];
  for (let answer = 0; answer < values; answer++) {
    const masses = laws.map((law) => exp(law.logMass(answer)));
    const joint = masses.map((mass, truth) => mass * prior[truth]);
    posterior += largestOf(joint);
    likelihood += joint[masses.indexOf(largestOf(masses))];
  }
  return { posterior, likelihood };
}

/** The same from a sum with Laplace noise of this scale: the integral of the highest of `values` densities one apart, over `values`. */
export function laplaceReconstruction(scale: number, values: number): number {
  return (1 - (values - 1) * expm1(-1 / (2 * scale))) / values;
}

export function judgeReconstruction(success: number, bound: number): Judgement {
  return { checks: { success: atMost(success, bound) } };
}

/** Exact delta of Gaussian noise and the probability that the loss exceeds epsilon, which is larger. */
export function deltaAndTail(mu: number, epsilon: number): { readonly exact: number; readonly tail: number } {
  return { exact: gaussianDelta({ epsilon, mu }), tail: normalCdf(mu / 2 - epsilon / mu) };
}

/** delta at epsilon of a respondent's answer when only the sensitive bit differs. */
export function listDelta(epsilon: number, items: number, harmless: number): number {
  const { law } = listExperiment({ items });
  const pair = { first: law({ harmless, sensitive: 0 }), second: law({ harmless, sensitive: 1 }) };
  return Math.max(hockeyStick(pair, epsilon), hockeyStick({ first: pair.second, second: pair.first }, epsilon));
}
