/**
 * Both tails of the gamma distribution at one point; `incomplete-gamma.ts` has the public functions.
 *
 * Method, by region of (a, x):
 * - a of at least 30: quadrature of the tail that points away from the mean, in v = log(t/x), where the exponent
 *   x (e^v - 1 - v) + (x - a) v is entire and convex;
 * - x below a + 1: P = density / a * sum of x^k / ((a+1) ... (a+k)) (DLMF 8.11.4), all terms positive;
 * - otherwise Q = density * Legendre's continued fraction (DLMF 8.9.2), by the modified Lentz algorithm;
 * - a below 1 where P is close to 1: Q = 1 - x^a / Gamma(1+a) * (1 + a sum of (-x)^k / (k! (a+k))) (DLMF 8.7.1), with the
 *   leading difference by expm1, so that a small Q keeps its digits.
 */

import { expm1 } from "./exponential.ts";
import { gammaDensity } from "./gamma-density.ts";
import { logGammaOnePlus } from "./log-gamma.ts";
import { log } from "./logarithm.ts";
import { exponentialRemainder } from "./remainder.ts";
import { tailIntegral } from "./tail-quadrature.ts";
import { type Tails, tailsOf } from "./tails.ts";

const LARGE = 30;
const STEPS = 2000;
const UNIT = 1.2e-16;

/** For positive finite x. */
export function gammaTails(shape: number, x: number): Tails {
  const density = gammaDensity(shape, x);
  if (shape >= LARGE) {
    const excess = x - shape;
    const side = excess < 0 ? -1 : 1;
    const exponent = (v: number) => x * exponentialRemainder(side * v) + side * excess * v;
    const factor = tailIntegral(exponent, side * excess, x);
    return tailsOf(density, factor, side < 0 ? "lower" : "upper");
  }
  if (x >= shape + 1) return tailsOf(density, upperFraction(shape, x), "upper");
  const factor = lowerSeries(shape, x);
  const tails = tailsOf(density, factor, "lower");
  if (shape >= 1 || tails.lower < 0.9) return tails;
  return tailsOf(density, factor, "lower", smallShapeUpper(shape, x));
}

function lowerSeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let k = 1; k < STEPS; k++) {
    term *= x / (shape + k);
    sum += term;
    if (term < UNIT * sum) return sum;
  }
  throw new Error(`the series of the incomplete gamma function did not converge at shape ${shape}, x ${x}`);
}

function upperFraction(shape: number, x: number): number {
  const base = x + 1 - shape;
  let value = base;
  let upward = base;
  let downward = 0;
  for (let k = 1; k < STEPS; k++) {
    const numerator = k * (shape - k);
    const denominator = base + 2 * k;
    downward = 1 / (denominator + numerator * downward);
    upward = denominator + numerator / upward;
    const ratio = upward * downward;
    value *= ratio;
    if (Math.abs(ratio - 1) < 2 * UNIT) return 1 / value;
  }
  throw new Error(`the continued fraction of the incomplete gamma function did not converge at shape ${shape}, x ${x}`);
}

/** For shapes below 1 and x below 2. */
function smallShapeUpper(shape: number, x: number): number {
  let term = 1;
  let sum = 0;
  for (let k = 1; k < 60; k++) {
    term *= -x / k;
    sum += term / (shape + k);
    if (Math.abs(term) < UNIT * Math.abs(sum)) break;
  }
  const leading = expm1(shape * log(x) - logGammaOnePlus(shape));
  return -leading - (1 + leading) * shape * sum;
}
