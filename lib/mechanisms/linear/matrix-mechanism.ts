/**
 * Matrix mechanism: answers to many linear questions about a vector of counts, from noisy answers to other questions, the strategy.
 *
 * Theorem: let x be the counts, W the workload and A a strategy with W = B A for B = W A^+. Under `add-remove` a record changes one
 * count by 1 and A x by a column of A; under `swap` it changes two, and A x by the difference of two columns. With D the largest of
 * these norms, A x + N(0, sigma^2 I) is (epsilon, delta)-differentially private for the least sigma of `gaussian`, and the answers
 * W x + B z, consistent with each other, are computed from it. They are unbiased, question i has the variance sigma^2 |row i of
 * B|^2, and all together sigma^2 |B|_F^2.
 * Source: Li, Hay, Rastogi, Miklau, McGregor, "Optimizing linear counting queries under differential privacy" (PODS 2010),
 * doi:10.1145/1807085.1807104.
 * Limits: dense matrices. The strategy must answer the workload: W A^+ A within 1e-8 of W. Float64 noise is for study (`gaussian`).
 * @example
 * ```ts
 * import { matrixMechanism, prefixWorkload } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * const workload = prefixWorkload(4);
 * const target = { epsilon: 1, delta: 1e-6, neighbours: "add-remove" } as const;
 * const sums = matrixMechanism({ ...target, workload, strategy: workload });
 * sums.totalSquaredError; // => 285.566...
 * sums.release([100, 50, 20, 30], stream(20261115, "example")); // => Float64Array(4) [105.260..., 148.510..., 174.115..., 206.081...]
 * ```
 * @claim matrix-mechanism
 * @also hdmm, linear queries, workload
 */
