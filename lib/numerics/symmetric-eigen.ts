/**
 * Eigenvalues and eigenvectors of a symmetric matrix.
 *
 * Method: cyclic Jacobi rotations; each annuls one pair of entries off the diagonal, until all of them are below 2^-53 of the matrix or a
 * rotation would change nothing. Only + - * / and Math.sqrt, so that the bits are the same everywhere.
 * Source: Jacobi (1846); Golub, Van Loan, "Matrix computations" (2013), section 8.5.
 * Accuracy: backward stable; values to about n 2^-52 of the norm, vectors orthogonal to the same. Vectors of equal values are some basis.
 * Limits: dense, some n^3 times ten operations; meant for up to two hundred columns. Asymmetry beyond 1e-12 of the largest entry is
 * refused, a smaller one is averaged out. Entries beyond 1e300 are refused. The sign of a vector makes its largest entry positive.
 * @example
 * ```ts
 * import { symmetricEigen } from "epsilab/numerics";
 * symmetricEigen([
 *   [2, 1],
 *   [1, 2],
 * ]).values; // => Float64Array(2) [3, 1]
 * ```
 */
import { POWER_OFFSET, powersOfTwo } from "./float64.ts";
import type { Matrix } from "./linear-algebra.ts";
import { refuse, requireList } from "./requirements.ts";

/** A = sum of values[k] vectors[k] vectors[k]^T. */
export interface SymmetricEigen {
  /** In descending order. */
  readonly values: Float64Array;
  /** The unit vector of each value, as a row. */
  readonly vectors: Float64Array[];
}

const MOST_SWEEPS = 60;
const LARGEST = 1e300;
/** Largest entries between these have squares with all the digits that count. */
const [LOW, HIGH] = [1e-130, 1e150];
const TWO_600 = powersOfTwo[POWER_OFFSET + 600];
/** A cotangent beyond which 1 is nothing beside its square. */
const STEEP = 1e150;

export function symmetricEigen(matrix: Matrix): SymmetricEigen {
  const { rows: a, unit } = symmetricRows(matrix);
  const size = a.length;
  // Row k of `vectors` becomes the k-th eigenvector.
  const vectors = a.map((_, k) => Float64Array.from({ length: size }, (_, j) => (j === k ? 1 : 0)));
  for (let sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(a); sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, vectors, p, q);
  const order = a.map((_, k) => k).sort((i, j) => a[j][j] - a[i][i] || i - j);
  return {
    values: Float64Array.from(order, (k) => a[k][k] * unit),
    vectors: order.map((k) => signed(vectors[k])),
  };
}

function isDiagonal(a: readonly Float64Array[]): boolean {
  let [outside, whole] = [0, 0];
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < a.length; j++) {
      const square = a[i][j] * a[i][j];
      whole += square;
      if (i !== j) outside += square;
    }
  return outside <= whole * Number.EPSILON * Number.EPSILON * 0.25;
}

/** Annuls the entry at (p, q), by rotating the two axes. */
function rotate(a: Float64Array[], vectors: Float64Array[], p: number, q: number): void {
  const entry = a[p][q];
  if (entry === 0) return;
  const half = (a[q][q] - a[p][p]) / (2 * entry);
  // Where the diagonal is so far apart that a square overflows, the angle is 1 / (2 half).
  const tangent =
    Math.abs(half) > STEEP ? 0.5 / half : (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(1 + half * half));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  const [diagonalP, diagonalQ] = [a[p][p] - tangent * entry, a[q][q] + tangent * entry];
  for (let k = 0; k < a.length; k++) {
    if (k !== p && k !== q) {
      const [x, y] = [a[k][p], a[k][q]];
      a[k][p] = a[p][k] = cosine * x - sine * y;
      a[k][q] = a[q][k] = sine * x + cosine * y;
    }
    const [u, v] = [vectors[p][k], vectors[q][k]];
    vectors[p][k] = cosine * u - sine * v;
    vectors[q][k] = sine * u + cosine * v;
  }
  a[p][p] = diagonalP;
  a[q][q] = diagonalQ;
  a[p][q] = a[q][p] = 0;
}

function signed(vector: Float64Array): Float64Array {
  let largest = 0;
  for (const x of vector) if (Math.abs(x) > Math.abs(largest)) largest = x;
  return largest < 0 ? vector.map((x) => -x + 0) : vector;
}

/** The matrix over a unit, a power of two that is 1 unless squares of its entries would be beyond float64. */
function symmetricRows(matrix: Matrix): { readonly rows: Float64Array[]; readonly unit: number } {
  requireList("matrix", matrix);
  const size = matrix.length;
  if (!(size > 0)) refuse("matrix", "of at least one row", matrix);
  let largest = 0;
  for (let i = 0; i < size; i++) {
    requireList(`matrix row ${i}`, matrix[i]);
    if (matrix[i].length !== size) refuse(`matrix row ${i}`, `of length ${size}`, matrix[i].length);
    for (let j = 0; j < size; j++) {
      const entry = matrix[i][j];
      if (!(typeof entry === "number" && Math.abs(entry) <= LARGEST))
        refuse(`matrix at (${i}, ${j})`, `a number of size up to ${LARGEST}`, entry);
      largest = Math.max(largest, Math.abs(entry));
    }
  }
  const unit = largest > HIGH ? TWO_600 : largest > 0 && largest < LOW ? 1 / TWO_600 : 1;
  const rows = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => {
      const [one, other] = [matrix[i][j], matrix[j][i]];
      if (Math.abs(one - other) > 1e-12 * largest) refuse("matrix", "symmetric", `${one} and ${other} at (${i}, ${j})`);
      return (0.5 * one) / unit + (0.5 * other) / unit;
    }),
  );
  return { rows, unit };
}
