/**
 * Density of the log-odds of X for X of the beta distribution: x^a y^b / B(a, b) with y = 1 - x, its logarithm in two parts.
 *
 * Method: the saddle-point form of Loader, "Fast and accurate computation of binomial probabilities" (2000): with n = a + b,
 * sqrt(a b / 2 pi n) exp(d(n) - d(a) - d(b) - D(a, n x) - D(b, n y)), D the deviance and d the remainder of Stirling's
 * formula, in double-double arithmetic. Where a parameter is below 1, its gamma function comes from the series at 1 instead.
 */
import { type DoubleDouble, exactSum, logRatio, negated, plus, times } from "./double-double.ts";
import { deviance, TWO_PI } from "./gamma-density.ts";
import { logGammaOnePlus } from "./log-gamma.ts";
import { log, log1p } from "./logarithm.ts";
import { logarithmRemainder } from "./remainder.ts";
import { stirlingRemainder, stirlingRemainderChange } from "./stirling-remainder.ts";
import type { Density } from "./tails.ts";

const ONE: DoubleDouble = { high: 1, low: 0 };

/** A point of (0, 1) with its complement, both to the last digit. */
export interface BetaPoint {
  readonly a: number;
  readonly b: number;
  readonly x: DoubleDouble;
  readonly y: DoubleDouble;
}

/** The same point seen from the other end. */
export function mirrored({ a, b, x, y }: BetaPoint): BetaPoint {
  return { a: b, b: a, x: y, y: x };
}

export function betaDensity(point: BetaPoint): Density {
  const { a, b, x, y } = point;
  if (b < 1 && a >= 1) return betaDensity(mirrored(point));
  const n = exactSum(a, b);
  if (a < 1) {
    const powers = plus(timesLog(a, x), timesLog(b, y));
    if (b < 1) {
      const constant = logGammaOnePlus(n.high) - logGammaOnePlus(a) - logGammaOnePlus(b);
      return { exponent: plus(powers, { high: constant, low: 0 }), scale: (a / n.high) * b };
    }
    const constant = logGammaChange({ start: b, step: a, factor: 1 }) - logGammaOnePlus(a);
    return { exponent: plus(powers, { high: constant, low: 0 }), scale: a };
  }
  const deviances = plus(deviance(a, times(n, x)), deviance(b, times(n, y)));
  const constant = stirlingRemainder(n.high) - stirlingRemainder(a) - stirlingRemainder(b);
  const exponent = plus(negated(deviances), { high: constant, low: 0 });
  return { exponent, scale: Math.sqrt(((a / n.high) * b) / TWO_PI) };
}

interface GammaChange {
  readonly start: number;
  readonly step: number;
  readonly factor: number;
}

/**
 * log of factor^step Gamma(start + step) / Gamma(start), for a positive start and a step from 0 to 1, accurate relative to
 * the step however small it is.
 */
export function logGammaChange({ start, step, factor }: GammaChange): number {
  // The recurrence up to 10: product of (1 + step / (start + k)), less one.
  let base = start;
  let growth = 0;
  while (base < 10) {
    const each = step / base;
    growth += each + growth * each;
    base += 1;
  }
  const ratio = step / base;
  const product = (base + step) * factor;
  const logProduct = product > 1e-290 ? log(product) : log(base + step) + log(factor);
  const leading = step * logProduct + (base - 0.5) * logarithmRemainder(ratio) - 0.5 * ratio;
  return leading + stirlingRemainderChange(base, step) - log1p(growth);
}

function timesLog(factor: number, value: DoubleDouble): DoubleDouble {
  return times({ high: factor, low: 0 }, logRatio(value, ONE));
}
