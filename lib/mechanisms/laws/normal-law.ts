/**
 * The normal law with a mean and a standard deviation.
 */
import { log } from "../../numerics/logarithm.ts";
import { logNormalDensity, normalCdf } from "../../numerics/normal.ts";
import { requireFinite, requirePositive } from "../../numerics/requirements.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

export function normalLaw(mean: number, deviation: number): ContinuousLaw {
  requireFinite({ mean });
  requirePositive({ deviation });
  const logDeviation = log(deviation);
  return {
    kind: "continuous",
    family: { kind: "normal", centre: mean, scale: deviation },
    logDensity: (x) => logNormalDensity((x - mean) / deviation) - logDeviation,
    cumulative: (x) => normalCdf((x - mean) / deviation),
    kinks: [],
    range: [-Infinity, Infinity],
  };
}
