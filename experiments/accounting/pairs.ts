/**
 * The pairs of laws whose divergences are checked: the densities of the mechanisms, with noise of this many times the sensitivity.
 */
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import type { RatioDensity } from "../../lib/oracles/renyi-quadrature.ts";
import { mixtureRatio, type SampledNoise as SampledStep } from "../../lib/oracles/sampled-noise.ts";

export interface SampledNoise {
  readonly noise: number;
  /** 1 is no sampling. */
  readonly rate: number;
}

/** As the library names it. */
export function stepOf({ noise, rate }: SampledNoise): SampledStep {
  return { noiseMultiplier: noise, samplingRate: rate };
}

/** Of the mixture with the record from the normal law without it, at an order: the integrand peaks at 0 and at the order. */
export function mixtureFromNormal(parameters: SampledNoise, order: number): RatioDensity {
  const { noise } = parameters;
  const step = stepOf(parameters);
  const { logDensity } = normalLaw(0, noise);
  const around = [-6, -2, 0, 2, 6].map((t) => t * noise);
  return {
    logRatio: (x) => mixtureRatio(step, x),
    logBase: logDensity,
    from: -12 * noise,
    to: order + 12 * noise,
    kinks: [...around, 0.5, 1, ...around.map((t) => order + t)],
  };
}

/** The other way round: of the normal law from the mixture. */
export function normalFromMixture(parameters: SampledNoise, order: number): RatioDensity {
  const { noise } = parameters;
  const step = stepOf(parameters);
  const { logDensity } = normalLaw(0, noise);
  const around = [-6, -2, 0, 2, 6].map((t) => t * noise);
  return {
    logRatio: (x) => -mixtureRatio(step, x),
    logBase: (x) => logDensity(x) + mixtureRatio(step, x),
    from: 1 - order - 12 * noise,
    to: 1 + 12 * noise,
    kinks: [...around, 1, ...around.map((t) => 1 - order + t)],
  };
}

/** Of Laplace noise around 1 from that around 0. */
export function laplaceFromLaplace(scale: number): RatioDensity {
  const [first, second] = [laplaceLaw(1, scale), laplaceLaw(0, scale)];
  return {
    logRatio: (x) => first.logDensity(x) - second.logDensity(x),
    logBase: second.logDensity,
    from: -40 * scale,
    to: 1 + 40 * scale,
    kinks: [-3 * scale, 0, 1, 1 + 3 * scale],
  };
}
