/**
 * Moments of a law around its centre, by quadrature of its density.
 *
 * Theorem: E |X - centre|^order is the integral of |x - centre|^order times the density; for symmetric laws twice that of one side.
 * Limits: for laws with a known centre (Laplace, normal). The variable is scaled by the spread, so that the quadrature sees a density of
 * size 1.
 */
import { exp } from "../numerics/exponential.ts";
import { integrate } from "../numerics/quadrature.ts";

/** A density with its centre and spread; that of a law of the library is one. */
interface CentredDensity {
  readonly family?: { readonly centre: number; readonly scale: number };
  logDensity(x: number): number;
}

export function absoluteMoment({ family, logDensity }: CentredDensity, order: 1 | 2): number {
  if (family === undefined) throw new RangeError("a law must have a centre and a scale, got one without a family");
  const { centre, scale } = family;
  const side = (sign: 1 | -1) =>
    integrate((u) => (order === 1 ? u : u * u) * exp(logDensity(centre + sign * scale * u)) * scale, {
      lower: 0,
      upper: Infinity,
      relativeTolerance: 1e-12,
    }).value;
  return (order === 1 ? scale : scale * scale) * (side(1) + side(-1));
}
