/**
 * Dense linear algebra on small matrices: Cholesky, QR, singular values, least squares, linear systems.
 *
 * Method: a thin layer over ml-matrix 6.15.1 (the JAMA algorithms), which is met nowhere else in the library. Its
 * Cholesky, Householder QR, Golub-Kahan SVD and LU use only + - * / and Math.sqrt (read in its source: its `hypotenuse`
 * is its own, not Math.hypot), so the results have the same bits everywhere and may be stored.
 * A matrix is an array of rows; results are fresh Float64Array rows.
 * Accuracy: backward stable; the test holds each defining identity to 20 n 2^-52 times the norm of the matrix.
 * Limits: a column that is not zero but below 1e-280 throughout is refused, as underflow would cost the factors their
 * orthogonality, and so is one with a number beyond 1e150, whose square overflows. Dense and unblocked, meant for some hundreds of
 * columns. What is singular is refused, never solved.
 */
import {
  CholeskyDecomposition,
  Matrix as Dense,
  LuDecomposition,
  QrDecomposition,
  SingularValueDecomposition,
} from "ml-matrix";
import { refuse, refuseKind } from "./requirements.ts";

const SMALLEST_COLUMN = 1e-280;
/** Beyond it squares overflow. */
const LARGEST_COLUMN = 1e150;

export type Matrix = ReadonlyArray<ArrayLike<number>>;
export type Vector = ArrayLike<number>;

/** A = lower * transpose(lower). */
export interface Cholesky {
  readonly lower: Float64Array[];
  solve(right: Vector): Float64Array;
}

/** A = orthogonal * upper, with as many columns in `orthogonal` as in A. */
export interface Qr {
  readonly orthogonal: Float64Array[];
  readonly upper: Float64Array[];
}

/** A = left * diagonal(values) * transpose(right), values in descending order. */
export interface SingularValues {
  readonly left: Float64Array[];
  readonly values: Float64Array;
  readonly right: Float64Array[];
}

/** Factor a symmetric positive definite matrix; asymmetry of rounding size (1e-12 of the largest entry) is averaged out. */
export function cholesky(matrix: Matrix): Cholesky {
  const dense = symmetric(toDense("matrix", matrix));
  const factor = new CholeskyDecomposition(dense);
  if (!factor.isPositiveDefinite()) refuse("matrix", "positive definite", "one with a pivot that is not positive");
  return {
    lower: toRows(factor.lowerTriangularMatrix),
    solve: (right) => finiteSolution(factor.solve(toColumn("right", right, dense.rows))),
  };
}

/** Whether the Cholesky factorisation of a symmetric matrix runs through in float64. */
export function isPositiveDefinite(matrix: Matrix): boolean {
  return new CholeskyDecomposition(symmetric(toDense("matrix", matrix))).isPositiveDefinite();
}

/** Factor a matrix with at least as many rows as columns. */
export function qr(matrix: Matrix): Qr {
  const factor = new QrDecomposition(tall(toDense("matrix", matrix)));
  return { orthogonal: toRows(factor.orthogonalMatrix), upper: toRows(factor.upperTriangularMatrix) };
}

export function singularValues(matrix: Matrix): SingularValues {
  const factor = new SingularValueDecomposition(toDense("matrix", matrix), { autoTranspose: true });
  return {
    left: toRows(factor.leftSingularVectors),
    values: Float64Array.from(factor.diagonal),
    right: toRows(factor.rightSingularVectors),
  };
}

/** The x that makes the Euclidean norm of matrix * x - right least; the columns must be independent. */
export function leastSquares(matrix: Matrix, right: Vector): Float64Array {
  const dense = tall(toDense("matrix", matrix));
  const factor = new QrDecomposition(dense);
  requireIndependent(factor.upperTriangularMatrix.diag(), dense);
  return finiteSolution(factor.solve(toColumn("right", right, dense.rows)));
}

/** The x with matrix * x = right, for a square invertible matrix. */
export function solveLinear(matrix: Matrix, right: Vector): Float64Array {
  const dense = toDense("matrix", matrix);
  if (dense.rows !== dense.columns) refuse("matrix", "square", `${dense.rows} rows of ${dense.columns}`);
  const factor = new LuDecomposition(dense);
  requireIndependent(factor.upperTriangularMatrix.diag(), dense);
  return finiteSolution(factor.solve(toColumn("right", right, dense.rows)));
}

