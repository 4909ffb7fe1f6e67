/**
 * A float64 that is not below a fraction: what a guarantee may state when its parameter is a rational number.
 */
import type { Fraction } from "../../random/rational.ts";

const UPWARDS = 1 + 4 * Number.EPSILON; // three roundings, each of half an epsilon at most, and this one
/** 2^1000. */
const LARGEST_POWER = 1n << 1000n;

export function rationalBound({ numerator, denominator }: Fraction): number {
  const quotient = Number(numerator) / Number(denominator);
  // A float64 itself, such as 0.1: a power of two divides without rounding where the quotient is not subnormal.
  const exact = numerator <= Number.MAX_SAFE_INTEGER && denominator <= LARGEST_POWER && isPowerOfTwo(denominator);
  return exact ? quotient : quotient * UPWARDS;
}

function isPowerOfTwo(value: bigint): boolean {
  return (value & (value - 1n)) === 0n;
}
