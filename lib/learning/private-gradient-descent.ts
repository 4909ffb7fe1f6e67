/**
 * Private gradient descent (DP-GD): T steps of full-batch gradient descent on gradients clipped record by record, with Gaussian noise.
 *
 * Theorem: with every record's gradient clipped to norm C, one replaced record moves the mean of n of them by at most 2 C / n (`swap`), a
 * record replaced by a null one, a row of zeros, by at most C / n (`zero-out`). T adaptive steps with noise of deviation s are
 * (sensitivity^2 T / (2 s^2))-zero-concentrated, and exactly as private as one Gaussian with mu = sensitivity sqrt(T) / s: constant
 * gradients of +C and -C attain it. Averaging and projecting are post-processing, as is the gradient of the penalty.
 * Utility: for a convex loss with G <= C on the ball of radius R, started at 0,
 * E J(average) - min J <= R^2 / (2 eta T) + eta ((C + Lambda R)^2 + d s^2) / 2.
 * Sources: Williams, McSherry (NIPS 2010); Song, Chaudhuri, Sarwate (GlobalSIP 2013); Bassily, Smith, Thakurta (FOCS 2014); Bun, Steinke
 * (TCC 2016) and Dong, Roth, Su (JRSS B 2022) for the composition.
 * Limits: the number of records is public. Clipping below the Lipschitz constant biases the gradients. Float64 noise leaks its input in the
 * low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { approximate, logisticLoss, privateGradientDescent } from "epsilab";
 * const learner = privateGradientDescent({
 *   ...{ loss: logisticLoss, clip: 1, regularisation: 0, steps: 50, radius: 5 },
 *   ...{ guarantee: approximate(1, 1e-5), neighbours: "swap", output: "average" },
 * });
 * learner.mu; // => 0.2680...
 * learner.noiseMultiplier; // => 26.3795...
 * ```
 * @claim dp-gd
 * @also dp-gd, noisy gradient descent, dp-erm
 */
import { oneOf, optional, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, requireInteger, requirePositive } from "../numerics/requirements.ts";
import { budgetMu } from "../privacy/calibration/gaussian-budget.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../privacy/guarantees/mechanism.ts";
import { gaussianPld } from "../privacy/loss/gaussian-pld.ts";
import type { Stream } from "../random/stream.ts";
import { clippedGradients } from "./clipped-gradient.ts";
import { type Dataset, NORM_SLACK, requireDataset } from "./dataset.ts";
import { anyLoss } from "./loss.ts";
import { DESCENT, type Descent, noisyDescent } from "./noisy-descent.ts";

/** The budget is of all steps together. For epsilon and delta the noise is the least that the exact profile allows. */
export const privateGradientDescentParameters = withBudget(["approximate", "zero-concentrated", "gaussian"], {
  ...DESCENT,
  loss: anyLoss,
  /** C: what the gradient of each record's loss is clipped to. */
  clip: positive,
  neighbours: oneOf("swap", "zero-out"),
  output: oneOf("average", "last"),
  /** eta: the least of 1 / (c + Lambda) and R / sqrt(T (C^2 + d s^2)) without one. */
  stepSize: optional(positive),
});

export type PrivateGradientDescentParameters = ParametersOf<typeof privateGradientDescentParameters>;

export interface DescentSize {
  readonly rows: number;
  readonly dimension: number;
}

export interface PrivateGradientDescent extends Mechanism<Dataset, Float64Array, Stream> {
  privacyLoss(): DominatingPair;
  /** Of all steps together, by the exact Gaussian profile. */
  readonly mu: number;
  /** The deviation of the noise over the sensitivity, in each step. */
  readonly noiseMultiplier: number;
  /** The deviation of the noise on the mean gradient of this many records. */
  sigma(rows: number): number;
  stepSize(size: DescentSize): number;
  /** Both iterates of one run. */
  descend(data: Dataset, random: Stream): Descent;
  /** A bound on the expected excess of the average over the least risk in the ball; needs a clip of at least the Lipschitz constant. */
  excessBound(size: DescentSize): number;
}

export function privateGradientDescent(parameters: PrivateGradientDescentParameters): PrivateGradientDescent {
  const given = privateGradientDescentParameters.read(parameters);
  const { loss, clip, regularisation, steps, radius, guarantee, neighbours, output } = given;
  const mu = budgetMu(guarantee);
  requirePositive({ "mu of the guarantee": mu });
  const noiseMultiplier = (Math.sqrt(steps) / mu) * (1 + 4 * Number.EPSILON);
  const moved = (neighbours === "swap" ? 2 : 1) * clip * (1 + NORM_SLACK);
  const sigma = (rows: number) => {
    requireInteger({ rows }, 1);
    return (moved / rows) * noiseMultiplier;
  };
  const squareNoise = ({ rows, dimension }: DescentSize) => {
    requireInteger({ dimension }, 1);
    return dimension * sigma(rows) * sigma(rows);
  };
  const stepSize = (size: DescentSize) => {
    if (given.stepSize !== undefined) return given.stepSize;
    const steady = loss.smoothness + regularisation > 0 ? 1 / (loss.smoothness + regularisation) : Infinity;
    const chosen = Math.min(steady, radius / Math.sqrt(steps * (clip * clip + squareNoise(size))));
    requirePositive({ "the step size, where none is given": chosen });
    return chosen;
  };
  const descend = (data: Dataset, random: Stream): Descent => {
    requireDataset(data);
    const size = { rows: data.rows, dimension: data.columns };
    const gradients = clippedGradients({ data, loss, clip });
    const loop = {
      regularisation,
      steps,
      radius,
      dimension: data.columns,
      stepSize: stepSize(size),
      divisor: data.rows,
      sigma: sigma(data.rows) * data.rows,
    };
    return noisyDescent(loop, (weights, sum) => gradients.sum(weights, sum), random);
  };
  return {
    name: "private-gradient-descent",
    neighbours,
    guarantee,
    mu,
    noiseMultiplier,
    sigma,
    stepSize,
    descend,
    release: (data, random) => descend(data, random)[output],
    privacyLoss: () => ({ ...gaussianPld({ sigma: 1, sensitivity: mu }), attained: false }),
    excessBound(size) {
      if (!(loss.lipschitz <= clip && radius <= loss.reach))
        refuse("clip", "at least the Lipschitz constant of the loss on the ball", clip);
      if (!(radius < Infinity)) refuse("radius", "finite", radius);
      const eta = stepSize(size);
      const steepest = clip + regularisation * radius;
      return (radius * radius) / (2 * eta * steps) + (eta * (steepest * steepest + squareNoise(size))) / 2;
    },
  };
}
