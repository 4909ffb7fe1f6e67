/**
 * Remainder of Stirling's formula: d(x) = log Gamma(x) - [(x - 1/2) log x - x + log(2 pi)/2], for x of at least 1.
 *
 * Method: from 10 on the asymptotic series with eight Bernoulli terms (DLMF 5.11.1), whose error is below the first term
 * left out, 2e-18; below 10, x d(x) as the Chebyshev expansion in 1/x on [1/10, 1], written as a polynomial of degree 19
 * (`reference/gamma-coefficients.py`).
 *
 * Accuracy: absolute error below 4e-17, which is what an exponent needs; d(1) = 0.081.
 */
import { polynomial } from "./polynomial.ts";

const ASYMPTOTIC = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 5 / 5940, -691 / 360360, 1 / 156, -3617 / 122400];

const ASYMPTOTIC_SLOPE = ASYMPTOTIC.map((coefficient, k) => (2 * k + 1) * coefficient);

/** x d(x) in powers of (1/x - 0.55) / 0.45. */
const NEAR_ONE = [
  0.08255364044099309, -0.0011916143950102742, -0.00036855805149576203, 7.26611981346756e-5, -2.6885063619071294e-6,
  -2.93499856257019e-6, 1.18251150416062e-6, -2.3007335478066046e-7, -1.0577543385025796e-8, 3.044466264035144e-8,
  -1.5039674391061774e-8, 4.551788130858429e-9, -5.565407721944328e-10, -3.3444048100700766e-10, 2.619382900824041e-10,
  -1.4631796504104266e-10, 1.027318598966743e-10, -2.6989144144866996e-11, -2.1073191354910112e-11,
  1.0939041071202016e-11,
];

export function stirlingRemainder(x: number): number {
  if (x >= 10) return asymptotic(x);
  const inverse = 1 / x;
  const u = (inverse - 0.55) / 0.45;
  return polynomial(NEAR_ONE, u) * inverse;
}

/** d(x + step) - d(x) for x of at least 10, accurate relative to the step however small it is. */
export function stirlingRemainderChange(x: number, step: number): number {
  if (step > 1e-4 * x) return asymptotic(x + step) - asymptotic(x);
  // The derivative at the middle, with the third derivative of the leading term 1 / 12x.
  const inverse = 1 / (x + step / 2);
  const t = inverse * inverse;
  return -step * t * polynomial(ASYMPTOTIC_SLOPE, t) * (1 + 0.25 * step * step * t);
}

function asymptotic(x: number): number {
  const inverse = 1 / x;
  return polynomial(ASYMPTOTIC, inverse * inverse) * inverse;
}
