/**
 * Exponential function: exp(x), exp(x) - 1, and exp of an unevaluated sum.
 *
 * Method: x = k ln 2 + r with |r| <= ln(2)/2 and ln 2 in two parts, so that k times the first part is exact; then
 * exp(r) = 1 + r + r c / (2 - c) with c = r - r^2 P(r^2), where r coth(r/2) = 2 + r^2 P(r^2). This is the scheme of
 * fdlibm (Sun Microsystems, 1993); P is our own minimax polynomial (`reference/coefficients.py`, error 2^-58.8).
 * Only + - * / and exact scalings: the same bits everywhere.
 *
 * Accuracy: relative error below 2.3e-16 (1 unit in the last place) wherever the result is normal; a denormal result is within
 * one spacing of the denormals.
 * Limits: exp(x) is Infinity above 709.782712893384 and 0 below -745.1332191019412; exp(-Infinity) = 0,
 * expm1(-Infinity) = -1, exp(Infinity) = expm1(Infinity) = Infinity.
 */
import { POWER_OFFSET, powersOfTwo } from "./float64.ts";
import { refuse } from "./requirements.ts";

export const LN2_HIGH = 0.6931471803691238; // 32 bits
export const LN2_LOW = 1.9082149292705877e-10;
/** 1.5 * 2^52: adding and subtracting it rounds to the nearest integer. */
const ROUNDER = 6755399441055744;
const P1 = 0.16666666666666602;
const P2 = -0.002777777777701522;
const P3 = 6.613756321394676e-5;
const P4 = -1.6533902183952777e-6;
const P5 = 4.138136361114211e-8;

const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;
const TINY = 5.551115123125783e-17; // 2^-54

export function exp(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (!(x <= OVERFLOW && x >= UNDERFLOW)) return beyond(x);
  return scaledExponential(x, 0);
}

/** exp(high + low) without rounding the sum: `low` is a correction, at most about 1e-3. Limits as for `exp(high)`. */
export function expOfSum(high: number, low: number): number {
  if (!(high <= OVERFLOW + 1e-3 && high >= UNDERFLOW - 1e-3)) return beyond(high);
  return scaledExponential(high, low);
}

function scaledExponential(high: number, low: number): number {
  const multiple = high * Math.LOG2E + ROUNDER - ROUNDER;
  const first = high - multiple * LN2_HIGH;
  const second = multiple * LN2_LOW - low;
  const r = first - second;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  const y = 1 + (first + ((r * c) / (2 - c) - second));
  const k = multiple | 0;
  if (k >= -1021 && k <= 1023) return y * powersOfTwo[k + POWER_OFFSET];
  if (k > 1023) return y * 2 * powersOfTwo[k - 1 + POWER_OFFSET];
  return y * powersOfTwo[k + 60 + POWER_OFFSET] * 8.673617379884035e-19; // 2^-60
}

export function expm1(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (!(x < 40 && x > -38)) {
    if (x <= -38) return -1;
    return exp(x);
  }
  if (x < TINY && x > -TINY) return x;
  const multiple = x * Math.LOG2E + ROUNDER - ROUNDER;
  const first = x - multiple * LN2_HIGH;
  const second = multiple * LN2_LOW;
  const r = first - second;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  const rest = (r * c) / (2 - c) - second;
  if (multiple === 0) return first + rest;
  // 2^k (1 + first + rest) - 1 = 2^k ((1 - 2^-k) + first + rest), the first sum with its rounding error.
  const k = multiple | 0;
  const offset = 1 - powersOfTwo[POWER_OFFSET - k];
  const sum = offset + first;
  const lost = first - (sum - offset);
  return (sum + (lost + rest)) * powersOfTwo[k + POWER_OFFSET];
}

function beyond(x: number): number {
  if (x > 0) return Infinity;
  if (x < 0) return 0;
  return refuse("x", "a number", x);
}
