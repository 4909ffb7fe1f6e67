/**
 * Accuracy of private networks at several epsilons: the study in which one sees what privacy costs a classifier.
 *
 * At each epsilon the noise multiplier is calibrated once, and as many networks are trained as there are repetitions; repetition k splits the
 * records, starts and samples by the k-th child of the stream at every epsilon, so that epsilons are compared on the same splits.
 * Limits: Infinity stands for no noise, with clipping. Accuracies on the records held out are averages over repetitions that share records, so that
 * their spread is not that of independent experiments. The numbers shown are not themselves private.
 */
import {
  count,
  declare,
  listOf,
  openProbability,
  type ParametersOf,
  positiveOrInfinite,
} from "../numerics/parameters.ts";
import { refuse, requireOpenProbability } from "../numerics/requirements.ts";
import { samplePermutation } from "../random/permutation.ts";
import type { Stream } from "../random/stream.ts";
import { anyDataset, type Dataset, dataset, requireDataset } from "./dataset.ts";
import { NETWORK_TRAINING, networkAccuracy, trainNetwork } from "./private-network.ts";
import { stochasticNoiseFor } from "./private-stochastic-gradient.ts";

export const networkStudyParameters = declare({
  ...NETWORK_TRAINING,
  data: anyDataset,
  /** Infinity for a network without noise. */
  epsilons: listOf(positiveOrInfinite),
  delta: openProbability,
  /** The share of records that no network is trained on. */
  heldOut: openProbability,
  repetitions: count,
});

export interface NetworkStudy extends Omit<ParametersOf<typeof networkStudyParameters>, "epsilons"> {
  /** Infinity for a network without noise. */
  readonly epsilons: readonly number[];
}

export interface NetworkAccuracy {
  readonly epsilon: number;
  readonly noiseMultiplier: number;
  readonly trainAccuracy: number;
  readonly testAccuracy: number;
  /** The spread of the test accuracy over the repetitions. */
  readonly testDeviation: number;
}

export function networkAccuracies(study: NetworkStudy, random: Stream): readonly NetworkAccuracy[] {
  const { data, epsilons, delta, heldOut, repetitions, ...training } = networkStudyParameters.read(study);
  const { steps, samplingRate } = training;
  const plan = { delta, times: steps, samplingRate, neighbours: "zero-out", tolerance: 1e-3 } as const;
  return Array.from(epsilons, (epsilon) => {
    const noiseMultiplier = epsilon === Infinity ? 0 : stochasticNoiseFor({ ...plan, epsilon });
    const trained = Array.from({ length: repetitions }, (_, repetition) => {
      const records = splitRecords(data, heldOut, random.child(repetition, "split"));
      const given = { ...training, noiseMultiplier };
      const network = trainNetwork(records.training, given, random.child(repetition, "training"));
      return { train: networkAccuracy(network, records.training), test: networkAccuracy(network, records.testing) };
    });
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / repetitions;
    const testAccuracy = mean(trained.map(({ test }) => test));
    const variance = mean(trained.map(({ test }) => (test - testAccuracy) * (test - testAccuracy)));
    return {
      epsilon,
      noiseMultiplier,
      trainAccuracy: mean(trained.map(({ train }) => train)),
      testAccuracy,
      testDeviation: Math.sqrt(variance),
    };
  });
}

/** A random share of the records, and the rest; each has at least one. */
export function splitRecords(
  data: Dataset,
  heldOut: number,
  random: Stream,
): { readonly training: Dataset; readonly testing: Dataset } {
  requireDataset(data);
  requireOpenProbability({ heldOut });
  if (data.rows < 2) refuse("the number of records", "at least 2", data.rows);
  const order = samplePermutation(data.rows, random);
  const held = Math.min(data.rows - 1, Math.max(1, Math.round(heldOut * data.rows)));
  return { training: chosen(data, order.subarray(held)), testing: chosen(data, order.subarray(0, held)) };
}

function chosen({ features, labels, columns }: Dataset, rows: Int32Array): Dataset {
  const taken = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    taken.set(features.subarray(row * columns, (row + 1) * columns), i * columns);
  });
  return dataset({ features: taken, labels: Float64Array.from(rows, (row) => labels[row]), columns });
}
