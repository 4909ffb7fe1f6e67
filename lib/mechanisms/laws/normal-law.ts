/**
 * The normal law with a mean and a standard deviation.
 */
import { log } from "../../numerics/logarithm.ts";
import { logNormalDensity, normalCdf } from "../../numerics/normal.ts";
import { normalQuantile } from "../../numerics/normal-quantile.ts";
import { requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

export function normalLaw(mean: number, sigma: number): ContinuousLaw {
  requireFiniteData({ mean });
  requirePositive({ sigma });
  const logDeviation = log(sigma);
  return continuousLaw({
    family: { kind: "normal", centre: mean, scale: sigma },
    logDensity: (x) => logNormalDensity((x - mean) / sigma) - logDeviation,
    cdf: (x) => normalCdf((x - mean) / sigma),
    kinks: [],
    range: [-Infinity, Infinity],
    centre: mean,
    variance: () => sigma * sigma,
    quantile: (probability) => mean + sigma * normalQuantile(probability),
  });
}
