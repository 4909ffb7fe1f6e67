/**
 * What a truncated concentrated guarantee implies: approximate and Renyi.
 *
 * Theorem: if D_a <= rho a for all orders a from 1 to omega, the pair (epsilon, delta) holds for the least, over these orders, of
 * delta = e^((a-1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1), the tight conversion of each order. With omega = Infinity it is that of
 * zero-concentrated privacy.
 * Source: Bun, Dwork, Rothblum, Steinke, "Composable and versatile privacy via truncated CDP" (STOC 2018), with the classic
 * conversion; Canonne, Kamath, Steinke (2020), proposition 12, for the tight one.
 * Method: the best order solves a monotone equation: (2a - 1) rho - epsilon + ln(1 - 1/a) = 0 for delta, and (a - 1)^2 rho =
 * ln(1/delta) - ln a for epsilon; beyond omega, omega itself is the best, which divergences, growing and continuous from below in
 * the order, allow. Any order gives a valid bound, so an inexact root is still safe.
 * Accuracy: delta within 1e-12 and epsilon within 1e-14 relative.
 * @example
 * ```ts
 * import { convert, truncatedConcentrated } from "epsilab/privacy";
 * convert(truncatedConcentrated(0.5, 3), { to: "approximate", delta: 1e-5 }).epsilon; // => 6.3016...
 * ```
 * @claim zcdp
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { refuse, requireNonNegative, requireOpenProbability } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type RenyiGuarantee,
  type TruncatedConcentratedGuarantee,
  truncatedConcentrated,
} from "../guarantees/guarantee.ts";

interface TruncatedConcentratedPoint {
  readonly rho: number;
  readonly omega: number;
}

export function truncatedConcentratedDelta(point: TruncatedConcentratedPoint & { readonly epsilon: number }): number {
  const { epsilon } = point;
  const { rho, omega } = truncatedConcentrated(point.rho, point.omega);
  requireNonNegative({ epsilon });
  if (rho === 0) return 0;
  // u = ln(a - 1).
  const slope = (u: number) => (2 * exp(u) + 1) * rho - epsilon + logShrink(u);
  const upper = log(Math.max(1, (epsilon + Math.LN2) / (2 * rho))) + 1e-9;
  // Beyond e^700 the order is as good as any: a bound all the same.
  const highest = Math.min(upper, 700, omega === Infinity ? 700 : log(omega - 1));
  const u = slope(highest) <= 0 ? highest : findRoot(slope, { lower: -3 * rho - 1, upper: highest });
  const t = exp(u);
  return Math.min(1, exp(t * ((1 + t) * rho - epsilon) + t * logShrink(u) - log1p(t)));
}

export function truncatedConcentratedEpsilon(point: TruncatedConcentratedPoint & { readonly delta: number }): number {
  const { delta } = point;
  const { rho, omega } = truncatedConcentrated(point.rho, point.omega);
  requireOpenProbability({ delta });
  if (rho === 0) return 0;
  const budget = -log(delta);
  const slope = (excess: number) => excess * rho * excess + log1p(excess) - budget;
  const highest = Math.min((Math.sqrt(budget) / Math.sqrt(rho)) * (1 + 1e-9), 1e150, omega - 1);
  const t = slope(highest) <= 0 ? highest : findRoot(slope, { lower: 0, upper: highest });
  return Math.max(0, (1 + t) * rho - log1p(1 / t) + (budget - log1p(t)) / t);
}

export function truncatedConcentratedToApproximate(
  { rho, omega }: TruncatedConcentratedGuarantee,
  delta: number,
): ApproximateGuarantee {
  return approximate(truncatedConcentratedEpsilon({ rho, omega, delta }), delta);
}

/** rho a at the orders to omega, and nothing known beyond. */
export function truncatedConcentratedToRenyi(guarantee: TruncatedConcentratedGuarantee): RenyiGuarantee {
  const { rho, omega } = truncatedConcentrated(guarantee.rho, guarantee.omega);
  return {
    kind: "renyi",
    epsilonAt: (order) => {
      if (!(order > 1)) refuse("order", "above 1", order);
      return rho === 0 ? 0 : order <= omega ? rho * order : Infinity;
    },
  };
}

/** ln(1 - 1/a) at u = ln(a - 1), without cancellation on either side. */
function logShrink(u: number): number {
  return u >= 0 ? -log1p(exp(-u)) : u - log1p(exp(u));
}
