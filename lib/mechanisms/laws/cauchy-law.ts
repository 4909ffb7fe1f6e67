/**
 * The Cauchy law around a centre: density 1 / (pi scale (1 + z^2)) with z = (x - centre) / scale.
 *
 * The distribution function is 1/2 + arctan(z) / pi; the arctangent by halving the angle four times, arctan z = 2 arctan(z / (1 +
 * sqrt(1 + z^2))), and its Taylor series. Accuracy: absolute error below 1e-15.
 */
import { log, log1p } from "../../numerics/logarithm.ts";
import { refuse, requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

const HALVINGS = 4;
const TERMS = 8;

export function cauchyLaw(centre: number, scale: number): ContinuousLaw {
  requireFiniteData({ centre });
  requirePositive({ scale });
  const logPeak = -log(Math.PI) - log(scale);
  return continuousLaw({
    logDensity: (x) => {
      const z = Math.abs(x - centre) / scale;
      return logPeak - (z < 1e150 ? log1p(z * z) : 2 * log(z));
    },
    cdf: (x) => {
      const z = (x - centre) / scale;
      // Beyond 1 through the reciprocal, so that the lower tail keeps its digits.
      if (z < -1) return arctangent(-1 / z) / Math.PI;
      if (z > 1) return 1 - arctangent(1 / z) / Math.PI;
      return 0.5 + arctangent(z) / Math.PI;
    },
    kinks: [],
    range: [-Infinity, Infinity],
    centre,
    mean: () => refuse("the law", "one whose mean converges", "Cauchy's"),
    variance: () => refuse("the law", "one whose variance converges", "Cauchy's"),
  });
}

/** For |z| at most 1. */
function arctangent(z: number): number {
  let t = z;
  for (let i = 0; i < HALVINGS; i++) t /= 1 + Math.sqrt(1 + t * t);
  let sum = 0;
  for (let term = TERMS; term >= 0; term--) sum = 1 / (2 * term + 1) - t * t * sum;
  return 16 * t * sum;
}
