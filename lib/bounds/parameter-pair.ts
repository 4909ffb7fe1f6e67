/**
 * Parameter pair: two parameters of a model at a given distance, placed where one record tells them apart least, and how well records do.
 *
 * Bernoulli: (1 - d) / 2 and (1 + d) / 2. Product of bits: the same in every coordinate, so that the count of ones is sufficient; the
 * numbers given are those of a coordinate, the distance is Euclidean. Gaussian mean: -d / 2 and d / 2 (any other place is the same).
 * Uniform[0, theta]: the largest theta and the one that lies d below.
 * Total variation of one record: d; that of two binomials; 2 Phi(d / 2 sigma) - 1; 1 - theta_1 / theta_2.
 * Limits: the divergence KL(first, second) of Bernoulli(0) and Bernoulli(1), and of Uniform[0, 0], is Infinity. Sample sizes times
 * dimensions are at most 1e15.
 */
import { erf } from "../numerics/error-function.ts";
import { exp } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { integer } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { binomialOverlap, centredBinomialDistance } from "./binomial-overlap.ts";
import { requireModel, type StatisticalModel } from "./statistical-model.ts";

export interface ParameterPair {
  readonly first: number;
  readonly second: number;
  /** Their distance in the loss of the model. */
  readonly separation: number;
  /** Total variation distance of the laws of one record. */
  readonly recordDistance: number;
  /** Kullback-Leibler divergence of the laws of one record, of the first from the second. */
  readonly divergence: number;
}

/** Beyond this many standard deviations no float64 tells normal laws from disjoint ones. */
const FARTHEST_MEANS = 80;

/** How far apart two parameters can be; of means, how far it makes sense to look. */
export function widestSeparation(model: StatisticalModel): number {
  requireModel(model);
  switch (model.kind) {
    case "bernoulli":
      return 1;
    case "product-bernoulli":
      return Math.sqrt(model.dimension);
    case "gaussian-mean":
      return FARTHEST_MEANS * model.sigma;
    case "uniform":
      return model.most - model.least;
  }
}

export function parameterPair(model: StatisticalModel, separation: number): ParameterPair {
  const widest = widestSeparation(model);
  if (!(typeof separation === "number" && separation > 0 && separation <= widest))
    refuse("separation", `above 0 and at most ${widest}`, separation);
  switch (model.kind) {
    case "bernoulli":
      return { ...bits(separation), separation, recordDistance: separation };
    case "product-bernoulli": {
      const { dimension } = model;
      const gap = Math.min(1, separation / Math.sqrt(dimension));
      const { first, second, divergence } = bits(gap);
      const recordDistance = centredBinomialDistance(dimension, gap);
      return { first, second, separation, recordDistance, divergence: dimension * divergence };
    }
    case "gaussian-mean": {
      const half = separation / 2;
      const ratio = separation / model.sigma;
      const recordDistance = erf((ratio / 2) * Math.SQRT1_2);
      return { first: -half, second: half, separation, recordDistance, divergence: (ratio * ratio) / 2 };
    }
    case "uniform": {
      const share = Math.min(1, separation / model.most);
      const first = Math.max(model.least, model.most - separation);
      return { first, second: model.most, separation, recordDistance: share, divergence: -log1p(-share) };
    }
  }
}

/** 1 minus the total variation distance of the laws of `size` records. */
export function sampleOverlap(model: StatisticalModel, pair: ParameterPair, size: number): number {
  switch (model.kind) {
    case "bernoulli":
      return binomialOverlap({ ...pair, trials: size });
    case "product-bernoulli":
      return binomialOverlap({ ...pair, trials: size * model.dimension });
    case "gaussian-mean":
      return 2 * normalCdf(-(Math.sqrt(size) * pair.separation) / (2 * model.sigma));
    case "uniform":
      return exp(size * log1p(-pair.recordDistance));
  }
}

function bits(gap: number): Pick<ParameterPair, "first" | "second" | "divergence"> {
  return { first: (1 - gap) / 2, second: (1 + gap) / 2, divergence: gap * (log1p(gap) - log1p(-gap)) };
}

/** How many records there are, as a parameter. */
export const anySize = integer(1, 1e15);

/** Records times dimensions stay exact. */
export function requireSize({ model, size }: { readonly model: StatisticalModel; readonly size: number }): void {
  const most = model.kind === "product-bernoulli" ? Math.floor(1e15 / model.dimension) : 1e15;
  if (size > most) refuse("size", `an integer from 1 to ${most}`, size);
}
