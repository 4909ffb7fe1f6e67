/**
 * Direction alignment: how well the output of a mechanism can point in a secret direction that it saw through pure privacy.
 *
 * Theorem: let v be uniform on the unit sphere in d dimensions and let the outputs for any two directions have densities within a
 * factor L of each other. Then given any output the mean of v has at most the length g, the root of g = (L - 1) E(t - g)_+, t a
 * coordinate of v. Proof: given the output w the density over v lies between c and L c, and <u, v> has the largest mean if it is L
 * c on a cap, whose share of the sphere is chosen best; setting the derivative to 0 gives the equation. It is attained by releasing
 * a cap that holds v with the larger probability. In one dimension g = (L - 1) / (L + 1).
 * Method: the tail as a quotient of integrals over the angle, the root by Brent's method; g is rounded up by 1e-9.
 * Limits: up to 10 000 dimensions and ln L up to 1e6; our own derivation.
 */
import { exp } from "../numerics/exponential.ts";
import { logGamma } from "../numerics/log-gamma.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { findRoot } from "../numerics/root.ts";
import { cos, sin } from "../numerics/trigonometry.ts";

const SLACK = 1e-9;

/** An upper bound of g, from the logarithm of L. */
export function directionAlignment(dimension: number, logRatio: number): number {
  if (!(logRatio > 0)) return 0;
  const logGain = logRatio > 40 ? logRatio : log(exp(logRatio) - 1);
  // In the angle of g: from a quarter turn, where g is 0, to 0.
  const excess = (angle: number) => logGain + logTail(dimension, angle) - log(cos(angle));
  let lower = 1;
  while (lower > 1e-7 && excess(lower) > 0) lower /= 2;
  if (excess(lower) > 0) return 1;
  const upper = Math.PI / 2 - 1e-12;
  if (excess(upper) < 0) return cos(upper);
  const angle = findRoot(excess, { lower, upper, tolerance: 1e-12 });
  return Math.min(1, cos(angle) + SLACK);
}

/** ln E(t - cos(angle))_+. */
function logTail(dimension: number, angle: number): number {
  const height = cos(angle);
  if (dimension === 1) return log((1 - height) / 2);
  const power = dimension - 2;
  const top = sin(angle);
  const width = Math.min(angle, angle / (1 + power * (angle > 1 ? 0.3 : 1)));
  // cos(x) - cos(angle), without cancellation.
  const rise = (x: number) => 2 * sin((angle + x) / 2) * sin((angle - x) / 2);
  const weight = (x: number) => (power === 0 ? 1 : exp(power * log(sin(x) / top)));
  const { value } = integrate((x) => (x <= 0 ? (power === 0 ? rise(0) : 0) : rise(x) * weight(x)), {
    lower: 0,
    upper: angle,
    kinks: [angle - 30 * width, angle - 8 * width, angle - 2 * width],
    relativeTolerance: 1e-10,
  });
  const scale = logGamma(dimension / 2) - logGamma((dimension - 1) / 2) - log(Math.PI) / 2;
  return scale + power * log(top) + log(value);
}
