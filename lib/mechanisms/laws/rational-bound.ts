/**
 * A float64 that is not below a fraction: what a guarantee may state when its parameter is a rational number.
 */
import { refuse } from "../../numerics/requirements.ts";
import { type Fraction, numberOf } from "../../random/rational.ts";

const UPWARDS = 1 + 4 * Number.EPSILON; // more than the roundings of the quotient and of the product take away
const [LEAST, MOST] = [1e-300, 1e300];

export function rationalBound(name: string, { numerator, denominator }: Fraction): number {
  const quotient = numberOf({ numerator, denominator });
  if (!(quotient >= LEAST && quotient <= MOST)) refuse(name, `from ${LEAST} to ${MOST}`, quotient);
  // A float64 itself, such as 0.1: a power of two divides without rounding.
  return numerator <= Number.MAX_SAFE_INTEGER && isPowerOfTwo(denominator) ? quotient : quotient * UPWARDS;
}

function isPowerOfTwo(value: bigint): boolean {
  return (value & (value - 1n)) === 0n;
}
