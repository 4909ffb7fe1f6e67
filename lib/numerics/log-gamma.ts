/**
 * Logarithm of the gamma function, for positive x.
 *
 * Method: log Gamma(2 + z) = (1 - g) z + sum over k >= 2 of (-1)^k (zeta(k) - 1) z^k / k for |z| <= 1/2, with g Euler's
 * constant (DLMF 5.7.3), which keeps the relative accuracy at the zero x = 2, and at x = 1 through
 * log Gamma(1 + z) = log Gamma(2 + z) - log(1 + z); the recurrence up to 10; Stirling's formula from there on (DLMF 5.11.1).
 *
 * Accuracy: relative error below 4.5e-16 (2 units in the last place) for x from 5e-324 to 2.5e305, the neighbourhoods of 1 and 2 included.
 * Limits: logGamma(0) = Infinity; above 2.556e305 the value is beyond float64, and Infinity.
 */
import { log, log1p } from "./logarithm.ts";
import { polynomial } from "./polynomial.ts";
import { refuse } from "./requirements.ts";
import { stirlingRemainder } from "./stirling-remainder.ts";

const HALF_LOG_TWO_PI = 0.9189385332046728;

/** 1 - g, then (-1)^k (zeta(k) - 1) / k from k = 2 on. */
const AT_TWO = [
  0.42278433509846713, 0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986,
  0.0028905103307415234, -0.001192753911703261, 0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-5,
  -4.492623673813314e-5, 2.050721277567069e-5, -9.439488275268397e-6, 4.374866789907488e-6, -2.039215753801366e-6,
  9.55141213040742e-7, -4.492469198764566e-7, 2.1207184805554665e-7, -1.0043224823968099e-7, 4.7698101693639804e-8,
  -2.2711094608943164e-8, 1.0838659214896955e-8, -5.183475041970047e-9, 2.4836745438024785e-9, -1.1921401405860912e-9,
  5.731367241678862e-10, -2.7595228851242334e-10, 1.330476437424449e-10,
];

export function logGamma(x: number): number {
  if (typeof x !== "number") refuse("x", "non-negative and finite", x);
  if (x > 0 && x < 0.5) return logGammaTwoPlus(x) - log1p(x) - log(x);
  if (x >= 0.5 && x < 1.5) return logGammaOnePlus(x - 1);
  if (x < 10 && x >= 1.5) {
    let product = 1;
    let rest = x;
    while (rest >= 2.5) {
      rest -= 1;
      product *= rest;
    }
    return log(product) + logGammaTwoPlus(rest - 2);
  }
  if (x >= 10 && x < Infinity) return (x - 0.5) * (log(x) - 1) + (HALF_LOG_TWO_PI - 0.5 + stirlingRemainder(x));
  if (x === 0) return Infinity;
  return refuse("x", "non-negative and finite", x);
}

/** log Gamma(1 + z) for z from -1/2 to 3/2, accurate relative to z however small it is. */
export function logGammaOnePlus(z: number): number {
  return z < 0.5 ? logGammaTwoPlus(z) - log1p(z) : logGammaTwoPlus(z - 1);
}

/** For |z| up to 1/2. */
function logGammaTwoPlus(z: number): number {
  return z * polynomial(AT_TWO, z);
}
