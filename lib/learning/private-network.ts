/**
 * Private training of a neural network: stochastic gradient descent with Poisson samples, clipped gradients and Gaussian noise (DP-SGD).
 *
 * Step: every record is taken with probability `samplingRate`; weights -= learningRate (sum of clipped gradients + N(0,
 * (noiseMultiplier clip)^2 I)) / batch. The divisor is the parameter `batchSize`, the nominal number of records times the rate:
 * neither the number of records nor that of those taken is used.
 * Theorem: a step is the Gaussian mechanism of sensitivity `clip` on a Poisson sample, whatever the weights are; all steps together are
 * (epsilon, delta)-differentially private where the accountant of loss distributions says so, and with them every weight on the way:
 * `stochasticNoiseFor` finds the smallest noise multiplier that it certifies.
 * Source: Abadi et al. (CCS 2016); Balle, Barthe, Gaboardi (NeurIPS 2018) for the sampling; Koskela, Jaelkoe, Honkela (AISTATS
 * 2020) for the accountant.
 * Limits: the relation is `add-remove` or `zero-out`. The batch, the starting weights, the learning rate and the scale of the
 * features must not come from the records; choosing them by trying costs privacy too (`tuneRenyi`). Float64 noise; for study.
 * @claim dp-sgd
 */
import {
  count,
  type Declared,
  declare,
  type Given,
  integer,
  nonNegative,
  optional,
  type ParametersOf,
  positive,
  positiveProbability,
  requireKnownNames,
} from "../numerics/parameters.ts";
import { refuse, requireList, requireMadeBy } from "../numerics/requirements.ts";
import { fillNormal } from "../random/normal.ts";
import { samplePoissonSubsample } from "../random/poisson-subsample.ts";
import type { Stream } from "../random/stream.ts";
import { anyActivation } from "./activation.ts";
import { type Dataset, requireDataset } from "./dataset.ts";
import { anyClipping, networkGradients, requireClasses } from "./network-gradient.ts";
import { anyHidden, type NeuralNetwork, neuralNetwork } from "./neural-network.ts";

/** How a network is trained, besides its noise. */
const NETWORK_TRAINING = {
  /** The units of the hidden layer, or of each hidden layer; none, `[]`, in a softmax regression. */
  hidden: anyHidden,
  classes: integer(2),
  /** Of the hidden units; tanh by default. */
  activation: optional(anyActivation, "tanh"),
  steps: count,
  samplingRate: positiveProbability,
  /** The public number that the noisy sum is divided by: the rate times the nominal number of records. */
  batchSize: positive,
  stepSize: positive,
  clip: positive,
  clipping: anyClipping,
} satisfies Declared;

export interface NetworkTraining extends Given<typeof NETWORK_TRAINING> {}

export const trainNetworkParameters = declare({
  ...NETWORK_TRAINING,
  /** 0 is for comparison: nothing is private then. */
  noiseMultiplier: nonNegative,
});

export interface TrainedNetwork {
  readonly network: NeuralNetwork;
  readonly weights: Float64Array;
}

/** @also dp-sgd, deep learning */
export function trainNetwork(
  data: Dataset,
  training: ParametersOf<typeof trainNetworkParameters>,
  random: Stream,
): TrainedNetwork {
  requireDataset(data);
  const { hidden, classes, activation, steps, samplingRate, batchSize, stepSize, clip, clipping, noiseMultiplier } =
    trainNetworkParameters.read(training);
  const network = neuralNetwork({ inputs: data.columns, hidden, classes, activation });
  const gradients = networkGradients({ network, data, clip, clipping });
  const weights = network.initialWeights(random);
  const sum = new Float64Array(network.size);
  const noise = new Float64Array(network.size);
  const rate = stepSize / batchSize;
  for (let step = 0; step < steps; step++) {
    gradients.sum(weights, sum, samplePoissonSubsample({ size: data.rows, samplingRate }, random));
    if (noiseMultiplier > 0) fillNormal({ mean: 0, sigma: noiseMultiplier * clip }, noise, random);
    for (let k = 0; k < network.size; k++) weights[k] -= rate * (sum[k] + noise[k]);
  }
  for (let k = 0; k < network.size; k++)
    if (!Number.isFinite(weights[k])) refuse("stepSize", "so small that the weights stay finite", stepSize);
  return { network, weights };
}

/** The share of records whose class is found. */
export function networkAccuracy(trained: TrainedNetwork, data: Dataset): number {
  requireKnownNames(trained, ["network", "weights"], "trained");
  const { network, weights } = trained;
  requireMadeBy("network", network, "neuralNetwork", ["classify"]);
  requireList("weights", weights, network.size);
  requireClasses(data, network);
  let right = 0;
  for (let i = 0; i < data.rows; i++)
    if (network.classify(weights, data.features, i * data.columns) === data.labels[i]) right++;
  return right / data.rows;
}
