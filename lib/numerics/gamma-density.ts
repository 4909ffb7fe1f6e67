/**
 * Density of log X for X of the gamma distribution: x^a e^-x / Gamma(a), with its logarithm in two parts.
 *
 * Method: the saddle-point form of Loader, "Fast and accurate computation of binomial probabilities" (2000):
 * sqrt(a / 2 pi) exp(-D - d(a)), with D = a log(a/x) + x - a the deviance and d the remainder of Stirling's formula, so
 * that no two large numbers are subtracted; the deviance is formed in double-double arithmetic. Below a = 1,
 * a exp(a log x - x - log Gamma(1 + a)).
 */
import { type DoubleDouble, exactSum, logRatio, negated, plus, times } from "./double-double.ts";
import { logGammaOnePlus } from "./log-gamma.ts";
import { stirlingRemainder } from "./stirling-remainder.ts";
import type { Density } from "./tails.ts";

export const TWO_PI = 6.283185307179586;
const ONE: DoubleDouble = { high: 1, low: 0 };

/** `count` log(`count` / `mean`) + `mean` - `count`: zero where they are equal, positive elsewhere. */
export function deviance(count: number, mean: DoubleDouble): DoubleDouble {
  const exact = { high: count, low: 0 };
  return plus(times(exact, logRatio(exact, mean)), plus(mean, { high: -count, low: 0 }));
}

export function gammaDensity(shape: number, x: number): Density {
  if (shape < 1) {
    const power = times({ high: shape, low: 0 }, logRatio({ high: x, low: 0 }, ONE));
    const rest = exactSum(-x, -logGammaOnePlus(shape));
    return { exponent: plus(power, rest), scale: shape };
  }
  const exponent = plus(negated(deviance(shape, { high: x, low: 0 })), { high: -stirlingRemainder(shape), low: 0 });
  return { exponent, scale: Math.sqrt(shape / TWO_PI) };
}
