/**
 * The Laplace law around a centre: density exp(-|x - centre| / scale) / (2 scale).
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

export function laplaceLaw(centre: number, scale: number): ContinuousLaw {
  requireFiniteData({ centre });
  requirePositive({ scale });
  const logPeak = -log(2) - log(scale);
  const quantile = (probability: number) =>
    probability <= 0.5 ? centre + scale * log(2 * probability) : centre - scale * log(2 * (1 - probability));
  return continuousLaw({
    family: { kind: "laplace", centre, scale },
    logDensity: (x) => logPeak - Math.abs(x - centre) / scale,
    cdf: (x) => (x <= centre ? exp((x - centre) / scale) / 2 : 1 - exp((centre - x) / scale) / 2),
    kinks: [centre],
    range: [-Infinity, Infinity],
    centre,
    variance: () => 2 * scale * scale,
    quantile,
  });
}
