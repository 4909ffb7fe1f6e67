/**
 * Private gradient descent as the harness runs it: clip 1, radius 10, the noise by zero-concentrated privacy; and what is broken about
 * the versions of the lecture notes.
 */
import { clippedGradients } from "../../lib/learning/clipped-gradient.ts";
import type { Dataset } from "../../lib/learning/dataset.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { type Descent, noisyDescent } from "../../lib/learning/noisy-descent.ts";
import { privateGradientDescent } from "../../lib/learning/private-gradient-descent.ts";
import { zeroConcentratedRhoForClassic } from "../../lib/privacy/conversions/zero-concentrated-conversions.ts";
import { zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { DELTA } from "./axes.ts";

interface DescentLevel {
  readonly penalty: number;
  readonly epsilon: number;
  readonly steps: number;
}

export const RADIUS = 10;
export const CLIP = 1;

export function descentMethod({ penalty, epsilon, steps }: DescentLevel) {
  return privateGradientDescent({
    loss: logisticLoss,
    clip: CLIP,
    regularisation: penalty,
    steps,
    radius: RADIUS,
    guarantee: zeroConcentrated(zeroConcentratedRhoForClassic({ epsilon, delta: DELTA })),
    neighbours: "swap",
    output: "average",
  });
}

/** The bound as the claims print it, for a step that uses its own constants. */
export function printedBound(level: DescentLevel, { rows, dimension }: { rows: number; dimension: number }): number {
  const sigma = descentMethod(level).sigma(rows);
  const steepest = CLIP + level.penalty * RADIUS;
  return RADIUS * Math.sqrt((steepest * steepest + dimension * sigma * sigma) / level.steps);
}

export interface BrokenDescent {
  /** Uphill in place of downhill. */
  readonly ascends?: boolean;
  /** What the deviation of the noise is multiplied by. */
  readonly noiseFactor?: number;
}

/** The loop of the method with the gradients' sign turned, or with other noise and the step size that is right for it. */
export function brokenDescent(level: DescentLevel, { ascends = false, noiseFactor = 1 }: BrokenDescent) {
  const method = descentMethod(level);
  return (data: Dataset, random: Stream): Descent => {
    const { rows, columns } = data;
    const sigma = noiseFactor * method.sigma(rows);
    const steep = CLIP * CLIP + columns * sigma * sigma;
    const steady = 1 / (logisticLoss.smoothness + level.penalty);
    const gradients = clippedGradients({ data, loss: logisticLoss, clip: CLIP });
    const loop = {
      regularisation: level.penalty,
      steps: level.steps,
      radius: RADIUS,
      dimension: columns,
      stepSize: Math.min(steady, RADIUS / Math.sqrt(level.steps * steep)),
      divisor: rows,
      sigma: sigma * rows,
    };
    const source = (weights: Float64Array, sum: Float64Array) => {
      gradients.sum(weights, sum);
      if (ascends) for (let j = 0; j < columns; j++) sum[j] = -sum[j];
    };
    return noisyDescent(loop, source, random);
  };
}
