/**
 * Statistical models as plain data: laws of one record indexed by a parameter, with the loss in which it is estimated.
 *
 * - `bernoulli`: a bit that is 1 with probability theta; loss |estimate - theta|.
 * - `product-bernoulli`: independent bits, one for each coordinate of theta; loss the Euclidean distance.
 * - `gaussian-mean`: a normal record of unknown mean and known standard deviation; loss |estimate - mean|.
 * - `uniform`: a record uniform on [0, theta], with theta between `least` and `most`; loss |estimate - theta|.
 *
 * Limits: dimensions up to 1e6.
 */
import { declareKinds, integer, made, nonNegative, number, positive } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";

export interface BernoulliModel {
  readonly kind: "bernoulli";
}

export interface ProductBernoulliModel {
  readonly kind: "product-bernoulli";
  readonly dimension: number;
}

export interface GaussianMeanModel {
  readonly kind: "gaussian-mean";
  readonly sigma: number;
}

export interface UniformModel {
  readonly kind: "uniform";
  readonly least: number;
  readonly most: number;
}

export type StatisticalModel = BernoulliModel | ProductBernoulliModel | GaussianMeanModel | UniformModel;

const MOST_DIMENSIONS = 1e6;

/** A dimension, as a parameter. */
export const anyDimension = integer(1, MOST_DIMENSIONS);

/** A standard deviation whose square is a float64, as a parameter. */
export const anyDeviation = number({ expected: "positive and at most 1e150", least: Number.MIN_VALUE, most: 1e150 });

const statisticalModel = declareKinds({
  bernoulli: {},
  "product-bernoulli": { dimension: anyDimension },
  "gaussian-mean": { sigma: anyDeviation },
  uniform: { least: nonNegative, most: positive },
});

export function requireModel(model: StatisticalModel): void {
  const read = statisticalModel.read(model, "model");
  if (read.kind === "uniform" && !(read.least < read.most)) refuse("most", `above least = ${read.least}`, read.most);
}

/** A model, as a parameter. */
export const anyModel = made<StatisticalModel>(requireModel);

/** A model of bits, as a parameter. */
export const productModel = made<ProductBernoulliModel>((model) => {
  requireModel(model);
  if (model.kind !== "product-bernoulli") refuse("model", "product-bernoulli", (model as { kind: unknown }).kind);
});
