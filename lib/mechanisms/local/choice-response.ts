/**
 * Randomized response among k choices: answer truthfully with probability e^epsilon / (e^epsilon + k - 1), otherwise any other choice.
 *
 * Theorem: the answer is epsilon-differentially private. With p and q the probabilities of the truth and of each other choice,
 * (m - q) / (p - q) estimates the true share of a choice from its share m of answers without bias, with variance r (1 - r) / (n (p - q)^2)
 * over n respondents drawn independently, where r = q + (p - q) share.
 * Source: Kairouz, Bonawitz, Ramage (ICML 2016), "Discrete distribution estimation under local privacy", section 4.1.
 * Limits: with a rational epsilon the probabilities are exact for any source, in a time that hardly grows with the choices: for
 * release. So they are with a `denominator`: the truth is told with probability t / denominator, and epsilon
 * is log(t (k - 1) / (denominator - t)), the largest not above the one asked for up to rounding; the guarantee states a float64 that is not
 * below it. With a float64 epsilon alone they are met within 2^-52: for study. The law is for up to 2^20 choices.
 * @claim map-reconstruction
 * @also generalized randomized response, grr, k-rr, local dp
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse, requireInteger, requirePositive, requireProbability } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { exponentialChoice } from "../../random/exponential-choice.ts";
import type { Random } from "../../random/random.ts";
import { fractionOf, type Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { rationalTruth } from "../laws/rational-truth.ts";
import { symmetricPld } from "../laws/symmetric-pld.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { requireTruth } from "./frequency-oracle.ts";
import type { FractionResponseParameters, ResponseMechanism } from "./randomized-response.ts";

export interface ChoiceResponseParameters<Epsilon extends number | Rational> {
  readonly epsilon: Epsilon;
  /** How many choices there are: the answers are 0, 1, ..., choices - 1. */
  readonly choices: number;
}

export interface FractionChoiceParameters extends FractionResponseParameters {
  readonly choices: number;
}

const LISTED_CHOICES = 1048576; // 2^20

export function choiceResponse(parameters: FractionChoiceParameters): ResponseMechanism<Random>;
export function choiceResponse(parameters: ChoiceResponseParameters<number>): ResponseMechanism<Stream>;
export function choiceResponse(parameters: ChoiceResponseParameters<Rational>): ResponseMechanism<Random>;
export function choiceResponse(
  parameters: ChoiceResponseParameters<number | Rational> | FractionChoiceParameters,
): ResponseMechanism<Stream> {
  const { choices } = parameters;
  requireInteger({ choices }, 2);
  const { bound, answer, logTruth, logOther, other, contrast } = settle(parameters);
  const release = (truth: number, random: Stream) => {
    requireTruth(truth, choices);
    return answer(truth + 0, random); // -0 would tell on itself
  };
  return {
    name: "choice-response",
    neighbours: "swap",
    guarantee: pure(bound),
    release,
    releaseMany: repeatedRelease(release),
    law: (truth) => {
      requireTruth(truth, choices);
      if (choices > LISTED_CHOICES) refuse("choices", `at most ${LISTED_CHOICES} for a law`, choices);
      return finiteLaw(Array.from({ length: choices }, (_, choice) => (choice === truth ? logTruth : logOther)));
    },
    privacyLoss: () => {
      const atoms = [
        { loss: bound, mass: exp(logTruth) },
        { loss: 0, mass: (choices - 2) * other },
        { loss: -bound, mass: other },
      ];
      return { ...symmetricPld(atoms, bound), attained: true };
    },
    worstPair: () => [0, 1],
    estimate: (answerShare) => {
      requireProbability({ answerShare });
      return (answerShare - other) / contrast;
    },
    estimateVariance: ({ share, size }) => {
      requireProbability({ share });
      requireInteger({ size }, 1);
      const answered = other + contrast * share;
      return (answered * (1 - answered)) / (size * contrast * contrast);
    },
  };
}

function settle(parameters: ChoiceResponseParameters<number | Rational> | FractionChoiceParameters) {
  if ("denominator" in parameters && parameters.denominator !== undefined) return fractional(parameters);
  const { epsilon, choices } = parameters;
  const { bound, answer } =
    typeof epsilon === "object" && epsilon !== null ? exact(epsilon, choices) : simulated(epsilon, choices);
  const weight = 1 + (choices - 1) * exp(-bound);
  return {
    bound,
    answer,
    logTruth: -log(weight),
    logOther: -log(weight) - bound,
    other: exp(-bound) / weight,
    contrast: -expm1(-bound) / weight,
  };
}

function fractional(parameters: FractionChoiceParameters) {
  const { truths, ...shares } = rationalTruth(parameters);
  const { denominator, choices } = parameters;
  const answer = (truth: number, random: Random) => {
    if (sampleBoundedInteger(denominator, random) < truths) return truth;
    const choice = sampleBoundedInteger(choices - 1, random);
    return choice < truth ? choice : choice + 1;
  };
  return { ...shares, answer };
}

function exact(epsilon: Rational, choices: number) {
  const fraction = fractionOf("epsilon", epsilon, 1n);
  const { numerator, denominator } = fraction;
  // The truth of weight 1, and choices - 1 others of weight e^-epsilon each.
  const draw = exponentialChoice({ counts: [1n, BigInt(choices - 1)], exponents: [0n, numerator], denominator });
  const answer = (truth: number, random: Random) => {
    const { index, offset } = draw(random);
    if (index === 0) return truth;
    return Number(offset) < truth ? Number(offset) : Number(offset) + 1;
  };
  return { bound: rationalBound("epsilon", fraction), answer };
}

function simulated(epsilon: number, choices: number) {
  requirePositive({ epsilon });
  const lies = (choices - 1) * exp(-epsilon);
  const lie = lies / (1 + lies);
  const answer = (truth: number, random: Stream) => {
    if (sampleUniform(random) >= lie) return truth;
    const choice = sampleBoundedInteger(choices - 1, random);
    return choice < truth ? choice : choice + 1;
  };
  return { bound: epsilon, answer };
}