function finiteSolution(column: Dense): Float64Array {
  const solution = toVector(column);
  for (const value of solution)
    if (!Number.isFinite(value)) refuse("right", "so small that the solution is finite", value);
  return solution;
}

/** A pivot below n 2^-52 of its column holds no digit of information: the column depends on those before it. */
function requireIndependent(pivots: readonly number[], dense: Dense): void {
  for (let j = 0; j < pivots.length; j++) {
    const size = largestIn(dense, j);
    if (!(Math.abs(pivots[j]) > dense.rows * Number.EPSILON * size)) {
      refuse("matrix", "of full rank", `column ${j} that depends on those before it`);
    }
  }
}

function symmetric(dense: Dense): Dense {
  const size = dense.rows;
  if (size !== dense.columns) refuse("matrix", "square", `${size} rows of ${dense.columns}`);
  const slack = 1e-12 * Math.max(dense.max(), -dense.min());
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const [below, above] = [dense.get(i, j), dense.get(j, i)];
      if (Math.abs(below - above) > slack) refuse("matrix", "symmetric", `${below} and ${above} at (${i}, ${j})`);
      dense.set(i, j, below / 2 + above / 2);
      dense.set(j, i, below / 2 + above / 2);
    }
  }
  return dense;
}

function tall(dense: Dense): Dense {
  if (dense.rows < dense.columns) {
    refuse("matrix", "of at least as many rows as columns", `${dense.rows} rows of ${dense.columns}`);
  }
  return dense;
}

function toDense(name: string, matrix: Matrix): Dense {
  requireNumbers(name, matrix);
  for (let i = 0; i < matrix.length; i++) requireNumbers(`${name} row ${i}`, matrix[i]);
  const columns = matrix.length === 0 ? 0 : matrix[0].length;
  if (columns === 0) refuse(name, "of at least one row and one column", matrix);
  const dense = new Dense(matrix.length, columns);
  for (let i = 0; i < matrix.length; i++) {
    if (matrix[i].length !== columns) refuse(`${name} row ${i}`, `of length ${columns}`, matrix[i].length);
    for (let j = 0; j < columns; j++) {
      if (!Number.isFinite(matrix[i][j])) refuse(`${name} at (${i}, ${j})`, "finite", matrix[i][j]);
      dense.set(i, j, matrix[i][j]);
    }
  }
  requireColumnSizes(name, dense);
  return dense;
}

function requireColumnSizes(name: string, dense: Dense): void {
  for (let j = 0; j < dense.columns; j++) {
    const size = largestIn(dense, j);
    if (size > 0 && size < SMALLEST_COLUMN)
      refuse(`${name} column ${j}`, `0 or of a size above ${SMALLEST_COLUMN}`, size);
    if (size > LARGEST_COLUMN) refuse(`${name} column ${j}`, `of a size up to ${LARGEST_COLUMN}`, size);
  }
}

function largestIn(dense: Dense, column: number): number {
  let largest = 0;
  for (let i = 0; i < dense.rows; i++) largest = Math.max(largest, Math.abs(dense.get(i, column)));
  return largest;
}

/** A list, whose holes are found where its numbers are read. */
function requireNumbers(name: string, list: ArrayLike<unknown>): void {
  if (!Array.isArray(list) && !ArrayBuffer.isView(list)) refuseKind(name, "an array or a typed array", list);
}

function toColumn(name: string, vector: Vector, rows: number): Dense {
  requireNumbers(name, vector);
  if (vector.length !== rows) refuse(name, `of length ${rows}`, vector.length);
  const column = new Dense(rows, 1);
  for (let i = 0; i < rows; i++) {
    if (!Number.isFinite(vector[i])) refuse(`${name} at ${i}`, "finite", vector[i]);
    column.set(i, 0, vector[i]);
  }
  return column;
}

function toRows(dense: Dense): Float64Array[] {
  return Array.from({ length: dense.rows }, (_, i) => Float64Array.from(dense.getRow(i)));
}

function toVector(column: Dense): Float64Array {
  return Float64Array.from(column.getColumn(0));
}
