/**
 * The normal law with a mean and a standard deviation.
 */
import { log } from "../../numerics/logarithm.ts";
import { logNormalDensity, normalCdf } from "../../numerics/normal.ts";
import { requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

export function normalLaw(mean: number, sigma: number): ContinuousLaw {
  requireFiniteData({ mean });
  requirePositive({ sigma });
  const logDeviation = log(sigma);
  return {
    kind: "continuous",
    family: { kind: "normal", centre: mean, scale: sigma },
    logDensity: (x) => logNormalDensity((x - mean) / sigma) - logDeviation,
    cumulative: (x) => normalCdf((x - mean) / sigma),
    kinks: [],
    range: [-Infinity, Infinity],
  };
}
