/**
 * Lower triangular Toeplitz matrices, by their first columns: products, inverses, and the factor B that belongs to a factor C.
 *
 * The matrix with first column c is the power series c_0 + c_1 x + ..., products of matrices are products of series, and the matrix
 * of ones is 1 / (1 - x): so C = c(x) gives B = 1 / ((1 - x) c(x)). Series are cut at the horizon.
 */
import { convolve } from "../../numerics/fourier.ts";
import { integer } from "../../numerics/parameters.ts";

/** Beyond it the transform of twice the length would not fit. */
const LARGEST_HORIZON = 8388608; // 2^23

export const toeplitzHorizon = integer(1, LARGEST_HORIZON);

export function requireToeplitzHorizon(horizon: number): void {
  toeplitzHorizon.read(horizon, "horizon");
}

/** S_t = c_0^2 + ... + c_(t-1)^2, at index t - 1. */
export function cumulativeSquares(coefficients: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(coefficients.length);
  let sum = 0;
  for (let k = 0; k < sums.length; k++) {
    sum += coefficients[k] * coefficients[k];
    sums[k] = sum;
  }
  return sums;
}

/** The matrix times vectors of `dimension` coordinates, in a row; by transforms if the coefficients are many. */
export function multiplyToeplitz(coefficients: Float64Array, vectors: Float64Array, dimension: number): Float64Array {
  const times = vectors.length / dimension;
  const taps = Math.min(coefficients.length, times);
  const product = new Float64Array(vectors.length);
  if (taps <= 64) {
    for (let t = 0; t < times; t++)
      for (let k = 0; k < taps && k <= t; k++)
        for (let i = 0; i < dimension; i++)
          product[t * dimension + i] += coefficients[k] * vectors[(t - k) * dimension + i];
    return product;
  }
  let length = 1;
  while (length < 2 * times) length *= 2;
  const kernel = new Float64Array(length);
  kernel.set(coefficients.subarray(0, taps));
  for (let i = 0; i < dimension; i++) {
    const column = new Float64Array(length);
    for (let t = 0; t < times; t++) column[t] = vectors[t * dimension + i];
    const sums = convolve(column, kernel);
    for (let t = 0; t < times; t++) product[t * dimension + i] = sums[t];
  }
  return product;
}

/** The first `length` coefficients of numerator(x) / c(x), by the recurrence; c may be shorter than `length`. */
export function divideSeries(numerator: ArrayLike<number>, c: ArrayLike<number>, length: number): Float64Array {
  const quotient = new Float64Array(length);
  for (let k = 0; k < length; k++) {
    let sum = k < numerator.length ? numerator[k] : 0;
    for (let j = 1; j < c.length && j <= k; j++) sum -= c[j] * quotient[k - j];
    quotient[k] = sum / c[0];
  }
  return quotient;
}

/** The first column of B = A C^-1. */
export function sumFactor(c: ArrayLike<number>, length: number): Float64Array {
  return divideSeries(new Float64Array(length).fill(1), c, length);
}
