/**
 * Privacy profile of Laplace noise: the exact delta at an epsilon, and the exact epsilon at a delta.
 *
 * Theorem: with `pureEpsilon` = sensitivity / scale the least delta at epsilon is 1 - e^((epsilon - pureEpsilon) / 2) for
 * |epsilon| <= pureEpsilon, 0 above, and 1 - e^epsilon below.
 * Source: Balle, Barthe, Gaboardi (NeurIPS 2018; hockey-stick divergence of Laplace noise).
 * Accuracy: that of expm1 and log1p, 1e-15 relative.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { raiseUntil } from "../../numerics/outward-rounding.ts";
import { declare, finite, nonNegative, type ParametersOf, probability } from "../../numerics/parameters.ts";

export const laplaceProfilePoint = declare({
  epsilon: finite,
  /** Sensitivity over scale: the epsilon at which delta is 0. */
  pureEpsilon: nonNegative,
});

export interface LaplaceProfilePoint extends ParametersOf<typeof laplaceProfilePoint> {}

export const laplaceDeltaTarget = declare({ delta: probability, pureEpsilon: nonNegative });

export interface LaplaceDeltaTarget extends ParametersOf<typeof laplaceDeltaTarget> {}

export function laplaceDelta(point: LaplaceProfilePoint): number {
  const { epsilon, pureEpsilon } = laplaceProfilePoint.read(point);
  if (epsilon >= pureEpsilon) return 0;
  return epsilon <= -pureEpsilon ? -expm1(epsilon) : -expm1((epsilon - pureEpsilon) / 2);
}

/** The least epsilon, at least 0, for which the noise is (epsilon, delta)-private. */
export function laplaceEpsilon(target: LaplaceDeltaTarget): number {
  const { delta, pureEpsilon } = laplaceDeltaTarget.read(target);
  if (delta === 1) return 0;
  const root = Math.max(0, pureEpsilon + 2 * log1p(-delta));
  return raiseUntil(root, (epsilon) => laplaceDelta({ epsilon, pureEpsilon }) <= delta);
}
