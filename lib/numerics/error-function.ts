/**
 * Error function and its complement: erf, erfc, the scaled erfcx(x) = exp(x^2) erfc(x), and log erfc.
 *
 * Method: erf by a minimax polynomial in x^2 up to 1/2; from there erfcx(x) (x + 3) by polynomials in 1 / (x + 3) on [1/2, 2]
 * and [2, 5], and x erfcx(x) by one in 1 / x^2 beyond (`reference/coefficients.py`, errors 2^-53 to 2^-57). The rest follows
 * from erfc(x) = exp(-x^2) erfcx(x) with x^2 in two parts: rounding it to one would cost 1e-13 at x = 27.
 *
 * Accuracy: relative error below 6.7e-16 (3 units in the last place) for all four and every x whose result is normal, from
 * denormal arguments to 1e300; a denormal result is within one spacing of the denormals.
 * Limits: erf(-Infinity) = -1, erf(Infinity) = 1; erfc(-Infinity) = 2, and erfc is 0 above 27.23; erfcx is Infinity below
 * -26.64 and 0 at Infinity; logErfc(-Infinity) = log 2, and logErfc is -Infinity above 1.34e154, where x^2 overflows.
 */
import { exp, expOfSum } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";
import { polynomial } from "./polynomial.ts";
import { refuse } from "./requirements.ts";
import { productError } from "./rounding-error.ts";

const ERROR_NEAR_ZERO = [
  0.1283791670955126, -0.3761263890318375, 0.1128379167095487, -0.026866170645000065, 0.005223977622023424,
  -0.0008548326511402534, 0.0001205528624312073, -1.4923004801336667e-5, 1.6371260877583448e-6, -1.4621111907879192e-7,
];
const COMPLEMENT_TO_TWO = [
  1.628029941859037, 9.94001994863059, 42.49687543776637, 124.06357962047922, 214.92037038319805, 73.82590917247926,
  -523.4973319532327, -665.1294576737731, 1510.2907505660178, 2641.5549168188154, -6343.893971071258,
  -8170.445357198534, 31604.530196395626,
];
const COMPLEMENT_TO_FIVE = [
  1.052286133859585, 5.126746460450917, 20.425944359713807, 64.5154186376175, 150.54936628407305, 209.7169172429868,
  -32.25821696578736, -816.958753414824, -1020.3381604453751, 2507.999756585735, 6961.899659985073, -8831.879506628478,
  -39773.1163880505,
];
const COMPLEMENT_BEYOND_FIVE = [
  0.5641895835477563, -0.28209479177387287, 0.42314218765322625, -1.0578554648336742, 3.7024928610738965,
  -16.66099621323728, 91.61058239230566, -593.596475409748, 4355.683017544193, -33626.5557626157, 238626.8193363267,
  -1265889.5948264524, 3492803.9003452607,
];

export function erf(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (x > -0.5 && x < 0.5) return errorNearZero(x);
  if (x >= 0.5) return 1 - erfc(x);
  if (x <= -0.5) return erfc(-x) - 1;
  return refuse("x", "a number", x);
}

export function erfc(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (x > -0.5 && x < 0.5) return 1 - errorNearZero(x);
  if (x >= 0.5) return x > 28 ? 0 : expOfSquare(x, -1) * scaledComplement(x);
  if (x <= -0.5) return x < -6 ? 2 : 2 - expOfSquare(x, -1) * scaledComplement(-x);
  return refuse("x", "a number", x);
}

export function erfcx(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  if (x > -0.5 && x < 0.5) return exp(x * x) * (1 - errorNearZero(x));
  if (x >= 0.5) return scaledComplement(x);
  if (x <= -0.5) return x < -27 ? Infinity : 2 * expOfSquare(x, 1) - scaledComplement(-x);
  return refuse("x", "a number", x);
}

export function logErfc(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  return x >= 0.5 ? log(scaledComplement(x)) - x * x : log1p(-erf(x)) + 0; // -0 becomes 0
}

/** exp(factor x^2) for factor 1, -1 or -1/2 and |x| below 1e100, without rounding the square. */
export function expOfSquare(x: number, factor: number): number {
  const square = x * x;
  return expOfSum(factor * square, factor * productError(x, x, square));
}

/** erf(x) for |x| <= 1/2. */
function errorNearZero(x: number): number {
  return x + x * polynomial(ERROR_NEAR_ZERO, x * x);
}

/** erfcx(x) for x >= 1/2. */
function scaledComplement(x: number): number {
  if (x >= 5) return polynomial(COMPLEMENT_BEYOND_FIVE, 1 / x / x) / x;
  const inverse = 1 / (x + 3);
  if (x >= 2) return polynomial(COMPLEMENT_TO_FIVE, inverse - 0.1625) * inverse;
  return polynomial(COMPLEMENT_TO_TWO, inverse - 0.242) * inverse;
}
