/**
 * Randomized response among k choices: answer truthfully with probability e^epsilon / (e^epsilon + k - 1), otherwise any other choice.
 *
 * Theorem: the answer is epsilon-differentially private. With p and q the probabilities of the truth and of each other choice,
 * (m - q) / (p - q) estimates the true share of a choice from its share m of answers without bias, with variance r (1 - r) / (n (p - q)^2)
 * over n respondents drawn independently, where r = q + (p - q) share.
 * Source: Kairouz, Bonawitz, Ramage (ICML 2016), "Discrete distribution estimation under local privacy", section 4.1.
 * Limits: with a rational epsilon the probabilities are exact for any source, in a time that hardly grows with the choices: for
 * release. So they are with a `denominator`: the truth is reported with probability t / denominator, and epsilon
 * is log(t (k - 1) / (denominator - t)), the largest not above the one asked for up to rounding; the guarantee states a float64 that is not
 * below it. With a float64 epsilon alone they are met within 2^-52: for study. The law is for up to 2^20 choices.
 * @claim map-reconstruction
 * @also generalized randomized response, grr, k-rr, local dp
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { type Given, integer } from "../../numerics/parameters.ts";
import { refuse, requireInteger, requireProbability } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { exponentialChoice } from "../../random/exponential-choice.ts";
import type { Random } from "../../random/random.ts";
import type { Fraction, Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { type RationalTruthParameters, rationalTruth } from "../laws/rational-truth.ts";
import { symmetricPld } from "../laws/symmetric-pld.ts";
import { withBudgetIn } from "../noise/exact-budget.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { requireTruth } from "./frequency-oracle.ts";
import {
  type FractionResponseParameters,
  type RandomizedResponseParameters,
  type ResponseBudget,
  type ResponseMechanism,
  ROUNDED,
  roundedTo,
} from "./randomized-response.ts";

const CHOICES = {
  /** How many choices there are: the answers are 0, 1, ..., choices - 1. */
  choices: integer(2),
};

export const choiceResponseParameters = withBudgetIn(["pure"], { ...ROUNDED, ...CHOICES });

export type ChoiceResponseParameters<Epsilon extends number | Rational> = RandomizedResponseParameters<Epsilon> &
  Given<typeof CHOICES>;

/** Exact, from any source. */
export type FractionChoiceParameters = FractionResponseParameters & Given<typeof CHOICES>;

const LISTED_CHOICES = 1048576; // 2^20

export function choiceResponse(parameters: FractionChoiceParameters): ResponseMechanism<Random>;
export function choiceResponse(parameters: ChoiceResponseParameters<number>): ResponseMechanism<Stream>;
export function choiceResponse(parameters: ChoiceResponseParameters<Rational>): ResponseMechanism<Random>;
export function choiceResponse(
  parameters: ChoiceResponseParameters<number | Rational> | FractionChoiceParameters,
): ResponseMechanism<Stream> {
  const read = choiceResponseParameters.read(parameters);
  const { choices } = read;
  const { bound, answer, logTruth, logOther, other, contrast } = settle(read);
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

function settle(read: ResponseBudget & { readonly choices: number }) {
  const denominator = roundedTo(read);
  const { guarantee, fraction, choices } = read;
  const { epsilon: bound } = guarantee;
  if (denominator !== undefined) return fractional({ epsilon: bound, denominator, choices });
  const answer = fraction === undefined ? simulated(bound, choices) : exact(fraction, choices);
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

function fractional(parameters: RationalTruthParameters) {
  const { truths, ...shares } = rationalTruth(parameters);
  const { denominator, choices } = parameters;
  const answer = (truth: number, random: Random) => {
    if (sampleBoundedInteger(denominator, random) < truths) return truth;
    const choice = sampleBoundedInteger(choices - 1, random);
    return choice < truth ? choice : choice + 1;
  };
  return { ...shares, answer };
}

function exact({ numerator, denominator }: Fraction, choices: number) {
  // The truth of weight 1, and choices - 1 others of weight e^-epsilon each.
  const draw = exponentialChoice({ counts: [1n, BigInt(choices - 1)], exponents: [0n, numerator], denominator });
  return (truth: number, random: Random) => {
    const { index, offset } = draw(random);
    if (index === 0) return truth;
    return Number(offset) < truth ? Number(offset) : Number(offset) + 1;
  };
}

function simulated(epsilon: number, choices: number) {
  const lies = (choices - 1) * exp(-epsilon);
  const lie = lies / (1 + lies);
  return (truth: number, random: Stream) => {
    if (sampleUniform(random) >= lie) return truth;
    const choice = sampleBoundedInteger(choices - 1, random);
    return choice < truth ? choice : choice + 1;
  };
}
