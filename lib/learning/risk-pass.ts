/**
 * Passes over a dataset: the mean loss of a linear model with its gradient and its Hessian, without a penalty.
 *
 * Records go by in blocks: predictions, then the loss of all of them at once, then the sums, while the block is in the nearest
 * memory. A pass owns its buffers, so that calls allocate nothing; two passes may not share one.
 */
import type { Dataset } from "./dataset.ts";
import type { Loss } from "./loss.ts";
import { BLOCK, lossBlock } from "./loss-batch.ts";

interface RiskPass {
  /** The mean loss. */
  value(weights: Float64Array): number;
  /** Writes the mean gradient and returns the mean loss. */
  gradient(weights: Float64Array, gradient: Float64Array): number;
  /** Writes the mean gradient and the mean Hessian, row-major, and returns the mean loss. */
  hessian(weights: Float64Array, gradient: Float64Array, hessian: Float64Array): number;
}

export function riskPass(data: Dataset, loss: Loss): RiskPass {
  const { features, labels, rows, columns } = data;
  const block = lossBlock();
  const { predictions, slopes, curvatures, values } = block;
  const run = (weights: Float64Array, gradient?: Float64Array, hessian?: Float64Array) => {
    let total = 0;
    gradient?.fill(0);
    hessian?.fill(0);
    for (let first = 0; first < rows; first += BLOCK) {
      const count = Math.min(BLOCK, rows - first);
      predict({ features, columns, first, count }, weights, predictions);
      block.labels.set(labels.subarray(first, first + count));
      loss.fillAll(block, count);
      for (let i = 0; i < count; i++) total += values[i];
      if (gradient !== undefined) addRows({ features, columns, first, count }, slopes, gradient);
      if (hessian !== undefined) addSquares({ features, columns, first, count }, curvatures, hessian);
    }
    if (gradient !== undefined) for (let j = 0; j < columns; j++) gradient[j] /= rows;
    if (hessian !== undefined) mirror(hessian, columns, rows);
    return total / rows;
  };
  return {
    value: (weights) => run(weights),
    gradient: (weights, gradient) => run(weights, gradient),
    hessian: (weights, gradient, hessian) => run(weights, gradient, hessian),
  };
}

interface RowBlock {
  readonly features: Float64Array;
  readonly columns: number;
  readonly first: number;
  readonly count: number;
}

/** The inner products of the rows with the weights, in two running sums: even columns and odd ones. */
export function predict({ features, columns, first, count }: RowBlock, weights: Float64Array, out: Float64Array): void {
  const even = columns - (columns % 2);
  let at = first * columns;
  for (let i = 0; i < count; i++) {
    let one = 0;
    let other = 0;
    for (let j = 0; j < even; j += 2) {
      one += features[at + j] * weights[j];
      other += features[at + j + 1] * weights[j + 1];
    }
    if (even < columns) one += features[at + even] * weights[even];
    out[i] = one + other;
    at += columns;
  }
}

/** Adds each row times its factor. */
export function addRows({ features, columns, first, count }: RowBlock, factors: Float64Array, sum: Float64Array): void {
  let at = first * columns;
  for (let i = 0; i < count; i++) {
    const factor = factors[i];
    for (let j = 0; j < columns; j++) sum[j] += factor * features[at + j];
    at += columns;
  }
}

/** Adds factor x x^T for each row x, below and on the diagonal. */
function addSquares({ features, columns, first, count }: RowBlock, factors: Float64Array, sum: Float64Array): void {
  let at = first * columns;
  for (let i = 0; i < count; i++) {
    const factor = factors[i];
    if (factor !== 0) {
      for (let j = 0; j < columns; j++) {
        const scaled = factor * features[at + j];
        const row = j * columns;
        for (let k = 0; k <= j; k++) sum[row + k] += scaled * features[at + k];
      }
    }
    at += columns;
  }
}

/** Divides the lower triangle and copies it above the diagonal. */
function mirror(matrix: Float64Array, size: number, divisor: number): void {
  for (let j = 0; j < size; j++) {
    for (let k = 0; k <= j; k++) {
      const entry = matrix[j * size + k] / divisor;
      matrix[j * size + k] = entry;
      matrix[k * size + j] = entry;
    }
  }
}
