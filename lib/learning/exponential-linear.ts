/**
 * Exponential mechanism for the linear loss on a ball, sampled exactly in any dimension.
 *
 * Theorem: the density proportional to exp(kappa <w, s>) on ||w|| <= R, with s the sum of y_i x_i and ||x_i|| <= 1, is
 * epsilon-differentially private for kappa = epsilon / (2 D), where a record moves <w, s> by at most D: 2 R if it is replaced
 * (`swap`), R if it is added or removed. With lambda = kappa n, the mean loss -<w, s> / n exceeds its minimum by at most d / lambda
 * on average: lambda^d times the integral of the density does not fall with lambda. In dimension 1 that is attained up to e^(-2
 * lambda R ||s||/n).
 * Method: t = <w, s> / (R ||s||) has a density proportional to e^(theta t) (1 - t^2)^((d-1)/2) with theta = kappa R ||s||, and what
 * is left of w is uniform in a ball of dimension d - 1 and radius R sqrt(1 - t^2). In u = 1 - t the factor (2 - u)^((d-1)/2) lies
 * below its tangent, as an exponential, at the mode: a Gamma proposal, accepted with probability above 1/3 whatever d and theta. In
 * dimension 1, by inversion.
 * Sources: McSherry, Talwar (FOCS 2007); Bassily, Smith, Thakurta (FOCS 2014), for the ball.
 * Limits: float64; for study.
 * @claim exp-mech-erm
 */

import { expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { oneOf, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, requireInteger, requireNonNegative, requirePositive } from "../numerics/requirements.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../privacy/loss/bounded-range-pld.ts";
import { continuousLaw } from "../privacy/loss/distribution.ts";
import type { ContinuousLaw, ProductLaw } from "../privacy/loss/law.ts";
import { drawGamma } from "../random/gamma.ts";
import { sampleBall } from "../random/sphere.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { type Dataset, NORM_SLACK, requireDataset, requireLabels, requireUnitNorms } from "./dataset.ts";
import { linearLoss } from "./loss.ts";

export const exponentialLinearParameters = withBudget(["pure"], {
  radius: positive,
  neighbours: oneOf("swap", "add-remove"),
});

export type ExponentialLinearParameters = ParametersOf<typeof exponentialLinearParameters>;

export interface ExponentialLinear extends MechanismWithLaw<Dataset, Float64Array, Stream, ProductLaw> {
  /** lambda: the density of n records is proportional to exp(-lambda times the mean loss). */
  sharpness(rows: number): number;
  /** d / lambda: a bound on the expected excess of the mean loss. */
  excessBound(rows: number, dimension: number): number;
}

export function exponentialLinear(parameters: ExponentialLinearParameters): ExponentialLinear {
  const { guarantee, radius, neighbours } = exponentialLinearParameters.read(parameters);
  const { epsilon } = guarantee;
  const range = (neighbours === "swap" ? 2 : 1) * radius * (1 + NORM_SLACK);
  const kappa = epsilon / (2 * range);
  requirePositive({ "epsilon / (2 range)": kappa });
  const sharpness = (rows: number) => {
    requireInteger({ rows }, 1);
    return kappa * rows;
  };
  const sumOf = (data: Dataset) => {
    requireDataset(data);
    requireUnitNorms(data);
    requireLabels(data, linearLoss);
    const sum = new Float64Array(data.columns);
    for (let i = 0, at = 0; i < data.rows; i++)
      for (let j = 0; j < data.columns; j++, at++) sum[j] += data.labels[i] * data.features[at];
    return sum;
  };
  return {
    name: "exponential-linear",
    neighbours,
    guarantee,
    sharpness,
    excessBound(rows, dimension) {
      requireInteger({ dimension }, 1);
      return dimension / sharpness(rows);
    },
    release(data, random) {
      const sum = sumOf(data);
      return sampleTiltedBall({ tilt: sum.map((s) => s * kappa), radius }, random);
    },
    law(data) {
      requireDataset(data);
      if (data.columns !== 1) refuse("data", "of one column", data.columns);
      return { kind: "product", coordinates: [tiltedIntervalLaw(sumOf(data)[0] * kappa, radius)] };
    },
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
  };
}

interface TiltedBallParameters {
  readonly tilt: Float64Array;
  readonly radius: number;
}

/** A point of density proportional to e^<tilt, w> on the ball ||w|| <= radius. */
export function sampleTiltedBall({ tilt, radius }: TiltedBallParameters, random: Stream): Float64Array {
  requirePositive({ radius });
  const dimension = tilt.length;
  const size = norm(tilt);
  requireNonNegative({ "the norm of the tilt times the radius": size * radius });
  const t = sampleTiltedCoordinate(dimension, size * radius, random);
  if (dimension === 1) return Float64Array.of(radius * (tilt[0] < 0 ? -t : t));
  // Uniform in the orthogonal ball, carried from the first axis to the tilt by the reflection that swaps the two.
  const rest = sampleBall(dimension - 1, random);
  const width = Math.sqrt((1 - t) * (1 + t));
  const point = new Float64Array(dimension);
  point[0] = radius * t;
  for (let j = 1; j < dimension; j++) point[j] = radius * width * rest[j - 1];
  if (size > 0) reflect(point, tilt, size);
  return point;
}

/** t in [-1, 1] of density proportional to e^(theta t) (1 - t^2)^((dimension - 1) / 2). */
function sampleTiltedCoordinate(dimension: number, theta: number, random: Stream): number {
  if (dimension === 1) {
    const uniform = sampleUniform(random);
    const fall = theta < 1e-9 ? 2 * uniform : -log1p(uniform * expm1(-2 * theta)) / theta;
    return 1 - Math.min(2, fall);
  }
  const power = (dimension - 1) / 2;
  // The mode of e^(-theta u) u^power (2 - u)^power: theta u (2 - u) = power (2 - 2 u).
  const [large, small] = theta > power ? [theta, power] : [power, theta];
  const root = large * Math.sqrt(1 + (small / large) * (small / large));
  const mode = (2 * power) / (theta + power + root);
  const rate = theta + power / (2 - mode);
  for (;;) {
    const u = drawGamma(power + 1, random) / rate;
    if (u >= 2) continue;
    const logShare = power * (log1p((mode - u) / (2 - mode)) + (u - mode) / (2 - mode));
    if (log(sampleUniform(random)) < logShare) return 1 - u;
  }
}

/** The mirror image that takes the first axis to the direction of the tilt. */
function reflect(point: Float64Array, tilt: Float64Array, size: number): void {
  // Along e_1 - tilt / size, whose first entry is computed without cancellation.
  let tail = 0;
  for (let j = 1; j < tilt.length; j++) tail += (tilt[j] / size) * (tilt[j] / size);
  const first = tilt[0] / size;
  const gap = first > 0 ? tail / (1 + first) : 1 - first;
  const square = gap * gap + tail;
  if (square === 0) return;
  let product = gap * point[0];
  for (let j = 1; j < tilt.length; j++) product -= (tilt[j] / size) * point[j];
  const factor = (2 * product) / square;
  point[0] -= factor * gap;
  for (let j = 1; j < tilt.length; j++) point[j] += factor * (tilt[j] / size);
}

/** The law of density proportional to e^(tilt w) on [-radius, radius]. */
export function tiltedIntervalLaw(tilt: number, radius: number): ContinuousLaw {
  const size = Math.abs(tilt);
  const scaled = size * radius;
  // log of the integral of e^(tilt w), less its largest exponent.
  const logTotal = scaled < 1e-9 ? log(2 * radius) - scaled : log(-expm1(-2 * scaled)) - log(size);
  const below = (x: number) =>
    scaled < 1e-9 ? (x + radius) / (2 * radius) : expm1(-size * (x + radius)) / expm1(-2 * scaled);
  return continuousLaw({
    logDensity: (x) => (Math.abs(x) > radius ? -Infinity : tilt * x - scaled - logTotal),
    cdf(x) {
      if (x <= -radius) return 0;
      if (x >= radius) return 1;
      return tilt <= 0 ? below(x) : 1 - below(-x);
    },
    kinks: [],
    range: [-radius, radius],
  });
}
