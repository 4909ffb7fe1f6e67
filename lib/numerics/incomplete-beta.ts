/**
 * Regularised incomplete beta functions: the tails of the beta distribution, their logarithms, and their inverses.
 *
 * lowerBeta({ a, b, x }) = I_x(a, b) = (integral of t^(a-1) (1-t)^(b-1) from 0 to x) / B(a, b), and upperBeta is 1 - I_x(a, b).
 * Near 1, where float64 cannot tell neighbouring x apart, give the complement: lowerBeta({ a, b, x: 1 - y }) is
 * upperBeta({ a: b, b: a, x: y }), and upperBetaInverse({ a: b, b: a, q }) is 1 - lowerBetaInverse({ a, b, p: q }).
 * Method: `beta-tails.ts` (quadrature or continued fraction on the saddle-point density), `beta-quantile.ts` (Halley's
 * iteration on the logarithm of the smaller tail). Conventions: DLMF 8.17.
 *
 * Accuracy: relative error of both tails and their logarithms below 1e-14 for a and b from 1e-3 to 1e9 and up to 1e15 where
 * they are alike, x from the least denormal to 1 - 2^-53, down to the least denormal tail and below that on the logarithmic
 * scale (worst measured 7.3e-15). Inverses: below 2e-14 for a and b from 1e-2 to 1e9 and every probability from 1e-300 to
 * 1 - 1e-10 (worst measured 1.4e-14, where a small shape magnifies the rounding of the tail by 1 / shape).
 * Limits: a and b from 1e-300 to 1e15. I_0 = 0, I_1 = 1, the logarithm of 0 is -Infinity. lowerBetaInverse maps 0 to 0 and 1
 * to 1, upperBetaInverse 0 to 1 and 1 to 0; a result below the least float64 is 0.
 */
import { betaQuantile } from "./beta-quantile.ts";
import { betaTails } from "./beta-tails.ts";
import { exactSum } from "./double-double.ts";
import { declare, hasNoOtherNames, number, type ParametersOf, probability } from "./parameters.ts";
import { logTail, type Tails } from "./tails.ts";

const shape = number({ expected: "between 1e-300 and 1e15", least: 1e-300, most: 1e15 });

export const betaArguments = declare({ a: shape, b: shape, x: probability });
export const lowerBetaTail = declare({ a: shape, b: shape, p: probability });
export const upperBetaTail = declare({ a: shape, b: shape, q: probability });
const NAMES = Object.keys(betaArguments.declared);

export interface BetaArguments extends ParametersOf<typeof betaArguments> {}

export function lowerBeta(at: BetaArguments): number {
  requireArguments(at);
  return at.x === 0 || at.x === 1 ? at.x : tailsAt(at).lower;
}

export function upperBeta(at: BetaArguments): number {
  requireArguments(at);
  return at.x === 0 || at.x === 1 ? 1 - at.x : tailsAt(at).upper;
}

export function logLowerBeta(at: BetaArguments): number {
  requireArguments(at);
  if (at.x === 0) return -Infinity;
  return at.x === 1 ? 0 : logTail(tailsAt(at), "lower");
}

export function logUpperBeta(at: BetaArguments): number {
  requireArguments(at);
  if (at.x === 1) return -Infinity;
  return at.x === 0 ? 0 : logTail(tailsAt(at), "upper");
}

/** The x with lowerBeta({ a, b, x }) = p. */
export function lowerBetaInverse(tail: ParametersOf<typeof lowerBetaTail>): number {
  const { a, b, p } = lowerBetaTail.read(tail);
  if (p === 0 || p === 1) return p;
  // 1 - p is exact for p from 1/2 to 1.
  return p <= 0.5 ? betaQuantile({ a, b, lower: p }).x : betaQuantile({ a: b, b: a, lower: 1 - p }).y;
}

/** The x with upperBeta({ a, b, x }) = q. */
export function upperBetaInverse(tail: ParametersOf<typeof upperBetaTail>): number {
  const { a, b, q } = upperBetaTail.read(tail);
  if (q === 0 || q === 1) return 1 - q;
  return q <= 0.5 ? betaQuantile({ a: b, b: a, lower: q }).y : betaQuantile({ a, b, lower: 1 - q }).x;
}

function tailsAt({ a, b, x }: BetaArguments): Tails {
  return betaTails({ a, b, x: { high: x, low: 0 }, y: exactSum(1, -x) });
}

function requireArguments(at: BetaArguments): void {
  const { a, b, x } = at ?? betaArguments.read(at);
  const isRight = isShape(a) && isShape(b) && typeof x === "number" && x >= 0 && x <= 1;
  if (!(isRight && hasNoOtherNames(at, NAMES))) betaArguments.read(at);
}

function isShape(value: number): boolean {
  return typeof value === "number" && value >= 1e-300 && value <= 1e15;
}
