/**
 * Sums and differences of numbers known by their logarithms; -Infinity is the logarithm of zero mass.
 *
 * Method: the largest term is taken out exactly and the others enter through log1p of their (compensated, Neumaier 1974)
 * sum, so that a tiny addition is not lost; log(1 - e^x) through expm1 above -ln 2 and through log1p below it (Maechler,
 * "Accurately computing log(1 - exp(-|a|))", 2012).
 *
 * Accuracy: logOneMinusExp has a relative error below 1e-15 for every x below 0. The others err by less than 1e-15 of
 * the result and, where the result is nearer to 0 than the largest argument, of that argument.
 * Limits: an empty or all -Infinity sum is -Infinity; logSubExp(a, a) = -Infinity; logOneMinusExp(0) = -Infinity and
 * logOneMinusExp(-Infinity) = 0. Infinity and NaN are refused.
 */
import { exp, expm1 } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";
import { refuse, requireList } from "./requirements.ts";

/** log of the sum of exp(value). */
export function logSumExp(values: ArrayLike<number>): number {
  if (!(Array.isArray(values) || ArrayBuffer.isView(values))) requireList("values", values);
  const { length } = values;
  let largest = -Infinity;
  let place = -1;
  for (let k = 0; k < length; k++) {
    const value = values[k];
    if (!isLogarithm(value)) refuse(`values[${k}]`, "a number below Infinity", value);
    if (value > largest) {
      largest = value;
      place = k;
    }
  }
  if (place < 0) return -Infinity;
  let sum = 0;
  let lost = 0;
  for (let k = 0; k < length; k++) {
    if (k === place) continue;
    const term = exp(values[k] - largest);
    const next = sum + term;
    lost += sum >= term ? sum - next + term : term - next + sum;
    sum = next;
  }
  return largest + log1p(sum + lost);
}

/** log(e^a + e^b). */
export function logAddExp(a: number, b: number): number {
  requireLogarithm("a", a);
  requireLogarithm("b", b);
  if (a === -Infinity) return b;
  return a >= b ? a + log1p(exp(b - a)) : b + log1p(exp(a - b));
}

/** log(e^a - e^b), for b at most a. */
export function logSubExp(a: number, b: number): number {
  requireLogarithm("a", a);
  requireLogarithm("b", b);
  if (b > a) refuse("b", `at most a (${a})`, b);
  return b === -Infinity ? a : a + logOneMinusExp(b - a);
}

/** log(1 - e^x), for x at most 0. */
export function logOneMinusExp(x: number): number {
  if (!(typeof x === "number" && x <= 0)) refuse("x", "at most 0", x);
  return x > -Math.LN2 ? log(-expm1(x)) : log1p(-exp(x));
}

function requireLogarithm(name: string, value: number): void {
  if (!isLogarithm(value)) refuse(name, "a number below Infinity", value);
}

function isLogarithm(value: number): boolean {
  return typeof value === "number" && value < Infinity;
}
