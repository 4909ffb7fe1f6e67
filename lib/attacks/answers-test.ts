/**
 * The optimal differencing attack: guess a person's bit from both noisy counts and from what is known of the others.
 *
 * Theorem: let c of `people` others have the bit, by a binomial law of which the attacker knows the share. Given the count without the person, c has
 * weights w_c proportional to binomial(c) e^(-smaller |answer - c|), which are log-concave; the count with the person has the density h(x - bit), h being
 * the weights with Laplace noise. h(x - 1) / h(x) rises with x: between integers it is a Moebius function of e^(2 larger x), and at integers a ratio
 * of neighbours of a log-concave sequence. So the best test is a threshold that depends on the other answer, in closed form, and its success is one
 * integral over that answer, exact beyond 0 and `people`, where the weights do not change.
 * With nobody else, or all known, it is right with probability 1 - e^(-larger / 2) / 2; the more is unknown, the nearer it comes to `differenceTest`.
 * Source: Neyman, Pearson (1933); Karlin, "Total positivity" (1968), for the monotone ratio.
 * Accuracy: success to 1e-9, by adaptive quadrature.
 * Limits: others have the bit independently, with one share; at most 200 of them. Both epsilons from 1e-6 to 1000.
 * @example
 * ```ts
 * import { answersTest } from "epsilab/attacks";
 * answersTest({ larger: 1, smaller: 1, prior: 0.5, others: { people: 0, share: 0.5 } }).success; // => 0.6967...
 * const test = answersTest({ larger: 1, smaller: 1, prior: 0.5, others: { people: 20, share: 0.5 } });
 * test.success; // => 0.6261...
 * test.decide({ larger: 11.9, smaller: 9.2 }); // => true
 * ```
 * @claim differencing-attack
 */
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import {
  refuse,
  requireFinite,
  requireInteger,
  requireOpenProbability,
  requireProbability,
} from "../numerics/requirements.ts";
import { type CountPair, type DifferenceTestParameters, requireEpsilons } from "./difference-test.ts";

export interface AnswersTestParameters extends DifferenceTestParameters {
  /** How many others are in both counts, and the share of them that has the bit. */
  readonly others: { readonly people: number; readonly share: number };
}

export interface AnswersTest {
  /** The probability that the guess is right. */
  readonly success: number;
  /** The count with the person from which on the guess is 1, given the count without. */
  threshold(smaller: number): number;
  /** The guess. */
  decide(counts: CountPair): boolean;
}

const MOST_PEOPLE = 200;

export function answersTest(parameters: AnswersTestParameters): AnswersTest {
  const { larger, smaller, prior, others } = parameters;
  requireEpsilons({ larger, smaller });
  requireOpenProbability({ prior });
  const { people, share } = others;
  requireInteger({ "others.people": people }, 0);
  if (people > MOST_PEOPLE) refuse("others.people", `at most ${MOST_PEOPLE}`, people);
  requireProbability({ "others.share": share });
  const law = Float64Array.from({ length: people + 1 }, (_, successes) =>
    exp(binomialLogMass({ trials: people, successes, probability: share })),
  );
  const odds = (1 - prior) / prior;
  /** Where the joint weights of c and the answer are all but a factor that does not depend on c. */
  const within = (answer: number) => Math.min(people, Math.max(0, answer));
  const mixtureAt = (answer: number) =>
    laplaceMixture(
      law.map((mass, c) => mass * exp(-smaller * Math.abs(within(answer) - c))),
      larger,
    );
  const rightAt = (answer: number) => {
    const mixture = mixtureAt(answer);
    const threshold = crossing(mixture, odds, larger);
    return prior * mixture.tail(threshold - 1) + (1 - prior) * (mixture.total - mixture.tail(threshold));
  };
  // The answer below 0 and above `people` has, given c, a half of e^(-smaller c) and of its mirror image.
  let success = (rightAt(0) + rightAt(people)) / 2;
  for (let cell = 0; cell < people; cell++) {
    const { value } = integrate((answer) => (rightAt(answer) * smaller) / 2, {
      lower: cell,
      upper: cell + 1,
      relativeTolerance: 1e-9,
      absoluteTolerance: 1e-12,
    });
    success += value;
  }
  const threshold = (answer: number) => {
    requireFinite({ smaller: answer });
    return crossing(mixtureAt(answer), odds, larger);
  };
  return {
    success: Math.min(1, Math.max(prior, 1 - prior, success)),
    threshold,
    decide(counts) {
      requireFinite({ larger: counts.larger });
      return counts.larger > threshold(counts.smaller);
    },
  };
}

/** Weights on 0, 1, ..., each with Laplace noise: what the count with the person is like, if the bit is 0. */
interface LaplaceMixture {
  readonly total: number;
  /** Sums of weights at or below c, each times e^(-epsilon distance); 0 at -1. */
  below(c: number): number;
  /** The same at or above c; 0 beyond the last. */
  above(c: number): number;
  /** The mass above x. */
  tail(x: number): number;
}

function laplaceMixture(weights: Float64Array, epsilon: number): LaplaceMixture {
  const size = weights.length;
  const step = exp(-epsilon);
  const [below, above, rest] = [new Float64Array(size), new Float64Array(size + 1), new Float64Array(size + 1)];
  for (let c = 0; c < size; c++) below[c] = weights[c] + (c === 0 ? 0 : step * below[c - 1]);
  for (let c = size - 1; c >= 0; c--) {
    above[c] = weights[c] + step * above[c + 1];
    rest[c] = weights[c] + rest[c + 1];
  }
  const belowAt = (c: number) => (c < 0 ? 0 : c < size ? below[c] : below[size - 1] * exp(-epsilon * (c - size + 1)));
  const aboveAt = (c: number) => (c >= size ? 0 : c >= 0 ? above[c] : above[0] * exp(epsilon * c));
  return {
    total: rest[0],
    below: belowAt,
    above: aboveAt,
    tail(x) {
      if (x === Infinity) return 0;
      if (x === -Infinity) return rest[0];
      const c = Math.floor(x);
      const u = x - c;
      const beyond = c + 1 >= size ? 0 : rest[Math.max(0, c + 1)];
      return (belowAt(c) * exp(-epsilon * u)) / 2 + beyond - (aboveAt(c + 1) * exp(-epsilon * (1 - u))) / 2;
    },
  };
}

/** Where h(x - 1) / h(x) reaches the odds against a 1. */
function crossing({ below, above, total }: LaplaceMixture, odds: number, epsilon: number): number {
  if (odds >= exp(epsilon) || total === 0) return Infinity;
  if (odds <= exp(-epsilon)) return -Infinity;
  const heightAt = (c: number) => below(c - 1) * exp(-epsilon) + above(c);
  let c = 0;
  while (above(c + 1) > 0 && heightAt(c) < odds * heightAt(c + 1)) c++;
  // In [c, c + 1] both densities are sums of a falling and a rising exponential.
  const falling = odds * below(c) - below(c - 1);
  const rising = above(c) - odds * above(c + 1);
  if (!(falling > 0)) return c;
  if (!(rising > 0)) return c + 1;
  return c + Math.min(1, Math.max(0, 0.5 + log(falling / rising) / (2 * epsilon)));
}
