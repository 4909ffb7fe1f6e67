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
import { integer, made } from "../numerics/parameters.ts";
import { refuse, requireNonNegative, requirePositive } from "../numerics/requirements.ts";

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

export function requireModel(model: StatisticalModel): void {
  switch (model?.kind) {
    case "bernoulli":
      return;
    case "product-bernoulli":
      requireDimension(model.dimension);
      return;
    case "gaussian-mean":
      requirePositive({ sigma: model.sigma });
      if (model.sigma > 1e150) refuse("sigma", "at most 1e150", model.sigma);
      return;
    case "uniform":
      requireNonNegative({ least: model.least });
      requirePositive({ most: model.most });
      if (!(model.least < model.most)) refuse("most", `above least = ${model.least}`, model.most);
      return;
    default:
      refuse("model", "bernoulli, product-bernoulli, gaussian-mean or uniform", (model as { kind?: unknown })?.kind);
  }
}

/** A model, as a parameter. */
export const anyModel = made<StatisticalModel>(requireModel);

/** A model of bits, as a parameter. */
export const productModel = made<ProductBernoulliModel>((model) => {
  requireModel(model);
  if (model.kind !== "product-bernoulli") refuse("model", "product-bernoulli", (model as { kind: unknown }).kind);
});

/** A dimension, as a parameter. */
export const anyDimension = integer(1, MOST_DIMENSIONS);

function requireDimension(dimension: number): void {
  anyDimension.read(dimension, "dimension");
}
