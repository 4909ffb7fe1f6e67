/**
 * The bound on every guess: how often an attacker who sees an epsilon-private output is right about one bit of one person.
 *
 * Theorem: let the bit be 1 with probability `prior`, and let the two inputs that differ in it be neighbours. Whatever the attacker
 * knows besides, and whatever test he runs, he is right with probability at most max(prior, 1 - prior, e^epsilon / (1 +
 * e^epsilon)): his two error rates lie above the trade-off curve of (epsilon, 0), a polygon, and a linear function is greatest at a
 * corner. Randomized response attains it.
 * Source: Wasserman, Zhou (JASA 2010); Kairouz, Oh, Viswanath (ICML 2015).
 * Limits: pure epsilon. The bound is for one bit of one person; what holds for a whole population is not a guess about a person,
 * and not bounded.
 * @example
 * ```ts
 * import { guessBound } from "epsilab/attacks";
 * guessBound({ epsilon: 1, prior: 0.5 }); // => 0.7310...
 * ```
 * @claim differencing-attack
 */
import { exp } from "../numerics/exponential.ts";
import { declare, nonNegative, type ParametersOf, probability } from "../numerics/parameters.ts";

export const guessBoundParameters = declare({
  /** Of all answers that the bit enters, together. */
  epsilon: nonNegative,
  /** The probability that the bit is 1, before anything is seen. */
  prior: probability,
});

export interface GuessBound extends ParametersOf<typeof guessBoundParameters> {}

export function guessBound(parameters: GuessBound): number {
  const { epsilon, prior } = guessBoundParameters.read(parameters);
  return Math.max(prior, 1 - prior, 1 / (1 + exp(-epsilon)));
}
