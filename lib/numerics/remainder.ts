/**
 * What exp and log leave after their linear part: exp(v) - 1 - v and log(1 + w) - w, without cancellation near zero.
 *
 * Method: near zero the Taylor series of exp, and log(1 + w) - w = 2 s^3 (1/3 + s^2/5 + ...) - w s with s = w / (2 + w);
 * elsewhere the plain difference.
 *
 * Accuracy: relative error below 3e-15, for every finite v and every w above -1.
 */
import { arctangentTail } from "./double-double.ts";
import { expm1 } from "./exponential.ts";
import { log1p } from "./logarithm.ts";
import { polynomial } from "./polynomial.ts";

/** 1 / k! from k = 2 on. */
const INVERSE_FACTORIALS = inverseFactorials(17);
const FIRST_TERMS = INVERSE_FACTORIALS.slice(0, 8);

export function exponentialRemainder(v: number): number {
  if (v > 0.5 || v < -0.5) return expm1(v) - v;
  return v * v * polynomial(v < 0.02 && v > -0.02 ? FIRST_TERMS : INVERSE_FACTORIALS, v);
}

export function logarithmRemainder(w: number): number {
  if (w > 0.5 || w < -0.33) return log1p(w) - w;
  const s = w / (2 + w);
  return 2 * s * arctangentTail(s * s) - w * s;
}

function inverseFactorials(last: number): number[] {
  const table: number[] = [];
  let factorial = 1;
  for (let k = 2; k <= last; k++) {
    factorial *= k; // exact up to 18!
    table.push(1 / factorial);
  }
  return table;
}
