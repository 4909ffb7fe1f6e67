/**
 * Sample of a logistic model: features uniform on the unit sphere, labels 1 with probability 1 / (1 + e^(-<truth, x>)), otherwise -1.
 *
 * The model for which the logistic loss is minus the logarithm of the likelihood, so that without a penalty its minimiser approaches the truth.
 */
import { exp } from "../numerics/exponential.ts";
import { refuse, requireFinite, requireInteger } from "../numerics/requirements.ts";
import { fillSphere } from "../random/sphere.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { type Dataset, dataset } from "./dataset.ts";

export interface LogisticSampleParameters {
  readonly rows: number;
  /** As many weights as there are features. */
  readonly truth: ArrayLike<number>;
}

export function sampleLogistic({ rows, truth }: LogisticSampleParameters, random: Stream): Dataset {
  requireInteger({ rows }, 1);
  const columns = truth.length;
  if (!(columns >= 1)) refuse("truth", "a list of at least one weight", truth);
  for (let j = 0; j < columns; j++) requireFinite({ [`truth[${j}]`]: truth[j] });
  const features = fillSphere(columns, new Float64Array(rows * columns), random);
  const labels = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let prediction = 0;
    for (let j = 0; j < columns; j++) prediction += truth[j] * features[i * columns + j];
    labels[i] = sampleUniform(random) < 1 / (1 + exp(-prediction)) ? 1 : -1;
  }
  return dataset({ features, labels, columns });
}
