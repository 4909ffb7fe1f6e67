/**
 * The delta of planar noise at two places, at an epsilon, by its definition: the integral over the plane of (P - e^epsilon Q)+, row by
 * row, for densities e^-r / (2 pi) around (0, 0) and (distance, 0).
 */
import { exp } from "../numerics/exponential.ts";
import { integrate } from "../numerics/quadrature.ts";

/** To six digits, for distances up to 8. */
export function planarDelta(distance: number, epsilon: number): number {
  const row = (y: number) => {
    const radius = (x: number) => Math.sqrt(x * x + y * y);
    return integrate((x) => Math.max(0, exp(-radius(x)) - exp(epsilon - radius(x - distance))) / (2 * Math.PI), {
      lower: -40,
      upper: distance / 2,
      kinks: [0, -1, -5, -15],
      relativeTolerance: 1e-8,
      absoluteTolerance: 1e-14,
    }).value;
  };
  const half = { lower: 0, upper: 40, kinks: [0.3, 1, 5, 15], relativeTolerance: 1e-7, absoluteTolerance: 1e-13 };
  return 2 * integrate(row, half).value;
}
