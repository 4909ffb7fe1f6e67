/**
 * Sine and cosine of an angle in radians.
 *
 * Method: x = n pi/2 + r with |r| <= pi/4, r in double-double: up to 1e9 by subtracting n times pi/2 in five parts, of which
 * four have 23 bits so that their products with n are exact (Cody and Waite, 1980); beyond, by integer arithmetic with 1280
 * bits of 2/pi (Payne and Hanek, 1983). Then minimax polynomials in r (`reference/coefficients.py`, errors 2^-57 and 2^-60),
 * with r's low part to first order.
 *
 * Accuracy: relative error below 2.3e-16 (1 unit in the last place) for every finite x, next to multiples of pi/2 too.
 * Limits: none at infinity, which is refused.
 */
import { refuse } from "./requirements.ts";
import { sumError } from "./rounding-error.ts";

const QUARTER_TURN = 0.7853981633974483;
const TWO_OVER_PI = 0.6366197723675814;
/** 1.5 * 2^52: adding and subtracting it rounds to the nearest integer. */
const ROUNDER = 6755399441055744;
const HALF_PI_1 = 1.570796251296997;
const HALF_PI_2 = 7.549789415861596e-8;
const HALF_PI_3 = 5.390302529957765e-15;
const HALF_PI_4 = 3.2820031633724233e-22;
const HALF_PI_5 = 3.7950107727212256e-29;

const S1 = -0.16666666666666632;
const S2 = 0.008333333333322413;
const S3 = -0.00019841269829807819;
const S4 = 2.7557313691920794e-6;
const S5 = -2.5050758115642605e-8;
const S6 = 1.5896795672224764e-10;

const C1 = 0.0416666666666666;
const C2 = -0.0013888888888874125;
const C3 = 2.4801587289482174e-5;
const C4 = -2.7557314352328286e-7;
const C5 = 2.0875723272501922e-9;
const C6 = -1.135964776172661e-11;

export function sin(x: number): number {
  if (typeof x !== "number") refuse("x", "finite", x);
  if (x >= -QUARTER_TURN && x <= QUARTER_TURN) return sineNearZero(x, 0);
  return sineOfQuadrant(reduce(x));
}

export function cos(x: number): number {
  if (typeof x !== "number") refuse("x", "finite", x);
  if (x >= -QUARTER_TURN && x <= QUARTER_TURN) return cosineNearZero(x, 0);
  return sineOfQuadrant(reduce(x) + 1);
}

/** What `reduce` leaves of the angle: r is the sum of the two. */
const remainder = new Float64Array(2);

/** sin(r + quadrant pi/2) for the r that `reduce` left. */
function sineOfQuadrant(quadrant: number): number {
  switch (quadrant & 3) {
    case 0:
      return sineNearZero(remainder[0], remainder[1]);
    case 1:
      return cosineNearZero(remainder[0], remainder[1]);
    case 2:
      return -sineNearZero(remainder[0], remainder[1]);
    default:
      return -cosineNearZero(remainder[0], remainder[1]);
  }
}

/** Sets r and returns n, modulo 4 where x is large. */
function reduce(x: number): number {
  if (!(x >= -1e9 && x <= 1e9)) return reduceLarge(x);
  const n = x * TWO_OVER_PI + ROUNDER - ROUNDER;
  const first = x - n * HALF_PI_1;
  const a = n * -HALF_PI_2;
  const second = first + a;
  const b = n * -HALF_PI_3;
  const third = second + b;
  const c = n * -HALF_PI_4;
  const fourth = third + c;
  const lost = sumError(first, a, second) + sumError(second, b, third) + (sumError(third, c, fourth) - n * HALF_PI_5);
  const high = fourth + lost;
  remainder[0] = high;
  remainder[1] = lost - (high - fourth);
  return n | 0;
}

const TWO_OVER_PI_BITS = 1280n;
const TWO_OVER_PI_DIGITS = BigInt(
  "0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee8" +
    "8235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f" +
    "669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6babf0cfbc209af4361d",
);
const HALF_PI_BITS = 190n;
const HALF_PI_DIGITS = 0x6487ed5110b4611a62633145c06e0e68948127044533e63an;
const HALF_PI_UNIT = 6.372367644529809e-58; // 2^-190

function reduceLarge(x: number): number {
  if (!Number.isFinite(x)) refuse("x", "finite", x);
  // A float64 above 1e9 is a multiple of 2^-23.
  const isFine = x > -9007199254740992 && x < 9007199254740992;
  const integer = isFine ? BigInt(x * 8388608) : BigInt(x);
  const bits = isFine ? TWO_OVER_PI_BITS + 23n : TWO_OVER_PI_BITS;
  const quarters = integer * TWO_OVER_PI_DIGITS;
  const n = (quarters + (1n << (bits - 1n))) >> bits;
  // Float64 comes no nearer than 2^-62 to a multiple of pi/2 (Muller, Elementary Functions, 10.2): 190 bits leave 128.
  const fraction = (quarters - (n << bits)) >> (bits - HALF_PI_BITS);
  const angle = (fraction * HALF_PI_DIGITS) >> HALF_PI_BITS;
  const nearest = Number(angle);
  remainder[0] = nearest * HALF_PI_UNIT;
  remainder[1] = Number(angle - BigInt(nearest)) * HALF_PI_UNIT;
  return Number(n & 3n);
}

function sineNearZero(r: number, low: number): number {
  if (r < 1e-8 && r > -1e-8) return low === 0 ? 1 * r : r + low; // -0 stays -0
  const t = r * r;
  const cube = t * r;
  const series = S2 + t * (S3 + t * (S4 + t * (S5 + t * S6)));
  return r - (t * (0.5 * low - cube * series) - low - cube * S1);
}

function cosineNearZero(r: number, low: number): number {
  const t = r * r;
  const series = t * (C1 + t * (C2 + t * (C3 + t * (C4 + t * (C5 + t * C6)))));
  const half = 0.5 * t;
  const leading = 1 - half;
  return leading + (1 - leading - half + (t * series - r * low));
}
