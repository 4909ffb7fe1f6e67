/**
 * Noisy descent: the loop that private gradient methods share. Start at 0; in each step add Gaussian noise to the clipped
 * gradients, then the gradient of the penalty, which no record touches and nothing clips; step against it, and project onto a ball.
 *
 * w <- Proj(w - eta ((clipped sum + noise) / divisor + Lambda w)). Both iterates that theorems speak of come out: the last, w_T, and the
 * average of w_0, ..., w_(T-1), which is the sum over T and not the sum alone.
 */
import { count, type Declared, type Given, nonNegative, positiveOrInfinite } from "../numerics/parameters.ts";
import { requirePositive } from "../numerics/requirements.ts";
import { fillNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";

/** What every descent takes. */
export const DESCENT = {
  /** Lambda: the penalty is (Lambda/2) ||w||^2. */
  regularisation: nonNegative,
  steps: count,
  /** Of the ball around 0 that the weights stay in; Infinity for all of space. */
  radius: positiveOrInfinite,
} satisfies Declared;

export interface DescentParameters extends Given<typeof DESCENT> {}

interface DescentLoop extends DescentParameters {
  readonly dimension: number;
  readonly stepSize: number;
  /** What the noisy sum is divided by. */
  readonly divisor: number;
  /** Of the noise on the sum, in each coordinate. */
  readonly sigma: number;
}

export interface Descent {
  /** Of w_0, ..., w_(T-1). */
  readonly average: Float64Array;
  /** w_T. */
  readonly last: Float64Array;
}

/** Writes the sum of clipped gradients at the weights. */
type GradientSource = (weights: Float64Array, sum: Float64Array) => void;

export function noisyDescent(loop: DescentLoop, addGradients: GradientSource, random: Stream): Descent {
  const { dimension, steps, stepSize, regularisation, radius, divisor, sigma } = loop;
  requirePositive({ stepSize, divisor, sigma });
  const last = new Float64Array(dimension);
  const average = new Float64Array(dimension);
  const sum = new Float64Array(dimension);
  const noise = new Float64Array(dimension);
  for (let step = 0; step < steps; step++) {
    addGradients(last, sum);
    fillNormal({ mean: 0, sigma }, noise, random);
    let square = 0;
    for (let j = 0; j < dimension; j++) {
      average[j] += last[j];
      last[j] -= stepSize * ((sum[j] + noise[j]) / divisor + regularisation * last[j]);
      square += last[j] * last[j];
    }
    if (square > radius * radius) {
      const factor = radius / Math.sqrt(square);
      for (let j = 0; j < dimension; j++) last[j] *= factor;
    }
  }
  for (let j = 0; j < dimension; j++) average[j] /= steps;
  return { average, last };
}
