/**
 * Density of ball noise: proportional to exp(-||g|| / scale) on R^d, with its constant.
 *
 * The sphere of R^d has the area 2 pi^(d/2) / Gamma(d/2), and the radius the law Gamma(d, scale), so that the density at g is
 * e^(-||g|| / scale) Gamma(d/2) / (2 pi^(d/2) Gamma(d) scale^d). In dimension 1 it is the Laplace density.
 */
import { logGamma } from "../numerics/log-gamma.ts";
import { log } from "../numerics/logarithm.ts";

const LOG_PI = 1.1447298858494002;

/** The logarithm of the density at a vector of norm `length`. */
export function ballLogDensity(length: number, dimension: number, scale: number): number {
  const half = dimension / 2;
  return logGamma(half) - Math.LN2 - half * LOG_PI - logGamma(dimension) - dimension * log(scale) - length / scale;
}

export function distance(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < left.length; j++) sum += (left[j] - right[j]) * (left[j] - right[j]);
  return Math.sqrt(sum);
}
