/**
 * Van Trees' bound under privacy: the mean squared error over a prior, from the Fisher information that a private output can have.
 *
 * Theorem: let I be the Fisher information of one record. The output of a mechanism on `size` records has at most min(size, size^2
 * r^2) I, r^2 the squared correlation of `output-correlation.ts`: tanh^2(epsilon / 2) for pure privacy, delta + (1 - delta)
 * tanh^2(epsilon / 2) for approximate. Hence the mean squared error over a prior is at least 1 / (min(size, size^2 r^2) E I + J), J
 * the information of the prior (van Trees).
 * Proof: with the score s of a record and S of the output, S(Y) = E[sum s(X_i) | Y], so E S^2 is the sum of E[S(Y) s(X_i)] <= r
 * sqrt(E S^2 I); divide by sqrt(E S^2). At size 1 and a fair bit randomized response attains it.
 * - `bernoulli`: a prior Beta(a, a), a > 2: E I = 2 (2a - 1) / (a - 1), J = 4 (a - 1)(2a - 1) / (a - 2);
 * - `gaussian-mean`: means up to `radius` from 0, with the density proportional to cos^2: I = 1 / sigma^2, J = (pi / radius)^2.
 * The best a is taken.
 * Source: van Trees (1968); Gill, Levit (Bernoulli 1995); the information of a private output is our own derivation; Barnes, Chen,
 * Ozgur (2020) have the local case.
 * Limits: squared error. The mean over the prior, hence the largest risk too. For few bits below `fingerprintingBound`; it holds
 * for other laws as well.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { vanTrees } from "epsilab/bounds";
 * vanTrees({ model: { kind: "bernoulli" }, size: 100, guarantee: pure(0.05) }).value; // => 0.0142932...
 * ```
 * @claim van-trees-private
 */
import { declare, declareKinds, group, optional, type ParametersOf } from "../numerics/parameters.ts";
import { bestSeparation } from "./best-separation.ts";
import { sampleSize } from "./fingerprinting.ts";
import { type BoundedGuarantee, boundedGuarantee, estimatorNeighbours, underSwap } from "./indistinguishability.ts";
import { squaredCorrelation } from "./output-correlation.ts";
import { anyDeviation } from "./statistical-model.ts";

const prior = declareKinds({
  bernoulli: {},
  "gaussian-mean": {
    sigma: anyDeviation,
    /** A mean lies within this of 0. */
    radius: anyDeviation,
  },
});

export const vanTreesParameters = declare({
  model: group(prior),
  size: sampleSize,
  /** Without one, the bound for all estimators. */
  guarantee: optional(boundedGuarantee),
  /** Swap by default. */
  neighbours: optional(estimatorNeighbours, "swap"),
});

export interface VanTreesParameters extends ParametersOf<typeof vanTreesParameters> {}

export interface VanTreesBound {
  readonly value: number;
  /** The most Fisher information that the output has, over that of one record. */
  readonly records: number;
}

export function vanTrees(parameters: VanTreesParameters): VanTreesBound {
  const { model, size, guarantee, neighbours } = vanTreesParameters.read(parameters);
  const share = (stated: BoundedGuarantee) => size * size * squaredCorrelation(underSwap(stated, neighbours));
  /** The most Fisher information of the output, over that of one record. */
  const records = guarantee === undefined ? size : Math.min(size, share(guarantee));
  if (model.kind === "gaussian-mean") {
    const own = Math.PI / model.radius;
    return { value: 1 / (records / model.sigma / model.sigma + own * own), records };
  }
  // With b = a - 2.
  const value = (b: number) => {
    const [leaked, own] = [(2 * (2 * b + 3)) / (b + 1), (4 * (b + 1) * (2 * b + 3)) / b];
    return 1 / (records * leaked + own);
  };
  return { value: value(bestSeparation(value, { widest: 1e10, narrowest: 1e-3 })), records };
}
