/**
 * Ball noise: density proportional to exp(-||g||_2 / scale) on R^d, the noise of a query whose sensitivity is measured in the
 * Euclidean norm.
 *
 * A uniform direction times a radius from Gamma(d, scale), about d + 2 words a point: E ||g|| = d scale, E ||g||^2 = d (d + 1) scale^2,
 * covariance (d + 1) scale^2 times the identity. In dimension 1 it is the Laplace distribution.
 * Source: Chaudhuri, Monteleoni, Sarwate (2011), JMLR 12. Limits: float64 noise leaks its input in the low-order bits (Mironov
 * 2012); for study.
 */
import { declare, type ParametersOf, scale } from "../numerics/parameters.ts";
import { drawGamma } from "./gamma.ts";
import { dimension, fillDirection, fillPoints } from "./sphere.ts";
import type { Stream } from "./stream.ts";

export const ballNoiseParameters = declare({ dimension, scale });

export interface BallNoiseParameters extends ParametersOf<typeof ballNoiseParameters> {}

export function sampleBallNoise(parameters: BallNoiseParameters, random: Stream): Float64Array {
  const { dimension, scale } = ballNoiseParameters.read(parameters);
  return fillNoise(new Float64Array(dimension), scale, random);
}

/** Fills `out` with the coordinates of one point after another; its length is a multiple of the dimension. */
export function fillBallNoise(parameters: BallNoiseParameters, out: Float64Array, random: Stream): Float64Array {
  const { dimension, scale } = ballNoiseParameters.read(parameters);
  return fillPoints(dimension, out, (point) => fillNoise(point, scale, random));
}

function fillNoise(point: Float64Array, scale: number, random: Stream): Float64Array {
  return fillDirection(point, drawGamma(point.length, random) * scale, random);
}
