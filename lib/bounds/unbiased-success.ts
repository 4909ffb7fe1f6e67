/**
 * Unbiased success: how often a private answer can be right on one dataset, if it is nowhere likelier to be wrong in one way than right.
 *
 * Theorem: let A be epsilon-private (swap) and P(A(x) = t) <= P(A(x) = f(x)) for all datasets x and values t. If D_t records of x
 * must be replaced before f takes the value t, P(A(x) = f(x)) <= 1 / sum over t of e^(-2 epsilon D_t).
 * Source: Asi, Duchi (NeurIPS 2020). Proof: P(A(x) = t) >= e^(-D epsilon) P(A(x') = t) >= e^(-D epsilon) P(A(x') = f(x))
 * >= e^(-2 D epsilon) P(A(x) = f(x)) at the nearest x' with f(x') = t; sum over t.
 * Under `add-remove` the same holds with the records that are added or removed counted in place of those replaced.
 * Limits: not for biased rules: a constant is right for sure where it is right.
 * @claim lb-discrete-unbiased
 */
import { exp } from "../numerics/exponential.ts";
import { declare, listOf, nonNegative, number, type ParametersOf } from "../numerics/parameters.ts";
import { NON_NEGATIVE, refuse } from "../numerics/requirements.ts";

export const unbiasedSuccessParameters = declare(
  {
    epsilon: nonNegative,
    /** The distances of all values that f takes; 0 for f(x) itself, Infinity for none. */
    distances: listOf(number({ ...NON_NEGATIVE, expected: "non-negative", most: Infinity })),
  },
  ({ distances }) => {
    if (!Array.from(distances).includes(0)) refuse("distances", "0 for the value of the dataset itself", distances);
  },
);

export interface UnbiasedSuccessParameters extends ParametersOf<typeof unbiasedSuccessParameters> {}

export function unbiasedSuccessBound(parameters: UnbiasedSuccessParameters): number {
  const { epsilon, distances } = unbiasedSuccessParameters.read(parameters);
  let sum = 0;
  for (let i = 0; i < distances.length; i++) sum += distances[i] === Infinity ? 0 : exp(-2 * epsilon * distances[i]);
  return 1 / sum;
}
