/**
 * A rational probability of the truth in randomized response among k choices: t / denominator, each other choice having the same
 * share of the rest.
 *
 * Theorem: the likelihood ratio is t (k - 1) / (denominator - t), so epsilon is its logarithm, and no better. t is the largest for
 * which that is at most the epsilon asked for, up to rounding: a relative 2^-48 of the probability.
 * Accuracy: `bound` is at least log(t (k - 1) / (denominator - t)), and above it by at most 7 units of rounding: log1p of an exact
 * integer over another has an error of two, and four are added.
 * Limits: denominators from 2 to 2^31, and at most 2^53 over the number of choices. Refuses a denominator too small for any answer
 * better than none.
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";

interface RationalTruth {
  /** The probability of the truth is `truths / denominator`. */
  readonly truths: number;
  /** A float64 that is not below the epsilon of the response. */
  readonly bound: number;
  readonly logTruth: number;
  /** Of each choice that is not the truth. */
  readonly logOther: number;
  readonly other: number;
  /** The probability of the truth less that of another choice. */
  readonly contrast: number;
}

export interface RationalTruthParameters {
  readonly epsilon: number;
  readonly denominator: number;
  readonly choices: number;
}

const LARGEST_DENOMINATOR = 2147483648; // 2^31
const LARGEST_PRODUCT = 9007199254740992; // 2^53
const SLACK = 1 + 16 * Number.EPSILON;

export function rationalTruth({ epsilon, denominator, choices }: RationalTruthParameters): RationalTruth {
  requirePositive({ epsilon });
  const fits = Number.isInteger(denominator) && denominator >= 2 && denominator <= LARGEST_DENOMINATOR;
  if (!(fits && denominator * choices <= LARGEST_PRODUCT))
    refuse("denominator", "an integer from 2 to 2^31, and at most 2^53 / choices", denominator);
  const share = (denominator * SLACK) / (1 + (choices - 1) * exp(-epsilon));
  const truths = Math.min(denominator - 1, Math.floor(share));
  if (!(truths * choices > denominator))
    refuse("denominator", "so large that a truth of at most this epsilon is likelier than a lie", denominator);
  const lies = denominator - truths;
  return {
    truths,
    bound: log1p((truths * choices - denominator) / lies) * (1 + 4 * Number.EPSILON),
    logTruth: log(truths / denominator),
    logOther: log(lies / denominator / (choices - 1)),
    other: lies / denominator / (choices - 1),
    contrast: (truths * choices - denominator) / denominator / (choices - 1),
  };
}
