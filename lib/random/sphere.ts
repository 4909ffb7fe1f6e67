/**
 * Uniform points on the unit sphere and in the unit ball of R^d.
 *
 * A normal vector over its length is uniform on the sphere (Muller 1959), d words a point; times U^(1/d), uniform in the ball, d + 1
 * words a point. On the sphere each coordinate has mean 0 and variance 1/d, in the ball 1/(d + 2). In dimension 1 the sphere is {-1, 1}.
 */
import { exp } from "../numerics/exponential.ts";
import { integer } from "../numerics/parameters.ts";
import { requireArray } from "./batch.ts";
import { fillNormals } from "./normal.ts";
import type { Stream } from "./stream.ts";
import { drawExponential, drawNormal } from "./ziggurat.ts";

/** Shorter rows are drawn one by one, which costs less than a call of the kernel. */
const SHORT = 32;
/** Of a vector, at most 2^27. */
export const dimension = integer(1, 134217728);

export function sampleSphere(dimension: number, random: Stream): Float64Array {
  requireDimension(dimension);
  return fillDirection(new Float64Array(dimension), 1, random);
}

/** Fills `out` with the coordinates of one point after another; its length is a multiple of the dimension. */
export function fillSphere(dimension: number, out: Float64Array, random: Stream): Float64Array {
  return fillPoints(dimension, out, (point) => fillDirection(point, 1, random));
}

export function sampleBall(dimension: number, random: Stream): Float64Array {
  requireDimension(dimension);
  return fillBallPoint(new Float64Array(dimension), random);
}

/** Fills `out` with the coordinates of one point after another; its length is a multiple of the dimension. */
export function fillBall(dimension: number, out: Float64Array, random: Stream): Float64Array {
  return fillPoints(dimension, out, (point) => fillBallPoint(point, random));
}

/** Fills a point with a vector of the given length in a uniform direction. */
export function fillDirection(point: Float64Array, length: number, random: Stream): Float64Array {
  if (point.length < SHORT) for (let i = 0; i < point.length; i++) point[i] = drawNormal(random);
  else fillNormals(0, 1, point, random);
  return rescale(point, length);
}

/** Calls `draw` for each point of `out`. */
export function fillPoints(dimension: number, out: Float64Array, draw: (point: Float64Array) => void): Float64Array {
  requireDimension(dimension);
  requireArray(out, dimension);
  for (let at = 0; at < out.length; at += dimension) draw(out.subarray(at, at + dimension));
  return out;
}

function fillBallPoint(point: Float64Array, random: Stream): Float64Array {
  fillDirection(point, 1, random);
  const radius = exp(-drawExponential(random) / point.length);
  for (let i = 0; i < point.length; i++) point[i] *= radius;
  return point;
}

function rescale(point: Float64Array, length: number): Float64Array {
  let sum = 0;
  for (let i = 0; i < point.length; i++) sum += point[i] * point[i];
  if (sum === 0)
    point[0] = length; // less likely than 2^-53, in dimension 1 alone
  else {
    const norm = Math.sqrt(sum);
    for (let i = 0; i < point.length; i++) point[i] = (point[i] / norm) * length; // exactly the length in dimension 1
  }
  return point;
}

function requireDimension(value: number): void {
  dimension.read(value, "dimension");
}
