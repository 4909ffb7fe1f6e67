/**
 * Optimal strategy: the questions to be asked with Gaussian noise from which a workload is answered with the least total squared error.
 *
 * A strategy A whose columns have norm at most 1, asked with noise of variance 1, answers the workload W with the total error tr(V
 * X^-1), V = W^T W and X = A^T A: a convex function of X, whose diagonal must be at most 1.
 * Theorem: for every u > 0 no strategy has a total error below (tr M)^2 / sum u, M the root of diag(u)^(1/2) V diag(u)^(1/2): the
 * Lagrangian tr(V X^-1) + sum u_i (X_ii - 1) is least at X = diag(u)^(-1/2) M diag(u)^(-1/2), where it is 2 tr M - sum u, and c u
 * with the best c gives the square. At u = 1 this is the spectral bound, (sum of the singular values of W)^2 / n. The X of any u,
 * divided by its largest diagonal entry, is a strategy of error tr M max_i X_ii; both meet where u_i = M_ii for all i.
 * Method: the iteration u <- diag(M), until the two are within 1e-9 or 500 rounds are over. Both are returned, so that the gap is
 * known whatever the iteration did; the lower one is put down by 1e-10 of itself for the rounding of the eigenvalues.
 * Source: Li, Miklau, "Optimal error of query sets under the differentially-private matrix mechanism" (ICDT 2013), theorem 6, for
 * the spectral bound; Yuan, Yang, Zhang, Hao (VLDB 2016) for the convex program; Denisov, McMahan, Rush, Smith, Thakurta (NeurIPS
 * 2022) for the iteration.
 * Limits: least for neighbours that change one cell by 1 (`add-remove`); under `swap` it is a strategy as any other. Every cell
 * must be in some question. Questions smaller than a part in 3e6 of the others, whose squares float64 does not see beside theirs,
 * are refused; from a part in some thousands the iteration may stop early, with the gap it has. A round takes the eigenvectors of
 * an n by n matrix: prefix sums of 32 cells take 0.3 s, of 64 3 s, of 128, the most, 30 s.
 * @example
 * ```ts
 * import { optimalStrategy, prefixWorkload } from "epsilab/mechanisms";
 * const { totalSquaredError, lowerBound, spectralBound } = optimalStrategy(prefixWorkload(4));
 * totalSquaredError; // => 6.874144...
 * totalSquaredError - lowerBound < 1e-7; // => true
 * spectralBound; // => 6.411474...
 * ```
 * @claim matrix-mechanism
 */
import { largestOf } from "../../numerics/extremes.ts";
import type { Matrix } from "../../numerics/linear-algebra.ts";
import { refuse, requireFinite, requireList } from "../../numerics/requirements.ts";
import { symmetricEigen } from "../../numerics/symmetric-eigen.ts";

export interface OptimalStrategy {
  /** Its columns have norm 1 at most. */
  readonly strategy: Float64Array[];
  /** Of the workload from this strategy, with noise of variance 1. */
  readonly totalSquaredError: number;
  /** No strategy with columns of norm 1 has less. */
  readonly lowerBound: number;
  /** The lower bound from the singular values alone. */
  readonly spectralBound: number;
}

const CELLS = 128;
const ROUNDS = 500;
const GAP = 1e-9;
/** What rounding may have added to a bound. */
const SLACK = 1e-10;
/** Eigenvalues below this share of the largest are 0. */
const RANK = 1e-13;
/** What a question may have along the vectors of those, relative to its largest entry. */
const LOST = 1e-8;

export function optimalStrategy(workload: Matrix): OptimalStrategy {
  const gram = gramOf(workload);
  const size = gram.length;
  const rank = rankOf(workload, gram);
  let weights = new Float64Array(size).fill(1);
  let [spectralBound, lowerBound] = [0, 0];
  let best = { error: Infinity, strategy: [] as Float64Array[] };
  for (let round = 0; round < ROUNDS; round++) {
    const root = rooted(gram, weights, rank);
    if (root === undefined) break;
    const { trace, diagonal, strategy } = root;
    const bound = ((trace * trace) / weights.reduce((sum, weight) => sum + weight, 0)) * (1 - SLACK);
    if (round === 0) spectralBound = bound;
    lowerBound = Math.max(lowerBound, bound);
    const norm = largestOf(diagonal.map((entry, i) => entry / weights[i]));
    if (trace * norm < best.error) {
      const scale = 1 / Math.sqrt(norm);
      best = { error: trace * norm, strategy: strategy.map((row) => row.map((entry) => entry * scale)) };
    }
    if (best.error <= lowerBound * (1 + GAP)) break;
    weights = diagonal;
  }
  return { strategy: best.strategy, totalSquaredError: best.error, lowerBound, spectralBound };
}

/**
 * The root M of diag(u)^(1/2) V diag(u)^(1/2): its trace, its diagonal, and A = M^(1/2) diag(u)^(-1/2), all zero rows left out. The
 * rank is that of V, and the weights are not looked at further where rounding hides an eigenvalue of it.
 */
function rooted(gram: readonly Float64Array[], weights: Float64Array, rank: number) {
  const roots = weights.map(Math.sqrt);
  const { values, vectors } = symmetricEigen(gram.map((row, i) => row.map((entry, j) => roots[i] * roots[j] * entry)));
  const diagonal = new Float64Array(weights.length);
  const strategy: Float64Array[] = [];
  let trace = 0;
  if (!(values[rank - 1] > RANK * values[0])) return undefined;
  for (let k = 0; k < rank; k++) {
    const root = Math.sqrt(values[k]);
    const fourth = Math.sqrt(root);
    trace += root;
    for (let i = 0; i < diagonal.length; i++) diagonal[i] += root * vectors[k][i] * vectors[k][i];
    strategy.push(vectors[k].map((entry, i) => (fourth * entry) / roots[i]));
  }
  return { trace, diagonal, strategy };
}

/** How many eigenvalues of V are not 0; refuses questions of which their vectors leave out a part. */
function rankOf(workload: Matrix, gram: readonly Float64Array[]): number {
  const { values, vectors } = symmetricEigen(gram);
  let rank = 1;
  while (rank < values.length && values[rank] > RANK * values[0]) rank++;
  const lost = vectors.slice(rank);
  const partOf = (row: ArrayLike<number>, vector: Float64Array) => vector.reduce((sum, x, i) => sum + x * row[i], 0);
  for (let r = 0; r < workload.length && lost.length > 0; r++) {
    const row = workload[r];
    const largest = largestOf(Float64Array.from(row, Math.abs));
    if (lost.some((vector) => Math.abs(partOf(row, vector)) > LOST * largest))
      refuse(`workload[${r}]`, "larger beside the other questions, or farther from sums of them, for float64", largest);
  }
  return rank;
}

function gramOf(workload: Matrix): Float64Array[] {
  requireList("workload", workload);
  if (workload.length === 0) refuse("workload", "of at least one row", workload);
  requireList("workload[0]", workload[0]);
  const size = workload[0].length;
  if (!(size >= 1 && size <= CELLS)) refuse("workload[0]", `of 1 to ${CELLS} cells`, size);
  const gram = Array.from({ length: size }, () => new Float64Array(size));
  workload.forEach((row, r) => {
    requireList(`workload[${r}]`, row, size);
    for (let i = 0; i < size; i++) requireFinite({ [`workload[${r}][${i}]`]: row[i] });
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) gram[i][j] += row[i] * row[j];
  });
  gram.forEach((row, i) => {
    if (!(row[i] > 0)) refuse(`column ${i} of workload`, "one that some question has", row[i]);
  });
  return gram;
}
