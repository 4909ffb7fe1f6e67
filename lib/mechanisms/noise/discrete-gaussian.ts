/**
 * Discrete Gaussian mechanism: add discrete Gaussian noise to an integer, or independent noise to every coordinate of a whole vector.
 *
 * Theorem: for an integer query of sensitivity D, f + K with P(K = k) proportional to exp(-k^2 / (2 variance)) is rho-zero-concentrated
 * differentially private with rho = D^2 / (2 variance), the same as the continuous mechanism; its noise has a variance of at most
 * `variance`. For whole vectors that neighbours move by at most D in the l2 norm, noise of that variance in every coordinate is
 * rho-zero-concentrated: a coordinate that moves by k has a Renyi divergence of at most order k^2 / (2 variance), and those of
 * independent coordinates add up. The noise does not grow with the dimension.
 * Source: Canonne, Kamath, Steinke (NeurIPS 2020), theorem 4 for integers, proposition 5 and theorem 14 for vectors, arXiv:2004.00010.
 * Limits: with a rational rho the noise is exact, in integers alone, and any source serves: for release. With a float64 rho that of
 * an integer has its probabilities within 2^-48 from a stream, and the variance is at most 2^80: for study; that of vectors is
 * always exact. Outputs beyond 2^53 are rounded to float64, which is post-processing. Time is not constant: it depends on the
 * noise, about 2 microseconds a coordinate. The loss distribution of integers lists its losses, for variances up to 1e8. Of vectors
 * `squaredSensitivity` is D^2, a whole number, as D may have no finite expansion: 2 for a histogram under `swap`; bring others to a
 * grid first, and count the steps that a neighbour moves. Beyond a change of one coordinate the losses are not those of a single
 * discrete Gaussian, so that composition goes by rho or by Renyi orders.
 * @example
 * ```ts
 * import { discreteGaussian, secureRandom } from "epsilab";
 * const rho = { numerator: 1, denominator: 8 }; // variance 4
 * const mechanism = discreteGaussian({ rho, sensitivity: 1, neighbours: "add-remove" });
 * mechanism.guarantee; // => { kind: "zero-concentrated", rho: 0.125 }
 * Number.isInteger(mechanism.release(42, secureRandom())); // => true
 * const vectors = discreteGaussian({ rho, squaredSensitivity: 2, dimension: 3, neighbours: "swap" });
 * vectors.variance; // => 8
 * vectors.release([5, 0, 2], secureRandom()).length; // => 3
 * ```
 * @claim discrete-gaussian, vector-discrete-gaussian
 * @also discrete gaussian mechanism
 */
