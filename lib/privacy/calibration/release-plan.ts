/**
 * A plan of releases: how many there are, of what share of the records, and what they may lose together. What calibrations have in common.
 *
 * Theorem (sampling): with Poisson sampling at rate q and the relation `add-remove`, one release has
 * delta(log(1 + q (e^epsilon - 1))) = q delta'(epsilon), delta' that of the mechanism without sampling; a target turns into one without
 * sampling. Without any noise the releases have delta = 1 - (1 - q)^times at every epsilon: a delta above this needs none.
 * Source: Balle, Barthe, Gaboardi (NeurIPS 2018), theorem 8.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { refuse, requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { type GaussianTarget, gaussianMuFor } from "./gaussian-calibration.ts";

export interface ReleasePlan {
  readonly epsilon: number;
  readonly delta: number;
  /** How many releases there are. */
  readonly times: number;
  /** The probability with which each record enters a release; 1 for all records. */
  readonly samplingRate: number;
  /** How near to epsilon a certified answer comes, relative to it: 1e-5. */
  readonly tolerance?: number | undefined;
}

/** A plan for noise on a query. */
export interface NoisePlan extends ReleasePlan {
  /** Largest distance of the answers on neighbours. */
  readonly sensitivity: number;
}

export function requirePlan(plan: ReleasePlan): void {
  const { epsilon, delta, times, samplingRate } = plan;
  requirePositive({ epsilon });
  if (delta !== 0) requireOpenProbability({ delta });
  requireInteger({ times }, 1);
  if (!(samplingRate > 0 && samplingRate <= 1)) refuse("samplingRate", "above 0 and at most 1", samplingRate);
  const silent = -expm1(times * log1p(-samplingRate));
  if (delta >= silent) refuse("delta", `below 1 - (1 - samplingRate)^times = ${silent}, which needs no noise`, delta);
}

/** What one release without sampling may lose for one with sampling to meet its target. */
export function withoutSampling({ epsilon, delta, samplingRate }: ReleasePlan): GaussianTarget {
  if (samplingRate === 1) return { epsilon, delta };
  return { epsilon: log1p(expm1(epsilon) / samplingRate), delta: delta / samplingRate };
}

/** A mu for each release that about meets the target: by the central limit, or as if each were alone. */
export function startingMu(plan: ReleasePlan): number {
  const { epsilon, delta, times, samplingRate } = plan;
  const all = gaussianMuFor({ epsilon, delta: Math.min(delta, 0.5) }) / Math.sqrt(times);
  return samplingRate === 1 ? all : Math.sqrt(log1p((all / samplingRate) * (all / samplingRate)));
}
