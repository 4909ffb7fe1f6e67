/**
 * Private stochastic gradient descent (DP-SGD): each step takes a Poisson sample of the records, clips their gradients one by one, adds
 * Gaussian noise to the sum, and divides by a number that does not depend on the sample.
 *
 * Theorem: with clipping at C and noise of deviation z C on the sum, a step is dominated, when one record is added, removed or nulled, by
 * (1 - q) N(0, z^2) + q N(1, z^2) against N(0, z^2), and when one is replaced by the same against its mirror image
 * (`replacedGaussianPld`); T adaptive steps by T-fold products, which the loss accountant composes and certifies.
 * The divisor is the parameter `batch`, the nominal size q n: the size of the sample drawn is a secret, may be 0, and dividing by it would
 * let one record move the mean by up to 2 C over it.
 * Source: Abadi et al. (CCS 2016), algorithm 1; the losses by Koskela, Jaelkoe, Honkela (AISTATS 2020), Zhu, Dong, Wang (AISTATS 2022).
 * Limits: the sampling is of the records that there are, so that under `add-remove` even their number is not used. Clipping below the
 * Lipschitz constant biases the gradients. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @claim dp-sgd
 * @also dp-sgd, noisy sgd, stochastic gradient descent
 */
import {
  declare,
  oneOf,
  openProbability,
  type ParametersOf,
  positive,
  positiveProbability,
} from "../numerics/parameters.ts";
import { calibrate } from "../privacy/calibration/calibration.ts";
import { repeatedGaussianSigmaFor } from "../privacy/calibration/composed-gaussian-calibration.ts";
import { RELEASES, requireNoise, startingMu } from "../privacy/calibration/release-plan.ts";
import { withBudgetOrNoise } from "../privacy/guarantees/budget.ts";
import { approximate } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { subsampledGaussianPld } from "../privacy/loss/gaussian-pld.ts";
import { type CertifiedInterval, pldEpsilon } from "../privacy/loss/pld-accountant.ts";
import type { PldPair } from "../privacy/loss/privacy-loss.ts";
import { replacedGaussianPld } from "../privacy/loss/replaced-gaussian-pld.ts";
import { samplePoissonSubsample } from "../random/poisson-subsample.ts";
import type { Stream } from "../random/stream.ts";
import { clippedGradients } from "./clipped-gradient.ts";
import { type Dataset, NORM_SLACK, requireDataset } from "./dataset.ts";
import { anyLoss } from "./loss.ts";
import { DESCENT, type Descent, noisyDescent } from "./noisy-descent.ts";

export type SampledNeighbours = "add-remove" | "zero-out" | "swap";

const sampledNeighbours = oneOf<SampledNeighbours>("add-remove", "zero-out", "swap");

const CERTIFIED = {
  /** z: the deviation of the noise on the sum over C. */
  noiseMultiplier: positive,
  /** The delta at which the epsilon of all steps is certified. */
  delta: openProbability,
};

/** What the noise of all steps is calibrated for, or the noise itself, whose epsilon at a delta is certified. */
export const privateStochasticGradientParameters = withBudgetOrNoise(["approximate"], [CERTIFIED], {
  ...DESCENT,
  loss: anyLoss,
  /** C: what the gradient of each record's loss is clipped to. */
  clip: positive,
  /** q: the probability with which each record enters a step. */
  samplingRate: positiveProbability,
  /** The public number that the noisy sum is divided by: q times the nominal number of records. */
  batchSize: positive,
  stepSize: positive,
  neighbours: sampledNeighbours,
  output: oneOf("average", "last"),
});

export type PrivateStochasticGradientParameters = ParametersOf<typeof privateStochasticGradientParameters>;

export interface PrivateStochasticGradient extends Mechanism<Dataset, Float64Array, Stream> {
  /** z: the deviation of the noise on the sum over C. */
  readonly noiseMultiplier: number;
  /** The loss of one step. */
  readonly stepLoss: PldPair;
  /** The epsilon of all steps at a delta, certified. */
  epsilonAt(delta: number): CertifiedInterval;
  /** Both iterates of one run. */
  descend(data: Dataset, random: Stream): Descent;
}

export const stochasticNoisePlan = declare(
  { ...RELEASES, delta: openProbability, neighbours: sampledNeighbours },
  requireNoise,
);

export interface StochasticNoisePlan extends ParametersOf<typeof stochasticNoisePlan> {}

export function privateStochasticGradient(parameters: PrivateStochasticGradientParameters): PrivateStochasticGradient {
  const given = privateStochasticGradientParameters.read(parameters);
  const { loss, clip, samplingRate, batchSize, stepSize, neighbours, steps, output } = given;
  const noiseMultiplier =
    given.guarantee === undefined
      ? given.noise.noiseMultiplier
      : stochasticNoiseFor({
          ...{ epsilon: given.guarantee.epsilon, delta: given.guarantee.delta },
          ...{ times: steps, samplingRate, neighbours },
        });
  const stepLoss = stepLossOf({ noiseMultiplier, samplingRate }, neighbours);
  const epsilonAt = (at: number) => pldEpsilon({ events: [{ loss: stepLoss, times: steps }], delta: at });
  const guarantee = given.guarantee ?? approximate(epsilonAt(given.noise.delta).upper, given.noise.delta);
  const descend = (data: Dataset, random: Stream): Descent => {
    requireDataset(data);
    const gradients = clippedGradients({ data, loss, clip });
    const sample = { size: data.rows, samplingRate };
    const loop = {
      ...{ regularisation: given.regularisation, steps, radius: given.radius },
      dimension: data.columns,
      stepSize,
      divisor: batchSize,
      sigma: noiseMultiplier * clip * (1 + NORM_SLACK),
    };
    return noisyDescent(
      loop,
      (weights, sum) => gradients.sum(weights, sum, samplePoissonSubsample(sample, random)),
      random,
    );
  };
  return {
    name: "private-stochastic-gradient",
    neighbours,
    guarantee,
    noiseMultiplier,
    stepLoss,
    epsilonAt,
    descend,
    release: (data, random) => descend(data, random)[output],
  };
}

/** The smallest noise multiplier for (epsilon, delta), certified by the loss accountant of the relation's own pair. */
export function stochasticNoiseFor(plan: StochasticNoisePlan): number {
  const { neighbours, ...releases } = stochasticNoisePlan.read(plan);
  const { epsilon, delta, times, samplingRate, tolerance } = releases;
  if (neighbours !== "swap") return repeatedGaussianSigmaFor({ ...releases, sensitivity: 1 });
  if (samplingRate === 1) return repeatedGaussianSigmaFor({ ...releases, sensitivity: 2 });
  const eventsAt = (noiseMultiplier: number) => [
    { mechanism: replacedGaussianPld({ noiseMultiplier, samplingRate }), times },
  ];
  return calibrate({ epsilon, delta, tolerance, start: 2 / startingMu(releases), eventsAt }).noise;
}

function stepLossOf(
  step: { readonly noiseMultiplier: number; readonly samplingRate: number },
  neighbours: SampledNeighbours,
): PldPair {
  return neighbours === "swap" ? replacedGaussianPld(step) : subsampledGaussianPld(step);
}
