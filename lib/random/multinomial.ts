/**
 * Multinomial distribution: how often each category comes up in n independent trials with probabilities proportional to `weights`; means
 * n p_i, covariances n (p_i [i = j] - p_i p_j).
 *
 * By conditional binomials: the count of a category, given those before it, is binomial in the trials left, with its share of the
 * weights left.
 */
import { declare, integer, listOf, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { requireArray } from "./batch.ts";
import { drawBinomial } from "./binomial-rejection.ts";
import { requireStream } from "./random.ts";
import type { Stream } from "./stream.ts";

export const multinomialParameters = declare({ trials: integer(0), weights: listOf(nonNegative) });

export interface MultinomialParameters extends ParametersOf<typeof multinomialParameters> {}

/** The counts, one for each weight. */
export function sampleMultinomial(parameters: MultinomialParameters, random: Stream): Float64Array {
  const { trials, weights } = multinomialParameters.read(parameters);
  requireStream(random);
  const shares = sharesOf(weights);
  return drawCounts(trials, shares, new Float64Array(shares.length), random);
}

/** Fills `out` with the counts of one draw after another; its length is a multiple of the number of weights. */
export function fillMultinomial(parameters: MultinomialParameters, out: Float64Array, random: Stream): Float64Array {
  const { trials, weights } = multinomialParameters.read(parameters);
  const shares = sharesOf(weights);
  requireArray(out, shares.length);
  requireStream(random);
  for (let at = 0; at < out.length; at += shares.length) {
    drawCounts(trials, shares, out.subarray(at, at + shares.length), random);
  }
  return out;
}

function drawCounts(trials: number, shares: Float64Array, counts: Float64Array, random: Stream): Float64Array {
  let left = trials;
  for (let i = 0; i < shares.length; i++) {
    counts[i] = drawBinomial(left, shares[i], random);
    left -= counts[i];
  }
  return counts;
}

/** Each weight over the sum of itself and those after it; 1 for the last that is positive. */
function sharesOf(weights: ArrayLike<number>): Float64Array {
  const shares = new Float64Array(weights.length);
  let rest = 0;
  for (let i = weights.length - 1; i >= 0; i--) {
    rest += weights[i];
    shares[i] = weights[i] === 0 ? 0 : weights[i] / rest;
  }
  if (!(rest > 0 && rest < Infinity)) refuse("the sum of weights", "positive and finite", rest);
  return shares;
}
