/**
 * Rational parameters of the exact samplers: pairs of integers, as bigints or as numbers that are safe integers.
 *
 * `fractionOf` brings them to lowest terms, so that 1/2 and 50/100 give the same draws from the same source; `exactFraction` is a float64 as a fraction.
 */
import { refuse, requirePositive } from "../numerics/requirements.ts";

export interface Rational {
  readonly numerator: bigint | number;
  readonly denominator: bigint | number;
}

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

/** The fraction in lowest terms; refuses a numerator below `least` and a denominator that is not positive. */
export function fractionOf(name: string, value: Rational, least: bigint): Fraction {
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
