/**
 * The exponential mechanism on the linear loss -<w, x> over the unit ball, without drawing.
 *
 * The density at w is proportional to exp(pull t), t the coordinate of w along the mean of the records and pull the sharpness times the
 * length of that mean; t alone has a density proportional to exp(pull t) (1 - t^2)^((d - 1) / 2). The excess is the length times 1 - t.
 * With t the cosine of an angle, the mean of 1 - t is a quotient of two integrals of smooth functions.
 * Source: Bassily, Smith, Thakurta (2014), for the instance.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { sin } from "../../lib/numerics/trigonometry.ts";

interface LinearInstance {
  readonly dimension: number;
  /** The factor of the mean loss in the exponent. */
  readonly sharpness: number;
  /** The length of the mean of the records, at most 1. */
  readonly meanLength: number;
}

/** The mean excess risk. */
export function linearExcess({ dimension, sharpness, meanLength }: LinearInstance): number {
  return meanLength * meanFall(dimension, sharpness * meanLength);
}

/** The mean of 1 - t. */
export function meanFall(dimension: number, pull: number): number {
  const cosine = (2 * pull) / (dimension + Math.sqrt(dimension * dimension + 4 * pull * pull));
  const sine = Math.sqrt(1 - cosine * cosine); // of the angle where the weight is largest
  const fall = (angle: number) => 2 * sin(angle / 2) * sin(angle / 2);
  const weight = (angle: number) => exp(dimension * log(sin(angle) / sine) - pull * (fall(angle) - (1 - cosine)));
  const kinks = [0.5, 1, 2, 4, 8, 16].map((times) => times * sine);
  const range = { lower: 0, upper: Math.PI, kinks, relativeTolerance: 1e-11 };
  return integrate((angle) => fall(angle) * weight(angle), range).value / integrate(weight, range).value;
}
