/**
 * Private linear regression by sufficient statistics: Gaussian noise on X^T X and X^T y together, and the ridge solution of what comes out.
 *
 * Theorem: let ||x|| <= 1 and |y| <= 1. One record contributes (x x^T, x y), of squared norm ||x||^4 + y^2 ||x||^2 <= 2, so that
 * adding, removing or zeroing one moves the statistics by at most sqrt(2) in the Frobenius norm. Swapping one for another moves
 * them by at most sqrt(4.5): with unit vectors at inner product c and opposite labels the squared distance is 4 + 2 c - 2 c^2,
 * greatest at c = 1/2. With one feature c is -1 or 1, and it is 2. The Gaussian mechanism at this sensitivity is (epsilon,
 * delta)-differentially private, and any function of its output with it. A person with up to k records moves them by at most k
 * times as much, which k equal records attain. The entries off the diagonal are released once, times sqrt(2), which keeps the
 * Frobenius norm: their noise is smaller by that factor.
 * Source: Vu, Slavkovic (2009); Wang (UAI 2018); Balle, Wang (ICML 2018) for the noise.
 * Limits: features longer than 1 are shortened and labels beyond [-1, 1] clamped, record by record. Under `add-remove` the number
 * of records is not released. A noisy matrix that is not positive definite with the ridge has the ridge doubled until it is.
 * Float64 noise; for study.
 * @claim linreg-sufficient-statistics
 * @also private linear regression, dp-erm
 */
import { gaussian } from "../mechanisms/noise/gaussian.ts";
import { cholesky, isPositiveDefinite } from "../numerics/linear-algebra.ts";
import { count, integer, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireFiniteData, requirePositive } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import type { Stream } from "../random/stream.ts";
import { clipFeatures, type Dataset, dataset, NORM_SLACK, requireDataset } from "./dataset.ts";

export const privateRegressionParameters = withBudget(["approximate"], {
  /** How many features a record has. */
  columns: integer(1, 500),
  neighbours: oneOf("swap", "add-remove", "zero-out"),
  /** How many records one person has at most, all of which neighbours differ in: 1 by default. */
  atMost: optional(count, 1),
});

export type PrivateRegressionParameters = ParametersOf<typeof privateRegressionParameters>;

/** The mechanism releases the statistics: X^T X row by row from its diagonal on, then X^T y. */
export interface PrivateRegression extends ClosedMechanism<Dataset, Float64Array, Stream, ProductLaw> {
  /** The standard deviation of the noise on each of them. */
  readonly sigma: number;
  readonly sensitivity: number;
  /** The weights that minimise ||X w - y||^2 + ridge ||w||^2, by (noisy) statistics. */
  fit(statistics: Float64Array, ridge: number): Float64Array;
}

const MOST_RECORDS = 65536; // 2^16

export function privateRegression(parameters: PrivateRegressionParameters): PrivateRegression {
  const { guarantee, columns, neighbours, atMost } = privateRegressionParameters.read(parameters);
  const { epsilon, delta } = guarantee;
  // A row scaled to norm 1 may be longer by rounding, and its square by twice as much.
  const sensitivity = atMost * regressionSensitivity(columns, neighbours) * (1 + 4 * NORM_SLACK);
  const noise = gaussian({ epsilon, delta, sensitivity, dimension: dimensionOf(columns), neighbours });
  return {
    name: "private-regression",
    neighbours,
    sigma: noise.sigma,
    sensitivity,
    guarantee,
    release: (data, random) => noise.release(regressionStatistics(data, columns), random),
    law: (data) => noise.law(regressionStatistics(data, columns)),
    privacyLoss: () => ({ ...noise.privacyLoss(), attained: false }),
    worstPair: () => farthest({ columns, neighbours, atMost }),
    fit: (statistics, ridge) => ridgeSolution(statistics, columns, ridge),
  };
}

/** The largest distance of the statistics of neighbours. */
function regressionSensitivity(columns: number, neighbours: PrivateRegressionParameters["neighbours"]): number {
  if (neighbours === "swap") return columns === 1 ? 2 : Math.sqrt(4.5);
  return Math.SQRT2;
}

function dimensionOf(columns: number): number {
  return (columns * (columns + 3)) / 2;
}

function regressionStatistics(given: Dataset, columns: number): Float64Array {
  requireDataset(given);
  if (given.columns !== columns) refuse("the number of features", `${columns}`, given.columns);
  const { features, labels, rows } = clipFeatures(given, 1);
  const sums = new Float64Array(dimensionOf(columns));
  for (let i = 0, at = 0; i < rows; i++, at += columns) {
    const label = Math.min(1, Math.max(-1, labels[i]));
    let to = 0;
    for (let j = 0; j < columns; j++) {
      const x = features[at + j];
      sums[to++] += x * x;
      for (let k = j + 1; k < columns; k++) sums[to++] += Math.SQRT2 * x * features[at + k];
    }
    for (let j = 0; j < columns; j++) sums[to++] += features[at + j] * label;
  }
  return sums;
}

function ridgeSolution(statistics: Float64Array, columns: number, ridge: number): Float64Array {
  requirePositive({ ridge });
  if (statistics.length !== dimensionOf(columns)) refuse("statistics", `of length ${dimensionOf(columns)}`, statistics);
  for (let k = 0; k < statistics.length; k++) requireFiniteData({ [`statistics[${k}]`]: statistics[k] });
  const matrix = Array.from({ length: columns }, () => new Float64Array(columns));
  let from = 0;
  for (let j = 0; j < columns; j++) {
    matrix[j][j] = statistics[from++];
    for (let k = j + 1; k < columns; k++) {
      matrix[j][k] = matrix[k][j] = statistics[from++] * Math.SQRT1_2;
    }
  }
  const ridged = (added: number) => matrix.map((row, j) => row.with(j, row[j] + added));
  let added = ridge;
  while (!isPositiveDefinite(ridged(added))) added *= 2;
  return cholesky(ridged(added)).solve(statistics.subarray(from));
}

/** Neighbours whose statistics are as far apart as any. */
function farthest(
  parameters: Pick<Required<PrivateRegressionParameters>, "columns" | "neighbours" | "atMost">,
): readonly [Dataset, Dataset] {
  const { columns, neighbours, atMost } = parameters;
  if (atMost > MOST_RECORDS) refuse("atMost", `at most ${MOST_RECORDS} for a worst pair`, atMost);
  const vector = (...start: readonly number[]) => [...start, ...new Array<number>(columns - start.length).fill(0)];
  const of = (row: readonly number[], label: number, times = atMost) =>
    dataset({
      features: Float64Array.from(new Array<readonly number[]>(times).fill(row).flat()),
      labels: new Float64Array(times).fill(label),
      columns,
    });
  const one = vector(1);
  if (neighbours === "add-remove") return [of(one, 1, 1), of(one, 1, 1 + atMost)];
  if (neighbours === "zero-out") return [of(one, 1), of(vector(), 0)];
  return [of(one, 1), of(columns === 1 ? [1] : vector(0.5, Math.sqrt(0.75)), -1)];
}
