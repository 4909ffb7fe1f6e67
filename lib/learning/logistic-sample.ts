/**
 * Sample of a logistic model: features uniform on the unit sphere, labels 1 with probability 1 / (1 + e^(-<truth, x>)), otherwise -1.
 *
 * The model for which the logistic loss is minus the logarithm of the likelihood, so that without a penalty its minimiser
 * approaches the truth.
 */
import { exp } from "../numerics/exponential.ts";
import { count, declare, finite, listOf, type ParametersOf } from "../numerics/parameters.ts";
import { fillSphere } from "../random/sphere.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { type Dataset, dataset } from "./dataset.ts";

export const logisticSampleParameters = declare({
  size: count,
  /** As many weights as there are features. */
  truth: listOf(finite),
});

export interface LogisticSampleParameters extends ParametersOf<typeof logisticSampleParameters> {}

export function sampleLogistic(parameters: LogisticSampleParameters, random: Stream): Dataset {
  const { size, truth } = logisticSampleParameters.read(parameters);
  const columns = truth.length;
  const features = fillSphere(columns, new Float64Array(size * columns), random);
  const labels = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let prediction = 0;
    for (let j = 0; j < columns; j++) prediction += truth[j] * features[i * columns + j];
    labels[i] = sampleUniform(random) < 1 / (1 + exp(-prediction)) ? 1 : -1;
  }
  return dataset({ features, labels, columns });
}
