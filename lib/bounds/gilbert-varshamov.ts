/**
 * Gilbert-Varshamov codes: words of bits that differ pairwise in at least so many places.
 *
 * Theorem: while fewer than 2^dimension / V words are chosen, V = sum over i < distance of "dimension choose i", some word is at least `distance` away from
 * all of them; hence a code of at least that many words exists. Source: Gilbert (1952); Varshamov (1957).
 * Method: the size by logarithms of binomial coefficients; the code itself greedily, in the order of the words as binary numbers (lexicode).
 * Limits: the size for up to 1e6 places; the words for up to 20 places.
 */
import { logBinomialCoefficient } from "../numerics/binomial.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { count, declare, integer, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyDimension } from "./statistical-model.ts";

const CODE = {
  dimension: anyDimension,
  /** In how many places two words differ at least. */
  distance: count,
};

export const codeParameters = declare(CODE, requireDistance);
export const greedyCodeParameters = declare({ ...CODE, dimension: integer(1, 20), most: count }, requireDistance);

export interface CodeParameters extends ParametersOf<typeof codeParameters> {}

const LOG_TWO = Math.LN2;

/** The logarithm of the number of words of a code that must exist, at least 0. */
export function logCodeSize(parameters: CodeParameters): number {
  const { dimension, distance } = codeParameters.read(parameters);
  if (distance === 1) return dimension * LOG_TWO;
  const volume = Float64Array.from({ length: distance }, (_, i) => logBinomialCoefficient(dimension, i));
  return Math.max(0, dimension * LOG_TWO - logSumExp(volume));
}

/** The words of the greedy code, as numbers whose binary digits are the bits; at most `most` of them. */
export function greedyCode(parameters: ParametersOf<typeof greedyCodeParameters>): number[] {
  const { dimension, distance, most } = greedyCodeParameters.read(parameters);
  const words: number[] = [];
  const end = 1 << dimension;
  for (let word = 0; word < end && words.length < most; word++) {
    if (words.every((other) => differences(word, other) >= distance)) words.push(word);
  }
  return words;
}

function differences(one: number, other: number): number {
  let rest = one ^ other;
  let count = 0;
  for (; rest !== 0; count++) rest &= rest - 1;
  return count;
}

function requireDistance({ dimension, distance }: { readonly dimension: number; readonly distance: number }): void {
  if (distance > dimension) refuse("distance", `an integer from 1 to dimension (${dimension})`, distance);
}
