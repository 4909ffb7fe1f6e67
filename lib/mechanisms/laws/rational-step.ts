/**
 * The multiples of a rational step: the one that is nearest to a float64, and the float64 that is nearest to one.
 *
 * A float64 is a whole number over a power of two, so that its nearest multiple of a rational step is a division of whole numbers:
 * nothing is rounded on the way. Ties go up. Rounding is monotone and commutes with whole shifts, so that values at most D apart
 * are at most `stepsOver(D)` steps apart.
 * Source: Mironov (CCS 2012), doi:10.1145/2382196.2382264, for rounding as the cure of float64 noise.
 */
import { POWER_OFFSET, powersOfTwo } from "../../numerics/float64.ts";
import { made } from "../../numerics/parameters.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";

export const STEP = {
  /** Of the grid that values are rounded to, such as `{ numerator: 1, denominator: 100 }`. */
  step: made<Rational>((value, name) => void fractionOf(name, value, 1n), "fraction"),
};

/** floor(value / step + 1/2) of a finite float64. */
export function nearestPoint(value: number, step: Fraction): bigint {
  const { places, unit } = inSteps(value, step);
  return floorQuotient(2n * places + unit, 2n * unit);
}

/** ceil(distance / step) of a finite float64. */
export function stepsOver(distance: number, step: Fraction): bigint {
  const { places, unit } = inSteps(distance, step);
  return -floorQuotient(-places, unit);
}

/** The value over the step, as a quotient of whole numbers. */
function inSteps(value: number, { numerator, denominator }: Fraction) {
  // Every float64 is a whole number of 2^-1074, and of 2^-52 or 2^-104 if it is not smaller than 1 or 2^-52.
  const size = Math.abs(value);
  const bits = Number.isInteger(value) ? 0 : size >= 1 ? 52 : size >= Number.EPSILON ? 104 : 1074;
  const whole = bits <= 104 ? BigInt(value * powersOfTwo[POWER_OFFSET + bits]) : tinyWhole(value);
  return { places: whole * denominator, unit: numerator << BigInt(bits) };
}

/** The value times 2^1074, in two steps, as 2^1074 is no float64. */
function tinyWhole(value: number): bigint {
  return BigInt(value * powersOfTwo[POWER_OFFSET + 1000] * powersOfTwo[POWER_OFFSET + 74]);
}

function floorQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/** The float64 next to a number of steps. */
export function valueAt(steps: bigint, { numerator, denominator }: Fraction): number {
  return Number(steps * numerator) / Number(denominator);
}
