/**
 * Smooth objective: a differentiable function of many variables, and what its minimisers share.
 *
 * It returns its value at the point and writes its gradient into the second argument, so that a minimiser allocates nothing
 * per evaluation and work common to both is done once.
 */
import { refuse } from "./requirements.ts";

export type SmoothObjective = (at: Float64Array, gradient: Float64Array) => number;

export interface SmoothMinimum {
  readonly at: Float64Array;
  readonly value: number;
  readonly gradientNorm: number;
  readonly iterations: number;
  readonly evaluations: number;
}

/** An evaluation that throws where the value or the gradient is NaN; a value of Infinity marks a forbidden point. */
export function evaluate(objective: SmoothObjective, at: Float64Array, gradient: Float64Array): number {
  const value = objective(at, gradient);
  if (Number.isNaN(value) || value === -Infinity) refuse("the objective", "a number", value);
  if (value < Infinity) {
    for (let i = 0; i < gradient.length; i++) {
      if (!Number.isFinite(gradient[i])) refuse(`the gradient at ${i}`, "finite", gradient[i]);
    }
  }
  return value;
}

export function openingPoint(start: ArrayLike<number>): Float64Array {
  if (start.length === 0) refuse("start", "of at least one coordinate", start);
  return Float64Array.from(start);
}

export function notConverged(
  method: string,
  reached: { readonly gradientNorm: number; readonly gradientTolerance: number; readonly iterations: number },
): Error {
  const { gradientNorm, gradientTolerance, iterations } = reached;
  return new Error(
    `${method} did not converge: gradient norm ${gradientNorm} after ${iterations} iterations, wanted ${gradientTolerance}`,
  );
}

export function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
  return sum;
}

/** Euclidean norm, scaled so that no square overflows. */
export function norm(vector: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]));
  if (largest === 0) return 0;
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] / largest) * (vector[i] / largest);
  return largest * Math.sqrt(sum);
}