import { type Matrix, singularValues } from "../../numerics/linear-algebra.ts";
import { made, oneOf, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireFinite, requireFiniteData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { Guarantee } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { GAUSSIAN_KINDS, gaussian } from "../noise/gaussian.ts";
import type { RecordNeighbours } from "../statistics/noisy-statistic.ts";

export const matrixMechanismParameters = withBudget(GAUSSIAN_KINDS, {
  neighbours: oneOf<RecordNeighbours>("swap", "add-remove"),
  /** The questions, a row each, a column for each count. */
  workload: made<Matrix>((workload, name) => {
    rowsOf(name, workload);
  }),
  /** What is asked with noise: `optimalStrategy(workload).strategy`, or one of `workload.ts`. */
  strategy: made<Matrix>((strategy, name) => {
    rowsOf(name, strategy);
  }),
});

export type MatrixMechanismParameters = ParametersOf<typeof matrixMechanismParameters>;

export interface MatrixMechanism extends Mechanism<ArrayLike<number>, Float64Array, Stream> {
  readonly guarantee: Guarantee;
  /** The standard deviation of the noise in every answer to the strategy. */
  readonly sigma: number;
  /** The l2 sensitivity of the strategy. */
  readonly sensitivity: number;
  /** The exact variance of each answer. */
  readonly variances: Float64Array;
  readonly totalSquaredError: number;
  /** The noisy answers to the strategy alone: they have a law. */
  readonly measured: ClosedMechanism<ArrayLike<number>, Float64Array, Stream, ProductLaw>;
  privacyLoss(): DominatingPair;
}

const CLOSE = 1e-8;

export function matrixMechanism(parameters: MatrixMechanismParameters): MatrixMechanism {
  const { guarantee, neighbours } = matrixMechanismParameters.read(parameters);
  const workload = rowsOf("workload", parameters.workload);
  const strategy = rowsOf("strategy", parameters.strategy, workload[0].length);
  const answers = answersFrom(workload, strategy);
  const { sensitivity, pair } = worstColumns(strategy, neighbours);
  const noisy = gaussian({ guarantee, sensitivity, dimension: strategy.length, neighbours });
  const { sigma, privacyLoss } = noisy;
  const asked = (counts: ArrayLike<number>) => {
    requireList("counts", counts, strategy[0].length);
    for (let i = 0; i < counts.length; i++) requireFiniteData({ [`counts[${i}]`]: counts[i] });
    return times(strategy, counts);
  };
  const variances = Float64Array.from(answers, (row) => sigma * sigma * dot(row, row));
  const measured = {
    name: "matrix-mechanism",
    neighbours,
    guarantee,
    release: (counts: ArrayLike<number>, random: Stream) => noisy.release(asked(counts), random),
    law: (counts: ArrayLike<number>) => noisy.law(asked(counts)),
    privacyLoss,
    worstPair: () => pair,
  };
  return {
    name: "matrix-mechanism",
    neighbours,
    guarantee,
    sigma,
    sensitivity,
    variances,
    totalSquaredError: variances.reduce((sum, variance) => sum + variance, 0),
    measured,
    release: (counts, random) => times(answers, measured.release(counts, random)),
    privacyLoss,
  };
}

/** B = W A^+, refused where B A is not W. */
function answersFrom(workload: readonly Float64Array[], strategy: readonly Float64Array[]): Float64Array[] {
  const { left, values, right } = singularValues(strategy);
  const rank = values.filter((value) => value > values[0] * 1e-12).length;
  const answers = workload.map((row) => {
    const answer = new Float64Array(strategy.length);
    for (let k = 0; k < rank; k++) {
      let along = 0;
      for (let j = 0; j < row.length; j++) along += row[j] * right[j][k];
      for (let i = 0; i < answer.length; i++) answer[i] += (along / values[k]) * left[i][k];
    }
    return answer;
  });
  answers.forEach((answer, r) => {
    const size = Math.sqrt(dot(workload[r], workload[r]));
    for (let j = 0; j < strategy[0].length; j++) {
      const rebuilt = answer.reduce((sum, weight, i) => sum + weight * strategy[i][j], 0);
      if (!(Math.abs(rebuilt - workload[r][j]) <= CLOSE * size))
        refuse(
          "strategy",
          `one from which row ${r} of workload can be answered`,
          `${strategy.length} rows that cannot`,
        );
    }
  });
  return answers;
}

/** Squares of smaller entries are below float64, and the sensitivity would come out too small. */
const LEAST_ENTRY = 1e-140;

/** The largest change of A x between neighbours, and counts that have it. */
function worstColumns(strategy: readonly Float64Array[], neighbours: RecordNeighbours) {
  const size = strategy[0].length;
  const unit = (at: number) => Float64Array.from({ length: size }, (_, i) => (i === at ? 1 : 0));
  let [square, from, to] = [0, -1, 0];
  const largest = strategy.reduce((most, row) => row.reduce((far, x) => Math.max(far, Math.abs(x)), most), 0);
  if (!(largest >= LEAST_ENTRY))
    refuse("strategy", `one whose largest entry is at least ${LEAST_ENTRY} in size`, largest);
  const squareOf = (one: number, other: number) =>
    strategy.reduce((sum, row) => {
      const change = row[one] - (other < 0 ? 0 : row[other]);
      return sum + change * change;
    }, 0);
  for (let one = 0; one < size; one++)
    for (let other = neighbours === "swap" ? one + 1 : -1; other < (neighbours === "swap" ? size : 0); other++) {
      const found = squareOf(one, other);
      if (found > square) [square, from, to] = [found, other, one];
    }
  if (!(square > 0)) refuse("strategy", "one that tells neighbours apart, else no noise is needed", `${size} cells`);
  const pair: readonly [Float64Array, Float64Array] = [from < 0 ? new Float64Array(size) : unit(from), unit(to)];
  // Rounded up: the sum of squares and the root err by less.
  return { sensitivity: Math.sqrt(square) * (1 + (strategy.length + 4) * Number.EPSILON), pair };
}

function rowsOf(name: string, matrix: Matrix, cells?: number): Float64Array[] {
  requireList(name, matrix);
  if (matrix.length === 0) refuse(name, "of at least one row", matrix);
  const rows: Float64Array[] = [];
  for (let r = 0; r < matrix.length; r++) {
    requireList(`${name}[${r}]`, matrix[r], cells ?? (r > 0 ? rows[0].length : undefined));
    if (matrix[r].length === 0) refuse(`${name}[${r}]`, "of at least one cell", matrix[r]);
    for (let i = 0; i < matrix[r].length; i++) requireFinite({ [`${name}[${r}][${i}]`]: matrix[r][i] });
    rows.push(Float64Array.from(matrix[r]));
  }
  return rows;
}

function times(matrix: readonly Float64Array[], vector: ArrayLike<number>): Float64Array {
  return Float64Array.from(matrix, (row) => dot(row, vector));
}

function dot(row: Float64Array, vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row[i] * vector[i];
  return sum;
}
