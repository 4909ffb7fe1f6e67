/**
 * Central-limit estimate for Poisson-subsampled Gaussian noise: the mu that many steps approach. NOT an upper bound.
 *
 * Theorem: as steps grow and rate sqrt(steps) stays fixed, the trade-off curve tends to that of mu = rate sqrt(steps (e^(1/sigma^2) - 1)).
 * Source: Bu, Dong, Long, Su (2020), "Deep learning with Gaussian differential privacy".
 * Limits: at any finite number of steps the truth may be worse: at sigma 1.5, rate 0.04, 2250 steps and delta 1e-5 the estimate is
 * 6.6016 and the exact epsilon 6.7688. It is a number, not a guarantee, and nothing here turns it into one.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { declare, integer, type ParametersOf, positive, probability } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";

export const subsampledSteps = declare({ noiseMultiplier: positive, samplingRate: probability, times: integer(0) });

export interface SubsampledSteps extends ParametersOf<typeof subsampledSteps> {}

export function centralLimitMuEstimate(parameters: SubsampledSteps): number {
  const { noiseMultiplier, samplingRate, times } = subsampledSteps.read(parameters);
  const mu = samplingRate * Math.sqrt(times * expm1(1 / (noiseMultiplier * noiseMultiplier)));
  return mu < Infinity ? mu : refuse("noiseMultiplier", "large enough for a finite estimate", noiseMultiplier);
}
