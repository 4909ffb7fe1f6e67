/**
 * Gilbert-Varshamov codes: words of bits that differ pairwise in at least this many places.
 *
 * Theorem: while fewer than 2^dimension / V words are chosen, V = sum over i < distance of "dimension choose i", some word is at
 * least `distance` away from all of them; hence a code of at least that many words exists. Source: Gilbert (1952); Varshamov
 * (1957).
 * Method: by logarithms of binomial coefficients.
 * Limits: up to 1e6 places.
 */
import { logBinomialCoefficient } from "../numerics/binomial.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { count, declare, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyDimension } from "./statistical-model.ts";

const CODE = {
  dimension: anyDimension,
  /** In how many places two words differ at least. */
  distance: count,
};

export const codeParameters = declare(CODE, requireDistance);
export interface CodeParameters extends ParametersOf<typeof codeParameters> {}

const LOG_TWO = Math.LN2;

/** The logarithm of the number of words of a code that must exist, at least 0. */
export function logCodeSize(parameters: CodeParameters): number {
  const { dimension, distance } = codeParameters.read(parameters);
  if (distance === 1) return dimension * LOG_TWO;
  const volume = Float64Array.from({ length: distance }, (_, i) => logBinomialCoefficient(dimension, i));
  return Math.max(0, dimension * LOG_TWO - logSumExp(volume));
}

function requireDistance({ dimension, distance }: { readonly dimension: number; readonly distance: number }): void {
  if (distance > dimension) refuse("distance", `an integer from 1 to dimension (${dimension})`, distance);
}
