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
import {
  count,
  declare,
  type Given,
  openProbability,
  optional,
  type ParametersOf,
  positive,
  positiveProbability,
  probabilityBelowOne,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { type GaussianTarget, gaussianMuFor } from "./gaussian-calibration.ts";

/** Releases with a target, which may be pure. */
export const RELEASES = {
  epsilon: positive,
  delta: probabilityBelowOne,
  /** How many releases there are. */
  times: count,
  /** The probability with which each record enters a release; 1 for all records. */
  samplingRate: positiveProbability,
  /** How near to epsilon a certified answer comes, relative to it. */
  tolerance: optional(openProbability, 1e-5),
};

export interface ReleasePlan extends Given<typeof RELEASES> {}

export function requireNoise({ delta, times, samplingRate }: Omit<ReleasePlan, "tolerance">): void {
  const silent = -expm1(times * log1p(-samplingRate));
  if (delta >= silent) refuse("delta", `below 1 - (1 - samplingRate)^times = ${silent}, which needs no noise`, delta);
}

/** A plan for noise on a query: `sensitivity` is the largest distance of the answers on neighbours. */
export const noisePlan = declare({ ...RELEASES, sensitivity: positive }, requireNoise);

/** The same for noise that needs a delta. */
export const approximateNoisePlan = declare({ ...noisePlan.declared, delta: openProbability }, requireNoise);

export interface NoisePlan extends ParametersOf<typeof noisePlan> {}

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
