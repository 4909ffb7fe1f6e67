/**
 * Discrete Gaussian mechanism for vectors: independent discrete Gaussian noise in every coordinate of a whole vector; for release.
 *
 * Theorem: for whole vectors that neighbours move by at most D in the l2 norm, noise of variance D^2 / (2 rho) in every coordinate is
 * rho-zero-concentrated: a coordinate that moves by k has a Renyi divergence of at most order k^2 / (2 variance), and those of independent
 * coordinates add up. The noise does not grow with the dimension.
 * Source: Canonne, Kamath, Steinke (NeurIPS 2020), proposition 5 and theorem 14, arXiv:2004.00010.
 * Limits: whole vectors; bring others to a grid first, and count the steps that a neighbour moves. `squaredSensitivity` is D^2, a whole number, as
 * D may have no finite expansion: 2 for a histogram under `swap`. Beyond a change of one coordinate the losses are not those of a single
 * discrete Gaussian, so that composition goes by rho or by Renyi orders. Outputs beyond 2^53 are rounded to float64, which is post-processing. Time
 * is not constant. About 2 microseconds a coordinate.
 * @example
 * ```ts
 * import { secureRandom, vectorDiscreteGaussian } from "epsilab";
 * const rho = { numerator: 1, denominator: 8 };
 * const mechanism = vectorDiscreteGaussian({ rho, squaredSensitivity: 2, dimension: 3, neighbours: "swap" });
 * mechanism.variance; // => 8
 * mechanism.release([5, 0, 2], secureRandom()).length; // => 3
 * ```
 * @claim vector-discrete-gaussian
 */
import { count, type ParametersOf } from "../../numerics/parameters.ts";
import { requireIntegerData, requireList } from "../../numerics/requirements.ts";
import type { Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { integerVectorLaw } from "../laws/integer-vector-law.ts";
import { withExactBudget } from "./exact-budget.ts";
import { gridNoise } from "./grid-noise.ts";

export const vectorDiscreteGaussianParameters = withExactBudget(["zero-concentrated"], {
  /** The square of the l2 sensitivity, a whole number. */
  squaredSensitivity: count,
  dimension: count,
  neighbours: anyNeighbours,
});

export type VectorDiscreteGaussianParameters = ParametersOf<typeof vectorDiscreteGaussianParameters>;

export interface VectorDiscreteGaussian extends Mechanism<ArrayLike<number>, readonly number[], Random> {
  /** The parameter of the noise in every coordinate; its variance is this at most. */
  readonly variance: number;
  law(value: ArrayLike<number>): DiscreteLaw<readonly number[]>;
  worstPair(): readonly [ArrayLike<number>, ArrayLike<number>];
}

export function vectorDiscreteGaussian(parameters: VectorDiscreteGaussianParameters): VectorDiscreteGaussian {
  const { squaredSensitivity, dimension, neighbours, ...budget } = vectorDiscreteGaussianParameters.read(parameters);
  const squared = BigInt(squaredSensitivity);
  const { guarantee, noise, size, draw } = gridNoise(budget, { absolute: 1n, squared });
  const requireValue = (value: ArrayLike<number>) => {
    requireList("value", value, dimension);
    for (let i = 0; i < dimension; i++) requireIntegerData({ [`value[${i}]`]: value[i] }, Number.MIN_SAFE_INTEGER);
  };
  return {
    name: "vector-discrete-gaussian",
    neighbours,
    guarantee,
    variance: size,
    release: (value, random) => {
      requireValue(value);
      return Array.from(value, (whole) => Number(BigInt(whole) + draw(random)));
    },
    law: (value) => {
      requireValue(value);
      return integerVectorLaw(noise, value);
    },
    worstPair: () => [new Array<number>(dimension).fill(0), longestMove(squaredSensitivity, dimension)],
  };
}

/** Whole numbers whose squares sum to the bound, or as near to it as the greedy choice comes in this dimension. */
function longestMove(squared: number, dimension: number): number[] {
  const move = new Array<number>(dimension).fill(0);
  let rest = squared;
  for (let i = 0; i < dimension; i++) {
    move[i] = Math.floor(Math.sqrt(rest));
    if (move[i] * move[i] > rest) move[i]--;
    rest -= move[i] * move[i];
  }
  return move;
}
