/**
 * The optimal differencing attack: guess a person's bit from both noisy counts and from what is known of the others.
 *
 * Theorem: let c of `people` others have the bit, by a binomial law of which the attacker knows the share. Given the count without
 * the person, c has weights w_c proportional to binomial(c) e^(-smaller |answer - c|), which are log-concave; the count with the
 * person has the density h(x - bit), h being the weights with Laplace noise. h(x - 1) / h(x) rises with x: between integers it is a
 * Moebius function of e^(2 larger x), and at integers a ratio of neighbours of a log-concave sequence. So the best test is a
 * threshold that depends on the other answer, in closed form, and its success is one integral over that answer, exact beyond 0 and
 * `people`, where the weights do not change. With nobody else, or all known, it is right with probability 1 - e^(-larger / 2) / 2;
 * the more is unknown, the nearer it comes to `differenceTest`.
 * Source: Neyman, Pearson (1933); Karlin, "Total positivity" (1968), for the monotone ratio.
 * Accuracy: success to 1e-9, by adaptive quadrature. Densities are kept as logarithms, so that thresholds are right far from all
 * likely answers too.
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
import { logSubExp } from "../numerics/log-sum.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, group, integer, type ParametersOf, probability } from "../numerics/parameters.ts";
import { integrate } from "../numerics/quadrature.ts";
import { requireFinite } from "../numerics/requirements.ts";
import { type CountPair, differenceTestParameters, logOddsAgainst } from "./difference-test.ts";

export const answersTestParameters = declare({
  ...differenceTestParameters.declared,
  /** How many others are in both counts, and the share of them that has the bit. */
  others: group(declare({ people: integer(0, 200), share: probability })),
});

export interface AnswersTestParameters extends ParametersOf<typeof answersTestParameters> {}

export interface AnswersTest {
  /** The probability that the guess is right. */
  readonly success: number;
  /** The count with the person from which on the guess is 1, given the count without. */
  threshold(smaller: number): number;
  /** The guess. */
  decide(counts: CountPair): boolean;
}

export function answersTest(parameters: AnswersTestParameters): AnswersTest {
  const { larger, smaller, prior, others } = answersTestParameters.read(parameters);
  const { people, share } = others;
  const logLaw = Float64Array.from({ length: people + 1 }, (_, successes) =>
    binomialLogMass({ trials: people, successes, probability: share }),
  );
  const against = logOddsAgainst(prior);
  /** Where the joint weights of c and the answer are all but a factor that does not depend on c. */
  const within = (answer: number) => Math.min(people, Math.max(0, answer));
  const mixtureAt = (answer: number) =>
    laplaceMixture(
      logLaw.map((logMass, c) => logMass - smaller * Math.abs(within(answer) - c)),
      larger,
    );
  const rightAt = (answer: number) => {
    const mixture = mixtureAt(answer);
    const threshold = crossing(mixture, against, larger);
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
    return crossing(mixtureAt(answer), against, larger);
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

/**
 * Weights on 0, 1, ..., each with Laplace noise: what the count with the person is like, if the bit is 0. Far from the largest
 * weight the density at c is below the least float64. So it is kept as e^(envelope(c)) times a number from 1 to a few hundred: the
 * envelope is the largest of the terms, as a logarithm.
 */
interface LaplaceMixture {
  readonly size: number;
  readonly total: number;
  readonly envelope: Float64Array;
  /** Sums of weights at or below c, each times e^(-epsilon distance), over e^(envelope(c)). */
  readonly below: Float64Array;
  /** The same at or above c. */
  readonly above: Float64Array;
  /** The mass above x, for x from -1 to one beyond the last weight, or infinite. */
  tail(x: number): number;
}

function laplaceMixture(logWeights: Float64Array, epsilon: number): LaplaceMixture {
  const size = logWeights.length;
  const [envelope, below, above, rest] = [0, 1, 2, 3].map(() => new Float64Array(size + 1));
  envelope.set(logWeights);
  envelope[size] = -Infinity;
  for (let c = 1; c <= size; c++) envelope[c] = Math.max(envelope[c], envelope[c - 1] - epsilon);
  for (let c = size - 1; c >= 0; c--) envelope[c] = Math.max(envelope[c], envelope[c + 1] - epsilon);
  for (let c = 0; c <= size; c++) {
    if (c < size) below[c] = exp(logWeights[c] - envelope[c]);
    above[c] = below[c];
    if (c > 0) below[c] += exp(envelope[c - 1] - envelope[c] - epsilon) * below[c - 1];
  }
  for (let c = size - 1; c >= 0; c--) {
    above[c] += exp(envelope[c + 1] - envelope[c] - epsilon) * above[c + 1];
    rest[c] = exp(logWeights[c]) + rest[c + 1];
  }
  const at = (sums: Float64Array, c: number, distance: number) =>
    c < 0 || c > size ? 0 : (sums[c] * exp(envelope[c] - epsilon * distance)) / 2;
  return {
    ...{ size, total: rest[0], envelope, below, above },
    tail(x) {
      if (x === Infinity) return 0;
      if (x === -Infinity) return rest[0];
      const c = Math.floor(x);
      const u = x - c;
      return at(below, c, u) + (c < size ? rest[c + 1] : 0) - at(above, c + 1, 1 - u);
    },
  };
}

/** Where the logarithm of h(x - 1) / h(x) reaches that of the odds against a 1. */
function crossing({ size, envelope, below, above }: LaplaceMixture, against: number, epsilon: number): number {
  if (against >= epsilon) return Infinity;
  if (against <= -epsilon) return -Infinity;
  /** Of h(c) over e^(envelope(c)). */
  const logHeight = (c: number) =>
    log(above[c] + (c === 0 ? 0 : exp(envelope[c - 1] - envelope[c] - epsilon) * below[c - 1]));
  /** Of h(c) / h(c + 1), which rises. */
  const logRatio = (c: number) => envelope[c] - envelope[c + 1] + (logHeight(c) - logHeight(c + 1));
  let [c, most] = [0, size - 1];
  while (c < most) {
    const middle = Math.floor((c + most) / 2);
    if (logRatio(middle) < against) c = middle + 1;
    else most = middle;
  }
  // In [c, c + 1] both densities are sums of a falling and a rising exponential: e^(envelope) times these differences.
  const rise = envelope[c] - envelope[c + 1];
  const falling = [against + log(below[c]), c === 0 ? -Infinity : envelope[c - 1] - envelope[c] + log(below[c - 1])];
  const rising = [rise + log(above[c]), against + log(above[c + 1])];
  if (!(falling[0] > falling[1])) return c;
  if (!(rising[0] > rising[1])) return c + 1;
  const logQuotient = rise + logSubExp(falling[0], falling[1]) - logSubExp(rising[0], rising[1]);
  return c + Math.min(1, Math.max(0, 0.5 + logQuotient / (2 * epsilon)));
}
