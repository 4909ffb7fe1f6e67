/**
 * Mergeable moments: count, mean, central power sums to the fourth, least and greatest, as plain data.
 *
 * Method: a block is summarised in two passes, the second about the mean; two summaries merge by the pairwise update.
 * Source: Chan, Golub, LeVeque (1979) for the variance; Pébay, Sandia report SAND2008-6212 (2008), equations 2.1 and 3.1, beyond.
 * Accuracy: exact to the bit in this sense: the summary of an experiment is *defined* as the fold of its block summaries in index
 * order, so the same blocks give the same bits for any number of threads and any order of arrival. Another partition
 * into blocks gives the same numbers up to rounding only: in the test 1e-13 of the range for the mean, 1e-12 count range^k for the
 * k-th sum. Own code and not simple-statistics, whose summaries of two blocks merge up to the variance only, and not over typed
 * arrays.
 * Limits: the empty summary has least = Infinity and greatest = -Infinity; ask it for nothing else than its count.
 */
import { declare, finite, integer, nonNegative, number, type ParametersOf } from "../numerics/parameters.ts";
import {
  ANY_NUMBER,
  NON_NEGATIVE,
  refuse,
  requireFinite,
  requireInteger,
  requireNumbers,
} from "../numerics/requirements.ts";

const momentsParameters = declare({
  count: integer(0),
  mean: finite,
  /** Sums of the second, third and fourth powers of the deviations from the mean. */
  squares: nonNegative,
  cubes: finite,
  fourths: nonNegative,
  least: number(ANY_NUMBER),
  greatest: number(ANY_NUMBER),
});
/** Of two values or more. */
const sampleMomentsParameters = declare({ ...momentsParameters.declared, count: integer(2) });
/** Of values that differ. */
const spreadMomentsParameters = declare({
  ...sampleMomentsParameters.declared,
  squares: number({ ...NON_NEGATIVE, least: Number.MIN_VALUE, expected: "positive, since equal values have no shape" }),
});

export interface Moments extends ParametersOf<typeof momentsParameters> {}

export const NO_MOMENTS: Moments = {
  count: 0,
  mean: 0,
  squares: 0,
  cubes: 0,
  fourths: 0,
  least: Infinity,
  greatest: -Infinity,
};

/** The summary of one block. */
export function momentsOf(values: ArrayLike<number>): Moments {
  requireNumbers("values", values);
  const count = values.length;
  requireInteger({ "the number of values": count }, 0);
  if (count === 0) return NO_MOMENTS;
  let sum = 0;
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    sum += value;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (!(sum - sum === 0)) refuseValues(values);
  const rough = sum / count;
  let residue = 0;
  for (let i = 0; i < count; i++) residue += values[i] - rough;
  const mean = rough + residue / count;
  let squares = 0;
  let cubes = 0;
  let fourths = 0;
  for (let i = 0; i < count; i++) {
    const sigma = values[i] - mean;
    const square = sigma * sigma;
    squares += square;
    cubes += square * sigma;
    fourths += square * square;
  }
  if (!(fourths < Infinity)) refuse("the spread of the values", "below 1e77", greatest - least);
  return { count, mean, squares, cubes, fourths, least, greatest };
}

/** The summary of the values of both; not commutative in its last bits, so keep to index order. */
export function mergeMoments(left: Moments, right: Moments): Moments {
  momentsParameters.read(left, "left");
  momentsParameters.read(right, "right");
  if (left.count === 0) return right;
  if (right.count === 0) return left;
  const count = left.count + right.count;
  const gap = right.mean - left.mean;
  const leftShare = left.count / count;
  const rightShare = right.count / count;
  const gapSquare = gap * gap;
  const between = gapSquare * leftShare * right.count;
  if (!(gapSquare * between < Infinity)) refuse("the distance of the means", "below 1e77", gap);
  return {
    count,
    mean: left.mean + gap * rightShare,
    squares: left.squares + right.squares + between,
    cubes:
      left.cubes +
      right.cubes +
      between * gap * (leftShare - rightShare) +
      3 * gap * (leftShare * right.squares - rightShare * left.squares),
    fourths:
      left.fourths +
      right.fourths +
      between * gapSquare * (leftShare * leftShare - leftShare * rightShare + rightShare * rightShare) +
      6 * gapSquare * (leftShare * leftShare * right.squares + rightShare * rightShare * left.squares) +
      4 * gap * (leftShare * right.cubes - rightShare * left.cubes),
    least: Math.min(left.least, right.least),
    greatest: Math.max(left.greatest, right.greatest),
  };
}

/** The unbiased sample variance. */
export function sampleVariance(moments: Moments): number {
  const { count, squares } = sampleMomentsParameters.read(moments, "moments");
  return squares / (count - 1);
}

/** The standard deviation of the mean. */
export function standardError(moments: Moments): number {
  return Math.sqrt(sampleVariance(moments) / moments.count);
}

/** The third standardised moment of the values themselves, without correction for bias. */
export function skewness(moments: Moments): number {
  const { count, squares, cubes } = spreadMomentsParameters.read(moments, "moments");
  return finiteShape((cubes * Math.sqrt(count)) / (squares * Math.sqrt(squares)), squares);
}

/** The fourth standardised moment less the normal law's 3, without correction for bias. */
export function excessKurtosis(moments: Moments): number {
  const { count, squares, fourths } = spreadMomentsParameters.read(moments, "moments");
  return finiteShape((fourths * count) / squares / squares - 3, squares);
}

function finiteShape(shape: number, squares: number): number {
  if (!Number.isFinite(shape)) refuse("squares", "so large that the shape is finite", squares);
  return shape;
}

function refuseValues(values: ArrayLike<number>): never {
  for (let i = 0; i < values.length; i++) requireFinite({ [`value ${i}`]: values[i] });
  refuse("the sum of the values", "finite", Infinity);
}
