/**
 * The vote analyst: asks for the correlations of k random functions with the labels of a holdout of n records, and predicts by their vote,
 * each with the sign of its answer.
 *
 * The prediction is no better than a coin, but on the holdout it looks so. For one record the functions are independent, and each agrees
 * with the label, after its sign is put right, with probability p = (1 + E[sign(answer) a]) / 2, a its true correlation on the holdout; so
 * the accuracy on the holdout is exactly P(Binomial(k, p) > k/2), ties counting half. For answers without noise E|a| is the mean
 * deviation of a coin's share, and the accuracy tends to Phi(sqrt(2 k / (pi n))); with normal noise of deviation s on the answers the
 * argument is divided by sqrt(1 + s^2 n).
 * Source: Blum, Hardt (ICML 2015), for the attack; the exact law is ours.
 * Accuracy: sums over binomial masses, to 1e-12.
 * @claim holdout-vote-attack
 */
import { binomialLogMass, binomialUpperTail } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { normalCdf } from "../numerics/normal.ts";
import { count, declare, type Given, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireFunction, requireInteger, requireProbability } from "../numerics/requirements.ts";

const ATTACK = {
  /** Records of the holdout. */
  size: count,
  /** Functions asked for. */
  functions: count,
};

export interface VoteAttack extends Given<typeof ATTACK> {}

export const voteParameters = declare({
  ...ATTACK,
  /** The deviation of the normal noise on an answer, 0 for none. */
  sigma: nonNegative,
});

/** E[sign(answer) a], where `chanceUp(a)` is the probability that a true correlation of a is answered by more than 0. */
export function voteAgreement(size: number, chanceUp: (correlation: number) => number): number {
  requireInteger({ size }, 1);
  requireFunction({ chanceUp });
  let sum = 0;
  for (let ones = 0; ones <= size; ones++) {
    const correlation = (2 * ones - size) / size;
    const mass = exp(binomialLogMass({ trials: size, successes: ones, probability: 0.5 }));
    const up = chanceUp(correlation);
    requireProbability({ "chanceUp(correlation)": up });
    sum += mass * correlation * (2 * up - 1);
  }
  return sum;
}

/** The exact accuracy on the holdout for answers with normal noise. */
export function voteAccuracy(parameters: ParametersOf<typeof voteParameters>): number {
  const { size, functions, sigma } = voteParameters.read(parameters);
  const chanceUp = (correlation: number) =>
    sigma === 0 ? (correlation > 0 ? 1 : correlation < 0 ? 0 : 0.5) : normalCdf(correlation / sigma);
  return majorityAccuracy(functions, voteAgreement(size, chanceUp));
}

/** P(Binomial(functions, (1 + agreement) / 2) > functions / 2), ties counting half. */
export function majorityAccuracy(functions: number, agreement: number): number {
  requireInteger({ functions }, 1);
  if (!(typeof agreement === "number" && agreement >= -1 && agreement <= 1))
    refuse("agreement", "between -1 and 1", agreement);
  const probability = (1 + agreement) / 2;
  const half = Math.floor(functions / 2);
  const more = binomialUpperTail({ trials: functions, successes: half + 1, probability });
  if (functions % 2 === 1) return more;
  return more + exp(binomialLogMass({ trials: functions, successes: half, probability })) / 2;
}

/** Its limit for many records: Phi(sqrt(2 k / (pi n)) / sqrt(1 + s^2 n)). */
export function voteAccuracyLimit(parameters: ParametersOf<typeof voteParameters>): number {
  const { size, functions, sigma } = voteParameters.read(parameters);
  return normalCdf(Math.sqrt((2 * functions) / (Math.PI * size)) / Math.sqrt(1 + sigma * sigma * size));
}
