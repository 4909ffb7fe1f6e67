/**
 * One step of the sampled Gaussian: the law with the record, a mixture, over the normal law without it. The sensitivity is 1.
 */
import { expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";

export interface SampledNoise {
  readonly noiseMultiplier: number;
  /** 1 is no sampling. */
  readonly samplingRate: number;
}

/** log of (1 - rate) + rate e^((x - 1/2) / noise^2), the ratio of the mixture to the normal law. */
export function mixtureRatio({ noiseMultiplier, samplingRate }: SampledNoise, x: number): number {
  const whole = (x - 0.5) / (noiseMultiplier * noiseMultiplier);
  if (samplingRate === 1) return whole;
  return whole > 600 ? whole + log(samplingRate) : log1p(samplingRate * expm1(whole));
}
