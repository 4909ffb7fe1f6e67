/**
 * What a zero-concentrated guarantee implies: approximate (two ways) and Renyi; and the rho that a target allows.
 *
 * Theorems: rho-zCDP is (epsilon, delta)-private for the least, over orders a > 1, of
 * delta = e^((a-1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1) (Canonne, Kamath, Steinke 2020, corollary 13), the tight way;
 * and for epsilon = rho + 2 sqrt(rho ln(1/delta)) (Bun, Steinke 2016, proposition 1.3), the classic one. D_a <= a rho by definition.
 * Method: the tight way is that of `truncated-concentrated-conversions.ts` without a largest order.
 * Accuracy: delta within 1e-12 and epsilon within 1e-14 relative; rho is rounded down.
 * Limits: epsilon at delta 0 is refused for rho above 0: no finite one exists.
 * @example
 * ```ts
 * import { convert, zeroConcentrated } from "epsilab";
 * convert(zeroConcentrated(0.5), { to: "approximate", delta: 1e-5 }).epsilon; // => 4.7283...
 * ```
 * @claim zcdp
 */
import { log } from "../../numerics/logarithm.ts";
import { lowerUntil } from "../../numerics/outward-rounding.ts";
import { declare, nonNegative, openProbability, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireNonNegative, requireOpenProbability } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
} from "../guarantees/guarantee.ts";
import { truncatedConcentratedDelta, truncatedConcentratedEpsilon } from "./truncated-concentrated-conversions.ts";

export function zeroConcentratedDelta({ rho, epsilon }: { readonly rho: number; readonly epsilon: number }): number {
  return truncatedConcentratedDelta({ rho, omega: Infinity, epsilon });
}

export function zeroConcentratedEpsilon({ rho, delta }: { readonly rho: number; readonly delta: number }): number {
  return truncatedConcentratedEpsilon({ rho, omega: Infinity, delta });
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

export const rhoTarget = declare({ epsilon: nonNegative, delta: openProbability });

/** The largest rho that is (epsilon, delta)-private by the tight way. */
export function zeroConcentratedRhoFor(target: ParametersOf<typeof rhoTarget>): number {
  const { epsilon, delta } = rhoTarget.read(target);
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
export function zeroConcentratedRhoForClassic(target: ParametersOf<typeof rhoTarget>): number {
  const { epsilon, delta } = rhoTarget.read(target);
  const root = epsilon / (Math.sqrt(epsilon - log(delta)) + Math.sqrt(-log(delta)));
  return Math.min(epsilon, root * root);
}
