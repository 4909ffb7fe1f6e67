/**
 * Least errors of running sums by factorisation: what no choice of A = B C can beat, at unit sensitivity and unit Gaussian privacy.
 *
 * - Largest error, max row norm of B times max column norm of C: its least value is gamma_2(A). With g = (1 / T) sum_j 1 / sin((2j -
 *   1) pi / (2T)), (1/2 + 1/(2T)) g <= gamma_2(A) <= 1/2 + g/2 (Mathias 1993). It is no less than the bound on the root mean
 *   squared error, which is the larger of the two lower bounds from T = 2 on.
 * - Root mean squared error, |B|_F / sqrt(T) times max column norm of C: at least the nuclear norm of A over T, since a product of
 *   Frobenius norms is at least the nuclear norm of the product. The singular values of A are 1 / (2 sin((2j - 1) pi / (4T + 2)))
 *   (Henzinger, Upadhyay, Upadhyay 2023).
 * Both grow as ln(T) / pi. Any unbiased mechanism with Gaussian noise of any covariance is such a factorisation.
 * Source: Mathias, "The Hadamard operator norm of a circulant and applications" (SIAM J. Matrix Anal. Appl. 14, 1993), corollary 3.5,
 * doi:10.1137/0614080; Henzinger, Upadhyay, Upadhyay (SODA 2023), doi:10.1137/1.9781611977554.ch183.
 * @example
 * ```ts
 * import { countingErrorBounds } from "epsilab/continual";
 * countingErrorBounds(1024); // => { largest: 2.6902..., largestUpper: 3.1876..., rootMeanSquare: 2.9095... }
 * ```
 * @claim matrix-factorisation
 */
import { sin } from "../../numerics/trigonometry.ts";
import { requireToeplitzHorizon } from "./toeplitz.ts";

export interface CountingErrorBounds {
  /** A lower bound of the largest error over time, by Mathias. */
  readonly largest: number;
  /** Some factorisation has a largest error of at most this, by Mathias. */
  readonly largestUpper: number;
  /** A lower bound of the root mean squared error over time, and so of the largest. */
  readonly rootMeanSquare: number;
}

export function countingErrorBounds(horizon: number): CountingErrorBounds {
  requireToeplitzHorizon(horizon);
  let [cosecants, nuclear] = [0, 0];
  for (let j = 1; j <= horizon; j++) {
    cosecants += 1 / sin(((2 * j - 1) * Math.PI) / (2 * horizon));
    nuclear += 1 / (2 * sin(((2 * j - 1) * Math.PI) / (4 * horizon + 2)));
  }
  const g = cosecants / horizon;
  return {
    largest: (0.5 + 0.5 / horizon) * g,
    largestUpper: 0.5 + 0.5 * g,
    rootMeanSquare: nuclear / horizon,
  };
}
