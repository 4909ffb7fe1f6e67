/**
 * What a zero-concentrated guarantee implies: approximate (two ways) and Renyi; and the rho that a target allows.
 *
 * Theorems: rho-zCDP is (epsilon, delta)-private for the least, over orders a > 1, of
 * delta = e^((a-1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1) (Canonne, Kamath, Steinke 2020, corollary 13), the tight way;
 * and for epsilon = rho + 2 sqrt(rho ln(1/delta)) (Bun, Steinke 2016, proposition 1.3), the classic one. D_a <= a rho by definition.
 * Method: the best order solves a monotone equation: (2a - 1) rho - epsilon + ln(1 - 1/a) = 0 for delta, and
 * (a - 1)^2 rho = ln(1/delta) - ln a for epsilon. Any order gives a valid bound, so an inexact root is still safe.
 * Accuracy: delta within 1e-12 relative, epsilon within 1e-14; rho is rounded down.
 * Limits: epsilon at delta 0 is refused for rho above 0: no finite one exists.
 */
import { exp } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { refuse, requireNonNegative, requireOpenProbability } from "../numerics/requirements.ts";
import { findRoot } from "../numerics/root.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
} from "./guarantee.ts";

export function zeroConcentratedDelta({ rho, epsilon }: { readonly rho: number; readonly epsilon: number }): number {
  requireNonNegative({ rho, epsilon });
  if (rho === 0) return 0;
  // u = ln(a - 1).
  const slope = (u: number) => (2 * exp(u) + 1) * rho - epsilon + logShrink(u);
  const upper = log(Math.max(1, (epsilon + Math.LN2) / (2 * rho))) + 1e-9;
  const u = findRoot(slope, { lower: -3 * rho - 1, upper: Math.min(upper, 700) });
  const t = exp(u);
  return Math.min(1, exp(t * ((1 + t) * rho - epsilon) + t * logShrink(u) - log1p(t)));
}

export function zeroConcentratedEpsilon({ rho, delta }: { readonly rho: number; readonly delta: number }): number {
  requireNonNegative({ rho });
  requireOpenProbability({ delta });
  if (rho === 0) return 0;
  const budget = -log(delta);
  const upper = Math.sqrt(budget / rho) * (1 + 1e-9);
  const t = findRoot((order) => order * order * rho + log1p(order) - budget, { lower: 0, upper });
  return Math.max(0, (1 + t) * rho + (log(t) - log1p(t)) + (budget - log1p(t)) / t);
}

export function zeroConcentratedToApproximate({ rho }: ZeroConcentratedGuarantee, delta: number): ApproximateGuarantee {
  return approximate(zeroConcentratedEpsilon({ rho, delta }), delta);
}

export function zeroConcentratedToApproximateClassic(
  { rho }: ZeroConcentratedGuarantee,
  delta: number,
): ApproximateGuarantee {
  requireNonNegative({ rho });
  requireOpenProbability({ delta });
  return approximate(rho + 2 * Math.sqrt(rho * -log(delta)), delta);
}

export function zeroConcentratedToRenyi({ rho }: ZeroConcentratedGuarantee): RenyiGuarantee {
  requireNonNegative({ rho });
  return {
    kind: "renyi",
    epsilonAt: (order) => (order > 1 ? order * rho : refuse("order", "above 1", order)),
  };
}

/** The largest rho that is (epsilon, delta)-private by the tight way. */
export function zeroConcentratedRhoFor({
  epsilon,
  delta,
}: {
  readonly epsilon: number;
  readonly delta: number;
}): number {
  let lower = zeroConcentratedRhoForClassic({ epsilon, delta });
  if (epsilon === 0) return 0;
  const excess = (rho: number) => zeroConcentratedEpsilon({ rho, delta }) - epsilon;
  while (excess(lower) > 0) lower *= 1 - 1e-9;
  let upper = 2 * lower;
  while (excess(upper) <= 0) upper *= 2;
  let rho = findRoot(excess, { lower, upper });
  while (excess(rho) > 0) rho *= 1 - 2 * Number.EPSILON;
  return rho;
}

/** The largest rho that is (epsilon, delta)-private by the classic way. */
export function zeroConcentratedRhoForClassic({
  epsilon,
  delta,
}: {
  readonly epsilon: number;
  readonly delta: number;
}): number {
  requireNonNegative({ epsilon });
  requireOpenProbability({ delta });
  const root = epsilon / (Math.sqrt(epsilon - log(delta)) + Math.sqrt(-log(delta)));
  return root * root;
}

/** ln(1 - 1/a) at u = ln(a - 1), without cancellation on either side. */
function logShrink(u: number): number {
  return u >= 0 ? -log1p(exp(-u)) : u - log1p(exp(u));
}
