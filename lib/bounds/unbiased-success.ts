/**
 * Unbiased success: how often a private answer can be right on one dataset, if it is nowhere likelier to be wrong in one way than right.
 *
 * Theorem: let A be epsilon-private (swap) and P(A(x) = t) <= P(A(x) = f(x)) for all datasets x and values t. If D_t records of x must be replaced
 * before f takes the value t, P(A(x) = f(x)) <= 1 / sum over t of e^(-2 epsilon D_t).
 * Source: Asi, Duchi (NeurIPS 2020). Proof: P(A(x) = t) >= e^(-D epsilon) P(A(x') = t) >= e^(-D epsilon) P(A(x') = f(x))
 * >= e^(-2 D epsilon) P(A(x) = f(x)) at the nearest x' with f(x') = t; sum over t.
 * Under `add-remove` the same holds with the records that are added or removed counted in place of those replaced.
 * Limits: not for biased rules: a constant is right for sure where it is right.
 * @claim lb-discrete-unbiased
 */
import { exp } from "../numerics/exponential.ts";
import { refuse, requireNonNegative } from "../numerics/requirements.ts";

export interface UnbiasedSuccessParameters {
  readonly epsilon: number;
  /** The distances of all values that f takes; 0 for f(x) itself, Infinity for none. */
  readonly distances: ArrayLike<number>;
}

export function unbiasedSuccessBound({ epsilon, distances }: UnbiasedSuccessParameters): number {
  requireNonNegative({ epsilon });
  let sum = 0;
  let own = false;
  for (let i = 0; i < distances.length; i++) {
    const changes = distances[i];
    if (!(typeof changes === "number" && changes >= 0)) refuse(`distances[${i}]`, "non-negative", changes);
    if (changes === 0) own = true;
    sum += changes === Infinity ? 0 : exp(-2 * epsilon * changes);
  }
  if (!own) refuse("distances", "0 for the value of the dataset itself", distances);
  return 1 / sum;
}
