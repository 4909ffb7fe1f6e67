/**
 * Factorisations of running sums: the lower triangular matrix A of ones written as B C.
 *
 * Noise z of one law on every entry of C x, then multiplied by B, gives A x + B z: the running sums with noise B z. One record of
 * size D changes C x by D times a column of C, so the noise needs the scale D |column|_1 / epsilon (Laplace) or D |column|_2 / mu
 * (Gaussian), and the estimate at time t has the variance of one draw times the square of row t of B. The tree, the naive counters
 * and the Toeplitz factorisations are this, with different B and C.
 * Source: Li, Hay, Rastogi, Miklau, McGregor (PODS 2010), the matrix mechanism.
 */

/** Noise that the estimates share, made as time goes. `next` takes the fresh draws of one time step. */
export interface NoiseMixer {
  /**
   * Writes the noise of the next estimate to `out` from `at` on, made of the fresh draws of that time step, which stand in `fresh` from
   * `from` on.
   */
  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void;
}

export interface Factorisation {
  /** How many estimates there are at most. */
  readonly horizon: number;
  /** The largest norms of a column of C. */
  readonly columnNorm: { readonly l1: number; readonly l2: number };
  /** A shortest stream with a record, at index `at`, that has such a column, and how many entries of it are not 0. */
  readonly worst: { readonly length: number; readonly at: number; readonly entries: number };
  /** How many vectors of noise are drawn at time t, or at every time. */
  readonly draws: number | ((t: number) => number);
  /** The square of the norm of row t of B, t from 1. */
  rowSquare(t: number): number;
  mixer(dimension: number): NoiseMixer;
  /** C x, in the order in which the noise is drawn: vectors of `dimension` coordinates, in a row. */
  encode(records: Float64Array, dimension: number): Float64Array;
}
