/**
 * What a survey by randomized response says on average, from the laws themselves: sums over the number of answers yes, which is binomial.
 *
 * A sum runs over all counts within 12 deviations and 60 of the mean: by Bernstein's inequality less than e^-70 of the mass is
 * beyond, which weighed by the square of the number of respondents is nothing beside the rounding of the sum, some 1e-12 of the
 * deviation.
 */
import { binomialLogMass } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";

interface Trials {
  readonly trials: number;
  readonly probability: number;
}

/** The sum of mass(k) value(k) over a binomial law. */
function binomialMean({ trials, probability }: Trials, value: (successes: number) => number): number {
  const mean = trials * probability;
  const reach = 12 * Math.sqrt(mean * (1 - probability)) + 60;
  const [first, last] = [Math.max(0, Math.floor(mean - reach)), Math.min(trials, Math.ceil(mean + reach))];
  let sum = 0;
  for (let k = first; k <= last; k++) sum += exp(binomialLogMass({ trials, successes: k, probability })) * value(k);
  return sum;
}

/** The answers of those who use one mechanism, and the estimate made of their share. */
interface Questioning {
  law(truth: number): DiscreteLaw<number>;
  estimate(answerShare: number): number;
}

interface Survey {
  /** The probability with which a respondent's truth is 1. */
  readonly share: number;
  readonly respondents: number;
}

const chance = ({ law }: Questioning, truth: number, answer: number) => exp(law(truth).logMass(answer));

/** Mean of the estimate less the share, and mean square of that, over all truths and answers. */
export function surveyErrors(questioning: Questioning, { share, respondents }: Survey) {
  const [no, yes] = [0, 1].map(
    (answer) => share * chance(questioning, 1, answer) + (1 - share) * chance(questioning, 0, answer),
  );
  // The rarer answer is counted: next to 1 a probability has lost what it lacks to it.
  const rarer = { trials: respondents, probability: Math.min(no, yes) };
  const error = (count: number) =>
    questioning.estimate((yes <= no ? count : respondents - count) / respondents) - share;
  return {
    bias: binomialMean(rarer, error),
    meanSquare: binomialMean(rarer, (count) => error(count) * error(count)),
  };
}

/** Deviation of the estimate from the share among these respondents, `ones` of whom have the truth 1: the lies alone are random. */
export function answerDeviation(questioning: Questioning, ones: number, respondents: number): number {
  const perAnswer = questioning.estimate(1) - questioning.estimate(0);
  const variance = (trials: number, probability: number) =>
    binomialMean({ trials, probability }, (k) => (k - trials * probability) * (k - trials * probability));
  const lies = variance(ones, chance(questioning, 1, 0)) + variance(respondents - ones, chance(questioning, 0, 1));
  return (perAnswer * Math.sqrt(lies)) / respondents;
}
