/**
 * What a zero-concentrated guarantee implies: approximate (two ways) and Renyi; and the rho that a target allows.
 *
 * Theorems: rho-zCDP is (epsilon, delta)-private for the least, over orders a > 1, of
 * delta = e^((a-1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1) (Canonne, Kamath, Steinke 2020, corollary 13), the tight way;
 * and for epsilon = rho + 2 sqrt(rho ln(1/delta)) (Bun, Steinke 2016, proposition 1.3), the classic one. D_a <= a rho by definition.
 * Method: the best order solves a monotone equation: (2a - 1) rho - epsilon + ln(1 - 1/a) = 0 for delta, and
 * (a - 1)^2 rho = ln(1/delta) - ln a for epsilon. Any order gives a valid bound, so an inexact root is still safe.
 * Accuracy: delta within 1e-12 and epsilon within 1e-14 relative; rho is rounded down.
 * Limits: epsilon at delta 0 is refused for rho above 0: no finite one exists.
 * @example
 * ```ts
 * import { zeroConcentrated } from "epsilab";
 * import { zeroConcentratedToApproximate } from "epsilab/privacy";
 * zeroConcentratedToApproximate(zeroConcentrated(0.5), 1e-5).epsilon; // => 4.7283...
 * ```
 * @claim zcdp
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { lowerUntil } from "../../numerics/outward-rounding.ts";
import { refuse, requireNonNegative, requireOpenProbability } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
} from "../guarantees/guarantee.ts";

export function zeroConcentratedDelta({ rho, epsilon }: { readonly rho: number; readonly epsilon: number }): number {
  requireNonNegative({ rho, epsilon });
  if (rho === 0) return 0;
  // u = ln(a - 1).
  const slope = (u: number) => (2 * exp(u) + 1) * rho - epsilon + logShrink(u);
  const upper = log(Math.max(1, (epsilon + Math.LN2) / (2 * rho))) + 1e-9;
  // Beyond e^700 the order is as good as any: a bound all the same.
  const highest = Math.min(upper, 700);
  const u = slope(highest) <= 0 ? highest : findRoot(slope, { lower: -3 * rho - 1, upper: highest });
  const t = exp(u);
  return Math.min(1, exp(t * ((1 + t) * rho - epsilon) + t * logShrink(u) - log1p(t)));
}

export function zeroConcentratedEpsilon({ rho, delta }: { readonly rho: number; readonly delta: number }): number {
  requireNonNegative({ rho });
  requireOpenProbability({ delta });
  if (rho === 0) return 0;
  const budget = -log(delta);
  const slope = (excess: number) => excess * rho * excess + log1p(excess) - budget;
  const highest = Math.min((Math.sqrt(budget) / Math.sqrt(rho)) * (1 + 1e-9), 1e150);
  const t = slope(highest) <= 0 ? highest : findRoot(slope, { lower: 0, upper: highest });
  return Math.max(0, (1 + t) * rho - log1p(1 / t) + (budget - log1p(t)) / t);
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
  const classic = zeroConcentratedRhoForClassic({ epsilon, delta });
  if (classic === 0) return 0;
  const excess = (rho: number) => zeroConcentratedEpsilon({ rho, delta }) - epsilon;
  const lower = lowerUntil(classic, (rho) => excess(rho) <= 0);
  if (lower === 0) return 0;
  let upper = 2 * lower;
  while (excess(upper) <= 0) upper *= 2;
  return lowerUntil(findRoot(excess, { lower, upper }), (rho) => excess(rho) <= 0);
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
  return Math.min(epsilon, root * root);
}

/** ln(1 - 1/a) at u = ln(a - 1), without cancellation on either side. */
function logShrink(u: number): number {
  return u >= 0 ? -log1p(exp(-u)) : u - log1p(exp(u));
}
