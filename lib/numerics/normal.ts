/**
 * Standard normal distribution: distribution function, density, and their logarithms.
 *
 * Method: with u = |x|, the tail beyond u is exp(-u^2/2) erfcx(u / sqrt 2) / 2. The square is taken in two parts, so that its
 * rounding does not reach the exponential, and erfcx is so flat that the rounding of u / sqrt 2 stays a rounding.
 *
 * Accuracy: relative error below 8.9e-16 (4 units in the last place) for normalCdf and logNormalCdf, 4.5e-16 for normalDensity
 * and 2.3e-16 for logNormalDensity, for every x whose result is normal; a denormal result is within one spacing of the denormals.
 * Limits: normalCdf is 0 below -38.49 and 1 above 8.3, and normalDensity 0 beyond 38.6, where float64 ends; logNormalCdf is 0
 * above 38.49; logNormalCdf(x) and logNormalDensity(x) are -Infinity where x^2 overflows, at -1.35e154.
 */
import { erf, erfcx, expOfSquare } from "./error-function.ts";
import { log, log1p } from "./logarithm.ts";
import { refuse } from "./requirements.ts";

const ROOT_HALF = Math.SQRT1_2;
/** 1 / sqrt(2 pi). */
const DENSITY_AT_ZERO = 0.3989422804014327;
/** log(2 pi) / 2. */
const LOG_ROOT_TWO_PI = 0.9189385332046728;
/** Up to here the distribution function is taken from its middle, beyond from its tail. */
const MIDDLE = 0.67;

/** P(Z <= x). The upper tail P(Z > x) is `normalCdf(-x)`, with full accuracy. */
export function normalCdf(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (x > -MIDDLE && x < MIDDLE) return 0.5 + 0.5 * erf(x * ROOT_HALF);
  if (x <= -MIDDLE) return lowerTail(x);
  if (x >= MIDDLE) return 1 - lowerTail(-x);
  return refuse("x", "a number", x);
}

/**
 * log P(Z <= x).
 * @example
 * ```ts
 * import { logNormalCdf } from "epsilab";
 * logNormalCdf(-40); // => -804.6084420137538
 * ```
 */
export function logNormalCdf(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (x > 0) return log1p(-normalCdf(-x)) + 0; // -0 becomes 0
  if (x > -MIDDLE) return log(normalCdf(x));
  return log(0.5 * erfcx(-x * ROOT_HALF)) - 0.5 * (x * x);
}

export function normalDensity(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (x > -40 && x < 40) return DENSITY_AT_ZERO * expOfSquare(x, -0.5);
  if (x <= -40 || x >= 40) return 0;
  return refuse("x", "a number", x);
}

export function logNormalDensity(x: number): number {
  if (typeof x !== "number" || Number.isNaN(x)) refuse("x", "a number", x);
  return -0.5 * (x * x) - LOG_ROOT_TWO_PI;
}

/** P(Z <= x) for x <= -MIDDLE. */
function lowerTail(x: number): number {
  return x < -40 ? 0 : 0.5 * erfcx(-x * ROOT_HALF) * expOfSquare(x, -0.5);
}
