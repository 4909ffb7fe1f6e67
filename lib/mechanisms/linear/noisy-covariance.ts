/**
 * Noisy covariance: the sum of x x^T over all rows x, with Gaussian noise on the symmetric matrix.
 *
 * Rows are clipped: one longer than `clip` in the l2 norm is scaled down to that length.
 * Theorem: the Frobenius norm of x x^T is |x|^2, so that adding or removing a row changes the sum by at most clip^2; and |x x^T - y
 * y^T|^2 = |x|^4 + |y|^4 - 2 (x . y)^2 is at most 2 clip^4, attained by orthogonal rows, so that a swap changes it by at most
 * sqrt(2) clip^2. The Frobenius norm of a symmetric matrix is the l2 norm of its diagonal and of sqrt(2) times what is above it.
 * Noise N(0, sigma^2) on these coordinates, sigma the least for the sensitivity (`gaussian`), is (epsilon, delta)-differentially
 * private: the matrix has noise of deviation sigma on the diagonal and sigma / sqrt(2) elsewhere. (With sigma everywhere, as it was
 * published, it is private too, with more noise.)
 * Source: Dwork, Talwar, Thakurta, Zhang, "Analyze Gauss" (STOC 2014), doi:10.1145/2591796.2591883.
 * Limits: not centred: subtract a public or private mean before. The sum of second moments, not their mean; the number of rows is
 * public under `swap` only. Not always positive semidefinite. Float64 noise is for study. At most 2048 numbers in a row.
 * @example
 * ```ts
 * import { noisyCovariance } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * const moments = noisyCovariance({ epsilon: 1, delta: 1e-6, clip: 1, dimension: 2, neighbours: "add-remove" });
 * const rows = Array.from({ length: 1000 }, (_, i) => [0.6, i % 2 === 0 ? 0.8 : -0.8]);
 * moments.release(rows, stream(20261115, "example"))[0][0]; // => 362.630...
 * ```
 * @claim analyze-gauss
 */

import { integer, number, oneOf, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { Guarantee } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { GAUSSIAN_KINDS, gaussian } from "../noise/gaussian.ts";
import type { RecordNeighbours } from "../statistics/noisy-statistic.ts";

/** So that squares, their sums over any number of rows and the noise are float64 with all their digits. */
const [LEAST_CLIP, LARGEST_CLIP] = [1e-130, 1e130];
const LARGEST_SIGMA = 1e290;
const LARGEST_DIMENSION = 2048;

/** What a covariance takes, besides its budget. */
export const SQUARED = {
  /** The largest l2 norm of a row. */
  clip: number({ expected: `from ${LEAST_CLIP} to ${LARGEST_CLIP}`, least: LEAST_CLIP, most: LARGEST_CLIP }),
  /** How many numbers a row has. */
  dimension: integer(1, LARGEST_DIMENSION),
  neighbours: oneOf<RecordNeighbours>("swap", "add-remove"),
};

export const noisyCovarianceParameters = withBudget(GAUSSIAN_KINDS, SQUARED);

export type NoisyCovarianceParameters = ParametersOf<typeof noisyCovarianceParameters>;

export type Rows = readonly ArrayLike<number>[];

export interface NoisyCovariance extends Mechanism<Rows, Float64Array[], Stream> {
  readonly guarantee: Guarantee;
  /** The deviation of the noise on the diagonal; elsewhere it is this over sqrt(2). */
  readonly sigma: number;
  /** In the Frobenius norm. */
  readonly sensitivity: number;
  /** The diagonal and sqrt(2) times what is above it, row by row, with noise: it has a law. */
  readonly measured: ClosedMechanism<Rows, Float64Array, Stream, ProductLaw>;
  privacyLoss(): DominatingPair;
}

export function noisyCovariance(parameters: NoisyCovarianceParameters): NoisyCovariance {
  const { guarantee, clip, dimension, neighbours } = noisyCovarianceParameters.read(parameters);
  // Of one column two rows of opposite sign have one square: a swap changes no more than an addition.
  const swapped = neighbours === "swap" && dimension > 1;
  const sensitivity = (swapped ? Math.SQRT2 : 1) * clip * clip * (1 + 16 * dimension * Number.EPSILON);
  const size = (dimension * (dimension + 1)) / 2;
  const noisy = gaussian({ guarantee, sensitivity, dimension: size, neighbours });
  const { sigma, privacyLoss } = noisy;
  if (!(sigma <= LARGEST_SIGMA)) refuse("sigma for epsilon and clip", `at most ${LARGEST_SIGMA}`, sigma);
  const axis = (at: number) => Float64Array.from({ length: dimension }, (_, i) => (i === at ? clip : 0));
  const measured = {
    name: "noisy-covariance",
    neighbours,
    guarantee,
    release: (rows: Rows, random: Stream) => noisy.release(coordinatesOf(rows, { clip, dimension }), random),
    law: (rows: Rows) => noisy.law(coordinatesOf(rows, { clip, dimension })),
    privacyLoss: () => privacyLoss(),
    worstPair: (): readonly [Rows, Rows] =>
      neighbours === "add-remove" ? [[], [axis(0)]] : [[dimension > 1 ? axis(1) : new Float64Array(1)], [axis(0)]],
  };
  return {
    name: "noisy-covariance",
    neighbours,
    guarantee,
    sigma,
    sensitivity,
    measured,
    release: (rows, random) => matrixOf(measured.release(rows, random), dimension),
    privacyLoss,
  };
}

interface Shape {
  readonly clip: number;
  readonly dimension: number;
}

/** The sum of x x^T over the clipped rows: diagonal, then sqrt(2) times the entries to its right, row by row. */
function coordinatesOf(rows: Rows, { clip, dimension }: Shape): Float64Array {
  requireList("rows", rows);
  const sums = new Float64Array((dimension * (dimension + 1)) / 2);
  for (let r = 0; r < rows.length; r++) {
    const row = clipped(rows[r], { clip, dimension });
    let place = 0;
    for (let i = 0; i < dimension; i++)
      for (let j = i; j < dimension; j++) sums[place++] += (i === j ? 1 : Math.SQRT2) * row[i] * row[j];
  }
  return sums;
}

function clipped(row: ArrayLike<number>, { clip, dimension }: Shape): Float64Array {
  if (!Array.isArray(row) && !(row instanceof Float64Array)) refuseData("a row", "an array of numbers");
  if (row.length !== dimension) refuseData("a row", `of length ${dimension}`);
  let largest = 0;
  for (let i = 0; i < dimension; i++) {
    const entry = row[i];
    if (!(typeof entry === "number" && Number.isFinite(entry))) refuseData("an entry of a row", "finite");
    largest = Math.max(largest, Math.abs(entry));
  }
  const values = Float64Array.from(row);
  if (largest === 0) return values;
  // By parts of the largest entry, so that no square overflows.
  const norm = largest * Math.sqrt(values.reduce((sum, x) => sum + (x / largest) * (x / largest), 0));
  return norm <= clip ? values : values.map((x) => (x / norm) * clip);
}

function matrixOf(coordinates: Float64Array, dimension: number): Float64Array[] {
  const rows = Array.from({ length: dimension }, () => new Float64Array(dimension));
  let place = 0;
  for (let i = 0; i < dimension; i++)
    for (let j = i; j < dimension; j++) {
      const entry = coordinates[place++] * (i === j ? 1 : Math.SQRT1_2);
      rows[i][j] = entry;
      rows[j][i] = entry;
    }
  return rows;
}
