/**
 * The Laplace law around a centre: density exp(-|x - centre| / scale) / (2 scale).
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

export function laplaceLaw(centre: number, scale: number): ContinuousLaw {
  requireFiniteData({ centre });
  requirePositive({ scale });
  const logPeak = -log(2) - log(scale);
  return {
    kind: "continuous",
    family: { kind: "laplace", centre, scale },
    logDensity: (x) => logPeak - Math.abs(x - centre) / scale,
    cumulative: (x) => (x <= centre ? exp((x - centre) / scale) / 2 : 1 - exp((centre - x) / scale) / 2),
    kinks: [centre],
    range: [-Infinity, Infinity],
  };
}
