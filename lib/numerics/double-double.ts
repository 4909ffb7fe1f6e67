/**
 * Numbers as unevaluated sums of two float64: about 106 bits, where the exponent of a tail probability needs them.
 *
 * A probability of 1e-300 has a logarithm near -690, whose rounding alone is a relative error of 1e-13 in the probability;
 * so the logarithms of densities are carried in two parts.
 * Method: the error-free sums and products of `rounding-error.ts` (Dekker 1971), whose limits are those of this file: factors
 * below 2^995. Relative error below 1e-31 for sums, products and quotients.
 */
import { highWord, POWER_OFFSET, powersOfTwo } from "./float64.ts";
import { productError, sumError } from "./rounding-error.ts";

/** The number `high + low`, with |low| at most half a unit in the last place of `high`. */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
}

const LN2 = { high: Math.LN2, low: 2.3190468138462996e-17 };
const LEAST_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

export function exactSum(a: number, b: number): DoubleDouble {
  const high = a + b;
  return { high, low: sumError(a, b, high) };
}

export function exactProduct(a: number, b: number): DoubleDouble {
  const high = a * b;
  return { high, low: productError(a, b, high) };
}

export function plus(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const highs = exactSum(a.high, b.high);
  const lows = exactSum(a.low, b.low);
  const once = renormalised(highs.high, highs.low + lows.high);
  return renormalised(once.high, once.low + lows.low);
}

export function negated(a: DoubleDouble): DoubleDouble {
  return { high: -a.high, low: -a.low };
}

export function times(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const product = exactProduct(a.high, b.high);
  return renormalised(product.high, product.low + (a.high * b.low + a.low * b.high));
}

export function over(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const quotient = a.high / b.high;
  const back = exactProduct(quotient, b.high);
  const rest = a.high - back.high - back.low + (a.low - quotient * b.low);
  return renormalised(quotient, rest / b.high);
}

/** Natural logarithm of a / b, both positive: error below 1e-18 of its size, or of itself near a = b. */
export function logRatio(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const numerator = significand(a);
  let denominator = significand(b);
  let power = numerator.power - denominator.power;
  if (numerator.high > Math.SQRT2 * denominator.high) {
    denominator = { high: 2 * denominator.high, low: 2 * denominator.low, power: 0 };
    power += 1;
  } else if (Math.SQRT2 * numerator.high < denominator.high) {
    denominator = { high: denominator.high / 2, low: denominator.low / 2, power: 0 };
    power -= 1;
  }
  // log r = 2 atanh s with s = (r - 1) / (r + 1), |s| below 0.172: only the first term needs both parts.
  const s = over(plus(numerator, negated(denominator)), plus(numerator, denominator));
  const rest = 2 * s.high * arctangentTail(s.high * s.high);
  const near = renormalised(2 * s.high, 2 * s.low + rest);
  if (power === 0) return near;
  const whole = exactProduct(power, LN2.high);
  return plus({ high: whole.high, low: whole.low + power * LN2.low }, near);
}

/** atanh(s) / s - 1 for t = s^2 up to 0.04, to 1e-17 of itself. */
export function arctangentTail(t: number): number {
  let sum = 0;
  for (let odd = 25; odd >= 3; odd -= 2) sum = t * (1 / odd + sum);
  return sum;
}

/** `value` over the power of two that brings its high part into [1, 2). */
function significand({ high, low }: DoubleDouble): DoubleDouble & { readonly power: number } {
  if (high < LEAST_NORMAL) {
    const scaled = significand({ high: high * TWO_TO_54, low: 0 });
    return { high: scaled.high, low: 0, power: scaled.power - 54 };
  }
  const power = (highWord(high) >> 20) - 1023;
  // In two factors, since 2^-power need not be a float64.
  const half = power >> 1;
  const first = powersOfTwo[POWER_OFFSET - half];
  const second = powersOfTwo[POWER_OFFSET - (power - half)];
  return { high: high * first * second, low: low * first * second, power };
}

function renormalised(high: number, low: number): DoubleDouble {
  const sum = high + low;
  return { high: sum, low: low - (sum - high) };
}
