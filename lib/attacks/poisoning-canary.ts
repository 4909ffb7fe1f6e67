/**
 * Poisoning canary: a record in the direction in which a dataset varies least, which an auditor adds to see what training makes of it.
 *
 * The direction is that of the least eigenvalue of the matrix of second moments. What the other records pull on the weights in that
 * direction is small, so that the pull of the canary, and its absence, show best; clipping changes the length of its gradient and not the
 * direction. The audit trains with and without the canary, several copies of it for a group, and looks at `score`: an
 * `auditRelease` of the two gives a certified lower bound on epsilon of the training as it is run. A group of k copies is k epsilon
 * apart (`groupPrivacy`).
 * Source: Jagielski, Ullman, Oprea, "Auditing differentially private machine learning: how private is private SGD?" (NeurIPS 2020),
 * ClipBKD.
 * Limits: linear models, or the last layer of another. A bound is a lower one: a small bound says nothing. The auditor may look at
 * the data; the canary is not private.
 * @example
 * ```ts
 * import { poisoningCanary } from "epsilab/attacks";
 * import { dataset } from "epsilab/learning";
 * const features = Float64Array.of(1, 0.1, -1, 0.1, 2, -0.1);
 * const data = dataset({ features, labels: Float64Array.of(1, -1, 1), columns: 2 });
 * const canary = poisoningCanary({ data, length: 10 });
 * canary.features; // => Float64Array(2) [0.3344..., 9.9944...]
 * canary.poisoned(1, 3).rows; // => 6
 * ```
 * @claim poisoning-canary
 * @also data poisoning, clipbkd, backdoor, canary
 */
import { type Dataset, dataset, requireDataset } from "../learning/dataset.ts";
import { declare, made, type ParametersOf, positive } from "../numerics/parameters.ts";
import { requireFinite, requireInteger, requireList } from "../numerics/requirements.ts";
import { symmetricEigen } from "../numerics/symmetric-eigen.ts";

export const poisoningCanaryParameters = declare({
  data: made<Dataset>((data) => requireDataset(data)),
  /** Of the canary: where gradients are clipped it may be as long as one wants. */
  length: positive,
});

export interface PoisoningCanaryParameters extends ParametersOf<typeof poisoningCanaryParameters> {}

export interface PoisoningCanary {
  readonly features: Float64Array;
  /** The data with so many copies of the canary, of this label, at the end. */
  poisoned(label: number, copies: number): Dataset;
  /** What weights have learnt in its direction. */
  score(weights: ArrayLike<number>): number;
}

export function poisoningCanary(parameters: PoisoningCanaryParameters): PoisoningCanary {
  const { data, length } = poisoningCanaryParameters.read(parameters);
  const { columns, rows } = data;
  const moments = Array.from({ length: columns }, (_, i) =>
    Array.from({ length: columns }, (__, j) => {
      let sum = 0;
      for (let row = 0; row < rows; row++) sum += data.features[row * columns + i] * data.features[row * columns + j];
      return sum / rows;
    }),
  );
  const direction = symmetricEigen(moments).vectors[columns - 1];
  const features = direction.map((x) => length * x);
  return {
    features,
    poisoned: (label, copies) => {
      requireFinite({ label });
      requireInteger({ copies }, 1);
      const all = new Float64Array((rows + copies) * columns);
      all.set(data.features);
      for (let k = 0; k < copies; k++) all.set(features, (rows + k) * columns);
      const labels = new Float64Array(rows + copies).fill(label);
      labels.set(data.labels);
      return dataset({ features: all, labels, columns });
    },
    score: (weights) => {
      requireList("weights", weights, columns);
      return direction.reduce((sum, x, j) => sum + x * weights[j], 0);
    },
  };
}
