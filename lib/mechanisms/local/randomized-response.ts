/**
 * Binary randomized response: answer truthfully with probability e^epsilon / (1 + e^epsilon), and otherwise lie.
 *
 * Theorem: both likelihood ratios are e^epsilon, so the answer is epsilon-differentially private and no better. With q the probability of
 * truth, (m - (1 - q)) / (2 q - 1) estimates the true share p from the share m of answers 1 without bias, with variance
 * (p (1 - p) + e^epsilon / (e^epsilon - 1)^2) / n over n respondents drawn independently.
 * Source: Warner, Journal of the American Statistical Association 60 (1965), doi:10.1080/01621459.1965.10480775; Kairouz, Oh,
 * Viswanath (JMLR 2016) for its optimality.
 * Limits: with a rational epsilon the probabilities are exact for any source (a fair coin; a lie it asks for is reported with
 * probability e^-epsilon, else toss again): for release. So they are with a `denominator`: the truth is reported with probability t /
 * denominator, one integer is drawn, and epsilon is log(t / (denominator - t)), the largest not above the one asked for up to
 * rounding; the guarantee states a float64 that is not below it. With a float64 epsilon alone they are met within 2^-52: for study.
 * @example
 * ```ts
 * import { log, randomizedResponse, stream } from "epsilab";
 * const survey = randomizedResponse({ epsilon: log(3) }); // the truth with probability 3/4
 * survey.release(1, stream(20261115, "example")); // => 1
 * survey.estimate(0.4); // => 0.3
 * // Exact: the truth with probability 73 / 100.
 * randomizedResponse({ epsilon: 1, denominator: 100 }).guarantee; // => { kind: "pure", epsilon: 0.9946... }
 * survey.estimateVariance({ share: 0.3, size: 1000 }); // => 0.00096...
 * ```
 * @claim randomized-response, local-vs-central
 * @also local dp, ldp, local model
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { integer, optional } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireInteger, requireProbability } from "../../numerics/requirements.ts";
import type { Budget } from "../../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { sampleBernoulliExp } from "../../random/bernoulli-exp.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import type { Random } from "../../random/random.ts";
import type { Fraction, Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { fillUniform, sampleUniform } from "../../random/uniform.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { rationalTruth } from "../laws/rational-truth.ts";
import { type BudgetIn, withBudgetIn } from "../noise/exact-budget.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { noisyAnswers } from "../statistics/noisy-answers.ts";

/** How the probabilities of a response may be rounded. */
export const ROUNDED = {
  /** Probabilities are multiples of 1 / denominator, and the guarantee is the best of them within the one asked for; from 2 to 2^31. */
  denominator: optional(integer(2, 2147483648)),
};

export const randomizedResponseParameters = withBudgetIn(["pure"], ROUNDED);

export type RandomizedResponseParameters<Epsilon extends number | Rational> = BudgetIn<"pure", Epsilon> & {
  readonly denominator?: undefined;
};

/** Exact, from any source. */
export type FractionResponseParameters = Budget<"pure"> & {
  /** Probabilities are multiples of 1 / denominator; from 2 to 2^31. */
  readonly denominator: number;
};

export interface ResponseMechanism<Source> extends ClosedMechanism<number, number, Source, NumberLaw> {
  /** The unbiased estimate of the share of respondents whose truth is 1, from the share of answers 1. */
  estimate(answerShare: number): number;
  /** Its variance when the true share is `share`. */
  estimateVariance(survey: { readonly share: number; readonly size: number }): number;
}

export function randomizedResponse(parameters: FractionResponseParameters): ResponseMechanism<Random>;
export function randomizedResponse(parameters: RandomizedResponseParameters<number>): ResponseMechanism<Stream>;
export function randomizedResponse(parameters: RandomizedResponseParameters<Rational>): ResponseMechanism<Random>;
export function randomizedResponse(
  parameters: RandomizedResponseParameters<number | Rational> | FractionResponseParameters,
): ResponseMechanism<Stream> {
  const read = randomizedResponseParameters.read(parameters);
  const { bound, logTruth, logLie, bias, contrast, spread, lies, lie } = settle(read);
  const release = (truth: number, random: Stream) => {
    requireBit(truth);
    return lies(random) ? 1 - truth : truth + 0; // -0 would tell on itself
  };
  return {
    name: "randomized-response",
    neighbours: "swap",
    guarantee: pure(bound),
    release,
    releaseMany:
      lie === undefined
        ? repeatedRelease(release)
        : (truth, out, random) => {
            requireBit(truth);
            return noisyAnswers(fillUniform(out, random), truth, lie);
          },
    law: (truth) => {
      requireBit(truth);
      return finiteLaw(truth === 0 ? [logTruth, logLie] : [logLie, logTruth]);
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon: bound, delta: 0 }), attained: true }),
    worstPair: () => [0, 1],
    estimate: (answerShare) => {
      requireProbability({ answerShare });
      return (answerShare - bias) / contrast;
    },
    estimateVariance: ({ share, size }) => {
      requireProbability({ share });
      requireInteger({ size }, 1);
      return (share * (1 - share) + spread) / size;
    },
  };
}

/** A budget of a response that was read. */
export interface ResponseBudget {
  readonly guarantee: PureGuarantee;
  readonly fraction: Fraction | undefined;
  readonly denominator: number | undefined;
}

/** The denominator to which probabilities are rounded, if they are. */
export function roundedTo({ fraction, denominator }: ResponseBudget): number | undefined {
  if (fraction !== undefined && denominator !== undefined)
    refuse("denominator", "left out with an epsilon that is a fraction, which is exact", denominator);
  return denominator;
}

function settle(budget: ResponseBudget) {
  const denominator = roundedTo(budget);
  const { guarantee, fraction } = budget;
  const { epsilon: bound } = guarantee;
  if (denominator !== undefined) return fractional(bound, denominator);
  const sampling = fraction === undefined ? simulated(bound) : exact(fraction);
  // Truth 1 / (1 + a) and lie a / (1 + a), with a = e^-epsilon.
  const logTruth = -log1p(exp(-bound));
  return {
    ...sampling,
    bound,
    logTruth,
    logLie: logTruth - bound,
    bias: 1 / (exp(bound) + 1),
    contrast: -expm1(-bound) / (1 + exp(-bound)),
    spread: exp(-bound) / expm1(-bound) / expm1(-bound),
  };
}

function fractional(epsilon: number, denominator: number) {
  const { truths, bound, logTruth, logOther, other, contrast } = rationalTruth({ epsilon, denominator, choices: 2 });
  return {
    bound,
    logTruth,
    logLie: logOther,
    bias: other,
    contrast,
    spread: ((truths / denominator) * other) / contrast / contrast,
    lies: (random: Random) => sampleBoundedInteger(denominator, random) >= truths,
    lie: undefined,
  };
}

function exact(fraction: Fraction) {
  const lies = (random: Random) => {
    for (;;) {
      if (random.uint32() >>> 31 === 0) return false;
      if (sampleBernoulliExp(fraction, random) === 1) return true;
    }
  };
  return { lies, lie: undefined };
}

function simulated(epsilon: number) {
  const lie = exp(-epsilon) / (1 + exp(-epsilon));
  return { lies: (random: Stream) => sampleUniform(random) < lie, lie };
}

function requireBit(truth: number): void {
  if (truth !== 0 && truth !== 1) refuseData("truth", "0 or 1");
}
