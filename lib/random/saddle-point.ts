/**
 * The parts of the saddle-point form of a mass: what counts and means leave when the large terms of log k! have cancelled.
 *
 * log k! = k log k - k + factorialTail(k), and deviance(k, m) = k log(k / m) + m - k, zero at k = m; so the logarithm of a Poisson mass
 * is -deviance(k, mean) - factorialTail(k), accurate however large k is.
 * Source: Loader (2000), "Fast and accurate computation of binomial probabilities". Accuracy: relative 1e-14, given k and the mean.
 */
import { log } from "../numerics/logarithm.ts";
import { logarithmRemainder } from "../numerics/remainder.ts";
import { stirlingRemainder } from "../numerics/stirling-remainder.ts";

const TWO_PI = 6.283185307179586;

export function factorialTail(count: number): number {
  return count === 0 ? 0 : stirlingRemainder(count) + 0.5 * log(TWO_PI * count);
}

export function deviance(count: number, mean: number): number {
  if (count === 0) return mean;
  const excess = (count - mean) / mean;
  return mean * (excess * excess + (1 + excess) * logarithmRemainder(excess));
}
