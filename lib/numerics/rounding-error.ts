/**
 * Rounding errors of one sum and one product, each exact: the low parts of double-double arithmetic.
 *
 * Sources: Dekker, Numer. Math. 18 (1971); Knuth, The Art of Computer Programming 2, 4.2.2.
 * Limits: `productError` is exact while neither factor exceeds 2^995 and the product is above 2^-960 in absolute value.
 */

/** a + b - sum, where sum is the float64 a + b. */
export function sumError(a: number, b: number, sum: number): number {
  const second = sum - a;
  return a - (sum - second) + (b - second);
}

/** a b - product, where product is the float64 a * b. */
export function productError(a: number, b: number, product: number): number {
  const aShifted = a * SPLITTER;
  const aHigh = aShifted - (aShifted - a);
  const aLow = a - aHigh;
  const bShifted = b * SPLITTER;
  const bHigh = bShifted - (bShifted - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

const SPLITTER = 134217729; // 2^27 + 1
