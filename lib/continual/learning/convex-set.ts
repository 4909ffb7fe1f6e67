/**
 * Convex sets that online learning stays in: a Euclidean ball or a box, with the nearest point of the set to any point.
 *
 * The projection onto a ball pulls a point outside along the ray to the centre, that onto a box clamps each coordinate; both are the unique
 * nearest point, leave the set's own points alone, and move two points no farther apart. `lowest` is where a linear function is least on
 * the set, which bounds how far any convex function is from its minimum there (Frank, Wolfe 1956).
 * Accuracy: a box is exact. A point pulled onto a ball is right to a few units in the last place and never measured outside, so that
 * projecting twice changes nothing.
 * Limits: sets are bounded. Coordinates and sizes are at most 1e300, so that no norm overflows.
 * @example
 * ```ts
 * import { euclideanBall } from "epsilab/continual";
 * euclideanBall({ centre: [0, 0], radius: 1 }).project([3, 4]); // => Float64Array(2) [0.6..., 0.8...]
 * ```
 */
import { declare, listOf, made, number, type ParametersOf, scale } from "../../numerics/parameters.ts";
import { isWithin, LARGEST_SCALE, refuse, refuseData, requireList } from "../../numerics/requirements.ts";
import { norm } from "../../numerics/smooth-objective.ts";

export interface ConvexSet {
  readonly dimension: number;
  /** The largest distance of two of its points. */
  readonly diameter: number;
  /** The nearest point of the set, a fresh array unless `out` is given, which may be the point itself. */
  project(point: ArrayLike<number>, out?: Float64Array): Float64Array;
  contains(point: ArrayLike<number>): boolean;
  /** A point of the set at which the inner product with `direction` is least. */
  lowest(direction: ArrayLike<number>): Float64Array;
}

/** A convex set, as a parameter. */
export const anyConvexSet = made<ConvexSet>((set, name) => {
  if (typeof set !== "object" || set === null || typeof set.project !== "function")
    refuse(name, "a convex set such as euclideanBall(...) or box(...)", set);
});

/** Beyond it a norm may overflow. */
const COORDINATE = {
  expected: `a number between -${LARGEST_SCALE} and ${LARGEST_SCALE}`,
  least: -LARGEST_SCALE,
  most: LARGEST_SCALE,
};

const corner = listOf(number(COORDINATE));

export const euclideanBallParameters = declare({ centre: corner, radius: scale });

export interface EuclideanBallParameters extends ParametersOf<typeof euclideanBallParameters> {}

const boxParameters = declare({ lower: corner, upper: corner }, ({ lower, upper }) => {
  requireList("upper", upper, lower.length);
  for (let j = 0; j < lower.length; j++)
    if (!(upper[j] >= lower[j])) refuse(`upper[${j}]`, `at least lower[${j}] = ${lower[j]}`, upper[j]);
});

export interface BoxParameters extends ParametersOf<typeof boxParameters> {}

/** All points within `radius` of `centre`. */
export function euclideanBall(parameters: EuclideanBallParameters): ConvexSet {
  const { radius, ...given } = euclideanBallParameters.read(parameters);
  const centre = Float64Array.from(given.centre);
  const dimension = centre.length;
  const offset = new Float64Array(dimension);
  const distance = (point: ArrayLike<number>) => {
    for (let j = 0; j < dimension; j++) offset[j] = point[j] - centre[j];
    return norm(offset);
  };
  return {
    dimension,
    diameter: 2 * radius,
    project: (point, out = new Float64Array(dimension)) => {
      requirePoint("point", point, dimension);
      requireRoom(out, dimension);
      const from = Float64Array.from(point);
      const far = distance(from);
      out.set(from);
      if (far <= radius) return out;
      // Rounding may leave the result a little outside: shrink until it is measured inside, at the latest at the centre.
      for (let shrink = 0; ; shrink = 2 * shrink + Number.EPSILON) {
        const factor = Math.max(0, 1 - shrink) * (radius / far);
        for (let j = 0; j < dimension; j++) out[j] = centre[j] + (from[j] - centre[j]) * factor;
        if (distance(out) <= radius) return out;
      }
    },
    contains: (point) => {
      requirePoint("point", point, dimension);
      return distance(point) <= radius;
    },
    lowest: (direction) => {
      requirePoint("direction", direction, dimension);
      const length = norm(Float64Array.from(direction));
      if (length === 0) return Float64Array.from(centre);
      return centre.map((middle, j) => middle - (direction[j] / length) * radius);
    },
  };
}

/** All points between `lower` and `upper` in every coordinate. */
export function box(parameters: BoxParameters): ConvexSet {
  const given = boxParameters.read(parameters);
  const [lower, upper] = [Float64Array.from(given.lower), Float64Array.from(given.upper)];
  const dimension = lower.length;
  return {
    dimension,
    diameter: norm(upper.map((end, j) => end - lower[j])),
    project: (point, out = new Float64Array(dimension)) => {
      requirePoint("point", point, dimension);
      requireRoom(out, dimension);
      for (let j = 0; j < dimension; j++) out[j] = Math.min(upper[j], Math.max(lower[j], point[j]));
      return out;
    },
    contains: (point) => {
      requirePoint("point", point, dimension);
      return lower.every((least, j) => point[j] >= least && point[j] <= upper[j]);
    },
    lowest: (direction) => {
      requirePoint("direction", direction, dimension);
      return lower.map((least, j) => (direction[j] > 0 ? least : upper[j]));
    },
  };
}

/** Refuses a point of another dimension, or with a coordinate that is no number of a size that occurs, without showing it. */
export function requirePoint(name: string, point: ArrayLike<number>, dimension: number): void {
  requireList(name, point, dimension);
  for (let j = 0; j < dimension; j++)
    if (!isWithin(COORDINATE, point[j])) refuseData(`${name}[${j}]`, COORDINATE.expected);
}

function requireRoom(out: Float64Array, dimension: number): void {
  if (!(out instanceof Float64Array) || out.length !== dimension)
    refuse("out", `a Float64Array of length ${dimension}`, out);
}
