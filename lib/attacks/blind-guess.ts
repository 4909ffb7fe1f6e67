/**
 * Blind guess: the list of records that has most in common, in the mean, with records drawn independently from a known law. What an
 * attacker without any table can do, and so the mark that a reconstruction must pass.
 *
 * Theorem: a guess of g_c records of kind c has sum over c of E min(g_c, X_c) in common, where X_c is binomial; that is the sum of
 * P(X_c >= k) over k <= g_c, and falls in k, so that the n largest of these probabilities are the best n guesses.
 * Source: direct.
 * Limits: up to 10 000 records; the law is known exactly, which flatters the guess.
 * @example
 * ```ts
 * import { blindGuess } from "epsilab/attacks";
 * blindGuess({ size: 3, probabilities: [0.7, 0.2, 0.1] }); // => { counts: [2, 1, 0], expected: 2.245 }
 * ```
 * @claim census-reconstruction
 */
import { binomialUpperTail } from "../numerics/binomial.ts";
import { declare, integer, listOf, type ParametersOf, probability } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";

const ROUNDING = 1e-9;

export const blindGuessParameters = declare(
  {
    size: integer(1, 10_000),
    /** How likely a record is of each kind; the sum is 1. */
    probabilities: listOf(probability),
  },
  ({ probabilities }) => {
    const total = Array.from(probabilities).reduce((sum, each) => sum + each, 0);
    if (!(Math.abs(total - 1) <= ROUNDING)) refuse("the sum of probabilities", "1", total);
  },
);

export interface BlindGuessParameters extends ParametersOf<typeof blindGuessParameters> {}

export interface BlindGuess {
  readonly counts: readonly number[];
  /** How many records it has in common with the truth, in the mean. */
  readonly expected: number;
}

export function blindGuess(parameters: BlindGuessParameters): BlindGuess {
  const { size, probabilities } = blindGuessParameters.read(parameters);
  const kinds = Array.from(probabilities);
  const gain = (kind: number, successes: number) =>
    successes > size ? -1 : binomialUpperTail({ trials: size, successes, probability: kinds[kind] });
  const counts = kinds.map(() => 0);
  const next = kinds.map((_, kind) => gain(kind, 1));
  let expected = 0;
  for (let guess = 0; guess < size; guess++) {
    const best = next.reduce((place, each, kind) => (each > next[place] ? kind : place), 0);
    expected += next[best];
    counts[best]++;
    next[best] = gain(best, counts[best] + 1);
  }
  return { counts, expected };
}
