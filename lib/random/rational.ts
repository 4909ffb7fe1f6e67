/**
 * Rational parameters of the exact samplers: pairs of integers, as bigints or as numbers that are safe integers.
 *
 * `fractionOf` brings them to lowest terms, so that 1/2 and 50/100 give the same draws from the same source; `exactFraction` is a
 * float64 as a fraction, `decimalFraction` the decimal that it is written as, and `numberOf` a fraction as a float64.
 */
import { decimalOf } from "../numerics/decimal.ts";
import { POWER_OFFSET, powersOfTwo } from "../numerics/float64.ts";
import { hasNoOtherNames, requireKnownNames } from "../numerics/parameters.ts";
import { refuse, requirePositive } from "../numerics/requirements.ts";

export interface Rational {
  readonly numerator: bigint | number;
  readonly denominator: bigint | number;
}

const NAMES = ["numerator", "denominator"];

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A positive float64 as the fraction that it is: a whole number over a power of two. */
export function exactFraction(value: number): Fraction {
  requirePositive({ value });
  let [whole, denominator] = [value, 1n];
  for (; !Number.isInteger(whole); whole *= 2) denominator *= 2n;
  return { numerator: BigInt(whole), denominator };
}

/** The shortest decimal that reads back as a positive float64, as a fraction: 1/10 for 0.1. */
export function decimalFraction(value: number): Fraction {
  requirePositive({ value });
  const { coefficient, exponent } = decimalOf(value);
  const power = BigInt(`1${"0".repeat(Math.abs(exponent))}`);
  const [numerator, denominator] = exponent < 0 ? [coefficient, power] : [coefficient * power, 1n];
  return fractionOf("value", { numerator, denominator }, 1n);
}

/** The float64 nearest to a fraction of parts of any size; Infinity, or 0, where it is beyond float64. */
export function numberOf({ numerator, denominator }: Fraction): number {
  if (numerator <= Number.MAX_SAFE_INTEGER && denominator <= Number.MAX_SAFE_INTEGER)
    return Number(numerator) / Number(denominator);
  const size = bitsOf(numerator) - bitsOf(denominator);
  const shift = BigInt(Math.abs(64 - size));
  const [dividend, divisor] = size < 64 ? [numerator << shift, denominator] : [numerator, denominator << shift];
  // 64 or 65 bits; where something is left over the last one is set, so that no tie is seen where there is none.
  const quotient = dividend / divisor;
  const leading = Number(quotient * divisor === dividend ? quotient : quotient | 1n) * powersOfTwo[POWER_OFFSET - 64];
  // In two steps, as 2^size itself may be beyond float64.
  const power = Math.max(-2000, Math.min(2000, size));
  const half = Math.trunc(power / 2);
  return leading * powersOfTwo[POWER_OFFSET + half] * powersOfTwo[POWER_OFFSET + power - half];
}

/** The length of a positive integer in binary. */
export function bitsOf(value: bigint): number {
  return value.toString(2).length;
}

/** The fraction in lowest terms; refuses a numerator below `least` and a denominator that is not positive. */
export function fractionOf(name: string, value: Rational, least: bigint): Fraction {
  if (typeof value !== "object" || value === null) refuse(name, "a fraction { numerator, denominator }", value);
  if (!hasNoOtherNames(value, NAMES)) requireKnownNames(value, NAMES, name);
  const numerator = integer(`the numerator of ${name}`, value.numerator, least);
  const denominator = integer(`the denominator of ${name}`, value.denominator, 1n);
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function integer(name: string, value: bigint | number, least: bigint): bigint {
  const whole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  if (!whole || value < least) refuse(name, `a bigint or a safe integer of at least ${least}`, value);
  return BigInt(value);
}

function greatestCommonDivisor(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
