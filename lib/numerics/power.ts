/**
 * Power function: x raised to y.
 *
 * Method: x = 2^k m with m between sqrt(1/2) and sqrt(2); log m = 2 atanh(s), s = (m - 1) / (m + 1), whose first two terms
 * are summed in double-double arithmetic and the rest by a minimax polynomial (`reference/coefficients.py`, error 2^-65), so
 * that log x carries 65 bits; then exp of the unevaluated product y log x.
 *
 * Accuracy: relative error below 2.3e-16 (1 unit in the last place) wherever the result is normal, up to the largest number
 * and with exponents as large as 1e18; exact wherever the result is an integer up to 2^53.
 * Limits: Infinity beyond the largest number and 0 below half the least denormal, with the sign of an odd power; pow(x, 0) = 1
 * for every x; pow(0, y) is 0 for y > 0 and Infinity for y < 0, with the sign of a negative zero kept by odd y.
 * A negative x needs an integer y.
 */
import { expOfSum, LN2_HIGH, LN2_LOW } from "./exponential.ts";
import { highWord, POWER_OFFSET, powersOfTwo } from "./float64.ts";
import { refuse, requireFinite } from "./requirements.ts";
import { productError, sumError } from "./rounding-error.ts";

const TWO_THIRDS = 0.6666666666666666;
const TWO_THIRDS_LOW = 3.700743415417188e-17;
const L1 = 0.4;
const L2 = 0.28571428571428376;
const L3 = 0.22222222222290675;
const L4 = 0.1818181816923805;
const L5 = 0.15384616754554972;
const L6 = 0.13333240363332594;
const L7 = 0.11768676118495813;
const L8 = 0.10422863522906799;
const L9 = 0.11013610101379741;

const LEAST_NORMAL = 2.2250738585072014e-308;

export function pow(x: number, y: number): number {
  if (!(typeof x === "number" && typeof y === "number" && x - x === 0 && y - y === 0)) requireFinite({ x, y });
  if (y === 0 || x === 1) return 1;
  if (x > 0) return powerOfPositive(x, y);
  const isOdd = y % 2 === 1 || y % 2 === -1;
  if (x === 0) {
    const limit = y > 0 ? x : 1 / x;
    return isOdd ? limit : Math.abs(limit);
  }
  if (!Number.isInteger(y)) refuse("x", "non-negative where y is no integer", x);
  return isOdd ? -powerOfPositive(-x, y) : powerOfPositive(-x, y);
}

function powerOfPositive(x: number, y: number): number {
  const normal = x < LEAST_NORMAL ? x * 18014398509481984 : x;
  const exponent = ((highWord(normal) + 0x95f62) >> 20) - 1023;
  const m = normal * powersOfTwo[POWER_OFFSET - exponent];
  const k = x < LEAST_NORMAL ? exponent - 54 : exponent;

  const f = m - 1;
  const denominator = m + 1;
  const s = f / denominator;
  const quotient = s * denominator;
  const remainder = f - quotient - productError(s, denominator, quotient) - s * sumError(m, 1, denominator);
  const sLow = remainder / denominator;

  const square = s * s;
  const squareLow = productError(s, s, square) + 2 * s * sLow;
  const cube = square * s;
  const cubeLow = productError(square, s, cube) + (squareLow * s + square * sLow);
  const second = cube * TWO_THIRDS;
  const secondLow = productError(cube, TWO_THIRDS, second) + (cube * TWO_THIRDS_LOW + cubeLow * TWO_THIRDS);
  const t = square;
  const series = L1 + t * (L2 + t * (L3 + t * (L4 + t * (L5 + t * (L6 + t * (L7 + t * (L8 + t * L9)))))));
  const rest = cube * t * series;

  const shift = k * LN2_HIGH;
  const first = shift + 2 * s;
  const sum = first + second;
  const lost = sumError(shift, 2 * s, first) + sumError(first, second, sum);
  const small = lost + (2 * sLow + (secondLow + (rest + k * LN2_LOW)));
  const logarithm = sum + small;
  const logarithmLow = small - (logarithm - sum);

  const product = y * logarithm;
  if (product > 710) return Infinity;
  if (product < -746) return 0;
  return expOfSum(product, productError(y, logarithm, product) + y * logarithmLow);
}