import { count, type Given, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireIntegerData, requireList } from "../../numerics/requirements.ts";
import type { ClosedMechanism, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { discreteGaussianPld } from "../../privacy/loss/discrete-pld.ts";
import type { IndependentLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { fillDiscreteGaussian, LARGEST_VARIANCE, sampleDiscreteGaussian } from "../../random/discrete-gaussian.ts";
import { sampleExactDiscreteGaussian } from "../../random/exact-discrete-gaussian.ts";
import type { Random } from "../../random/random.ts";
import type { Fraction, Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteGaussianNoise } from "../laws/discrete-gaussian-noise.ts";
import { integerVectorLaw } from "../laws/integer-vector-law.ts";
import { COUNTED } from "./discrete-laplace.ts";
import { type BudgetIn, withBudgetIn, withExactBudget } from "./exact-budget.ts";
import { gridNoise } from "./grid-noise.ts";
import { integerNoise } from "./integer-noise.ts";

/** Up to here the losses are listed one by one. */
const LISTED_VARIANCE = 1e8;

export const discreteGaussianParameters = withBudgetIn(["zero-concentrated"], COUNTED);
export const vectorDiscreteGaussianParameters = withExactBudget(["zero-concentrated"], {
  /** The square of the l2 sensitivity, a whole number. */
  squaredSensitivity: count,
  /** How many coordinates a vector has. */
  dimension: count,
  neighbours: anyNeighbours,
});

export type DiscreteGaussianParameters<Rho extends number | Rational> = BudgetIn<"zero-concentrated", Rho> &
  Given<typeof COUNTED> & { readonly dimension?: undefined };
/** Exact, from any source. */
export type VectorDiscreteGaussianParameters = ParametersOf<typeof vectorDiscreteGaussianParameters>;

export interface VectorDiscreteGaussian extends Mechanism<ArrayLike<number>, readonly number[], Random> {
  /** The parameter of the noise in every coordinate; its variance is this at most. */
  readonly variance: number;
  law(value: ArrayLike<number>): IndependentLaw;
  worstPair(): readonly [ArrayLike<number>, ArrayLike<number>];
}

export function discreteGaussian(parameters: VectorDiscreteGaussianParameters): VectorDiscreteGaussian;
export function discreteGaussian(
  parameters: DiscreteGaussianParameters<number>,
): ClosedMechanism<number, number, Stream, NumberLaw>;
export function discreteGaussian(
  parameters: DiscreteGaussianParameters<Rational>,
): ClosedMechanism<number, number, Random, NumberLaw>;
export function discreteGaussian(
  parameters: DiscreteGaussianParameters<number | Rational> | VectorDiscreteGaussianParameters,
): ClosedMechanism<number, number, Stream, NumberLaw> | VectorDiscreteGaussian {
  if (isOfVectors(parameters)) return onVectors(parameters);
  const { guarantee, fraction, sensitivity, neighbours } = discreteGaussianParameters.read(parameters);
  const variance = (sensitivity / guarantee.rho) * (sensitivity / 2);
  const drawn = fraction === undefined ? simulated(variance) : exact(fraction, sensitivity);
  return integerNoise({
    name: "discrete-gaussian",
    neighbours,
    guarantee,
    sensitivity,
    noise: discreteGaussianNoise(variance),
    ...drawn,
    privacyLoss: () => {
      if (variance > LISTED_VARIANCE)
        refuse("sensitivity^2 / (2 rho)", "at most 1e8 for a loss distribution", variance);
      return { ...discreteGaussianPld({ sigma: Math.sqrt(variance), sensitivity }), attained: true };
    },
  });
}

function exact({ numerator, denominator }: Fraction, sensitivity: number) {
  const square = BigInt(sensitivity) * BigInt(sensitivity);
  const variance = { numerator: square * denominator, denominator: 2n * numerator };
  return {
    sample: (value: number, random: Random) => Number(BigInt(value) + sampleExactDiscreteGaussian(variance, random)),
    fill: undefined,
  };
}

function simulated(variance: number) {
  if (!(variance > 0 && variance <= LARGEST_VARIANCE))
    refuse("sensitivity^2 / (2 rho)", "positive and at most 2^80 for a float64 rho", variance);
  return {
    sample: (value: number, random: Stream) => value + sampleDiscreteGaussian(variance, random),
    fill: (out: Float64Array, random: Stream) => fillDiscreteGaussian(variance, out, random),
  };
}

function onVectors(parameters: VectorDiscreteGaussianParameters): VectorDiscreteGaussian {
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
    worstPair: () => [new Float64Array(dimension), Float64Array.from(longestMove(squaredSensitivity, dimension))],
  };
}

/** How many first coordinates of a move in the plane are tried: enough for all bounds up to 2^40. */
const MOST_TRIED = 1048576;

function isOfVectors(given: object): given is VectorDiscreteGaussianParameters {
  const { dimension, squaredSensitivity } = Object(given) as Partial<VectorDiscreteGaussianParameters>;
  return dimension !== undefined || squaredSensitivity !== undefined;
}

/**
 * Whole numbers whose squares sum to the bound, or to as much as this dimension allows: with four coordinates or more to the bound
 * (Lagrange), with three to the bound or one or two less (Legendre); with two, beyond 2^40, within a relative 1e-8.
 */
function longestMove(squared: number, dimension: number): number[] {
  const move = new Array<number>(dimension).fill(0);
  let rest = squared;
  for (let i = 0; i < dimension; i++) {
    const left = dimension - i;
    move[i] = rootBelow(rest);
    // The largest that leaves a sum of as many squares as there are coordinates left; with many left any will do.
    if (left === 4) while (!isThreeSquares(rest - move[i] * move[i])) move[i]--;
    if (left === 3) {
      while (!isThreeSquares(rest)) rest--;
      while (planeMove(rest - move[i] * move[i]).square < rest - move[i] * move[i]) move[i]--;
    }
    if (left === 2) [move[i]] = planeMove(rest).move;
    rest -= move[i] * move[i];
  }
  return move;
}

/** The longest whole move in the plane within the bound. */
function planeMove(bound: number): { readonly move: readonly [number, number]; readonly square: number } {
  let [longest, square] = [[0, 0] as readonly [number, number], -1];
  const start = rootBelow(bound);
  for (let x = start; square < bound && x >= 0 && 2 * x * x >= bound - 2 * x && start - x < MOST_TRIED; x--) {
    const y = rootBelow(bound - x * x);
    if (x * x + y * y > square) [longest, square] = [[x, y], x * x + y * y];
  }
  return { move: longest, square };
}

/** Whether it is a sum of three squares: all are but 4^a (8 b + 7). */
function isThreeSquares(whole: number): boolean {
  let odd = whole;
  while (odd > 0 && odd % 4 === 0) odd /= 4;
  return odd % 8 !== 7;
}

/** The largest whole number whose square is at most this. */
function rootBelow(whole: number): number {
  const root = Math.floor(Math.sqrt(whole));
  return root * root > whole ? root - 1 : root;
}
