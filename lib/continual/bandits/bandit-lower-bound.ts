/**
 * Lower bounds on regret: what no bandit, or no private one, can beat on both of two kinds of Bernoulli arms, after a given number
 * of rounds.
 *
 * Theorem: let one arm have the mean p and the K - 1 others q = p - gap, and call this the first instance; in another one of the
 * others has q' = p + gap instead. Every learner, whose arms pulled are epsilon-differentially private for the rewards of one
 * round, has on the first instance or on one of the K - 1 others an expected regret of at least R, the solution of 8 R = T gap
 * exp(-R I / ((K - 1) gap)). Here I = min(kl(q, q'), (1 - q) ln(1 / k)), k = 1 - (1 - e^-epsilon)(q' - q) / (1 - q); without
 * privacy I = kl(q, q'). So R grows like (K - 1) (gap / I) ln T, and where epsilon is small gap / I is about 1 / (2 epsilon): the
 * order K log(T) / epsilon of Shariff and Sheffet, with a constant and for every T.
 * Proof: write P(c | r) for the chance of the arms c on the table r. It depends on r at the entries that c pulls only, so that P(c |
 * r') >= e^(-epsilon d) P(c | r) where d counts the rounds whose pulled entries differ: make the other entries equal, then use
 * privacy d times. Draw r from the first instance, and r' from that with arm a raised by turning each 0 of arm a into a 1 with
 * probability (q' - q) / (1 - q), all else the same. Given r, the mean of e^(-epsilon d) is k^Z, Z being the number of 0s that c
 * sees of arm a. Hence P'(c) >= E[P(c | r) k^Z] and, by Jensen, ln(P(c) / P'(c)) <= E[Z | c] ln(1 / k). The mean over c: KL(P, P')
 * <= E[Z] ln(1 / k) = (1 - q) E[N] ln(1 / k), N the number of pulls of a, since a reward does not depend on what was before. That
 * KL(P, P') <= E[N] kl(q, q') too is the usual chain rule. Take for a the arm with the least E[N] <= R0 / ((K - 1) gap), R0 the
 * regret on the first instance. For the event N >= T / 2 Bretagnolle and Huber give P(N >= T/2) + P'(N < T/2) >= exp(-KL) / 2; the
 * first costs gap T / 2 on the first instance, the second as much on the other. So twice the larger regret is at least (T gap / 4)
 * exp(-E[N] I), and the larger regret at least R.
 * Source: the order is that of Shariff, Sheffet (NeurIPS 2018); the coupling is that of Karwa, Vadhan (ITCS 2018); the rest as in
 * Lattimore, Szepesvari, Bandit Algorithms (2020), chapters 14 to 16. The constant is ours.
 * Limits: it is a bound on the worst of K instances, not on each: a learner that always pulls one arm has no regret on some. Arms
 * of Bernoulli rewards.
 * @example
 * ```ts
 * import { banditLowerBound } from "epsilab/continual";
 * banditLowerBound({ arms: 2, horizon: 100000, mean: 0.5, gap: 0.2, epsilon: 0.1 }); // => 23.78...
 * banditLowerBound({ arms: 2, horizon: 100000, mean: 0.5, gap: 0.2 }); // => 3.82...
 * ```
 * @claim private-bandits
 */
import { exactSum } from "../../numerics/double-double.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { deviance } from "../../numerics/gamma-density.ts";
import { log1p } from "../../numerics/logarithm.ts";
import {
  declare,
  type Given,
  integer,
  openProbability,
  optional,
  type ParametersOf,
  positive,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { anyHorizon } from "../horizon.ts";

const INFORMATION = {
  /** p: of the arm that is the best of the first instance. */
  mean: openProbability,
  /** By which the other arms are below it, and one of them above it in another instance. */
  gap: openProbability,
  /** Of the learner; it is not private unless this is given. */
  epsilon: optional(positive),
};

function requireGapWithin({ mean, gap }: Given<typeof INFORMATION>): void {
  if (!(mean - gap > 0)) refuse("gap", `below the mean, ${mean}`, gap);
  if (!(gap < 1 - mean)) refuse("gap", `below 1 - mean, ${1 - mean}`, gap);
  if (!(mean + gap < 1)) refuse("gap", `so small that the mean, ${mean}, plus it is not rounded to 1`, gap);
}

const banditInformationParameters = declare(INFORMATION, requireGapWithin);

export interface BanditInformation extends ParametersOf<typeof banditInformationParameters> {}

export const banditLowerBoundParameters = declare(
  {
    /** K, 2 at least. */
    arms: integer(2),
    /** T. */
    horizon: anyHorizon,
    ...INFORMATION,
  },
  requireGapWithin,
);

export interface BanditLowerBoundParameters extends ParametersOf<typeof banditLowerBoundParameters> {}

export function banditLowerBound(parameters: BanditLowerBoundParameters): number {
  const { arms, horizon, ...pair } = banditLowerBoundParameters.read(parameters);
  const information = banditInformation(pair);
  const { gap } = pair;
  const rate = information / ((arms - 1) * gap);
  const most = (horizon * gap) / 8;
  // R <= T gap / 8, and the difference grows.
  return findRoot((regret) => regret - most * exp(-regret * rate), { lower: 0, upper: most });
}

/** I: how much one pull can tell of whether its arm is the better one, at most. */
export function banditInformation(parameters: BanditInformation): number {
  const { mean, gap, epsilon } = banditInformationParameters.read(parameters);
  const [low, high] = [mean - gap, mean + gap];
  const open = bernoulliDivergence(low, high);
  if (epsilon === undefined) return open;
  return Math.min(open, (1 - low) * logLoss(low, high, epsilon));
}

/** ln(1 / k): by how much the chance of arms pulled can fall for each pull of an arm whose mean is raised. */
export function logLoss(low: number, high: number, epsilon: number): number {
  return -log1p((expm1(-epsilon) * (high - low)) / (1 - low));
}

/** The divergence of Kullback and Leibler of two Bernoulli laws, both probabilities strictly between 0 and 1, however near. */
export function bernoulliDivergence(from: number, to: number): number {
  const [one, zero] = [deviance(from, { high: to, low: 0 }), deviance(1 - from, exactSum(1, -to))];
  return one.high + zero.high;
}
