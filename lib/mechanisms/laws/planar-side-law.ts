/**
 * On which side of two places planar Laplace noise falls: a number from -1, beyond the second, to 1, beyond the first.
 *
 * It tells all that a release says about which of the two places was the truth: the log-ratio of their densities is
 * epsilon 2 w / (1 + w^2), with epsilon their distance in scales.
 * Method: density in closed form (`planar-laplace-pld.ts`), distribution function by quadrature.
 * Source and limits: as there.
 */
import { log } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { planarSideDensity, sideAt } from "../../privacy/loss/planar-laplace-pld.ts";

export type Place = readonly [number, number];

export function planarDistance(first: Place, second: Place): number {
  const [x, y] = [first[0] - second[0], first[1] - second[1]];
  const large = Math.max(Math.abs(x), Math.abs(y));
  if (large === 0) return 0;
  return large * Math.sqrt((x / large) * (x / large) + (y / large) * (y / large));
}

/** w of a released place. */
export function planarSide(first: Place, second: Place, released: Place): number {
  const apart = planarDistance(released, second) - planarDistance(released, first);
  return sideAt(apart / planarDistance(first, second));
}

/** The law of w around the first or the second of two places. */
export function planarSideLaw(epsilon: number, truth: "first" | "second"): ContinuousLaw {
  const density = planarSideDensity(epsilon);
  const upTo = (w: number) => integrate(density, { lower: -1, upper: w, relativeTolerance: 1e-12 }).value;
  const sign = truth === "first" ? 1 : -1;
  return continuousLaw({
    logDensity: (w) => (w >= -1 && w <= 1 ? log(density(sign * w)) : -Infinity),
    cdf: (w) => {
      if (w <= -1) return 0;
      if (w >= 1) return 1;
      return sign === 1 ? upTo(w) : 1 - upTo(-w);
    },
    kinks: [-1, 1],
    range: [-1, 1],
  });
}
