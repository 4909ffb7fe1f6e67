/**
 * Curvature model: the inverse of a Hessian, kept up to date by the steps taken (BFGS).
 *
 * `reset` inverts a Hessian by Cholesky; `learn` makes the model map the change of the gradient to the step that caused it, and keeps it
 * symmetric and positive definite as long as their product is positive, which strong convexity ensures; otherwise nothing is learnt.
 * Source: Nocedal, Wright, Numerical Optimization (2006), equation 6.17.
 */
import { cholesky } from "../numerics/linear-algebra.ts";

interface CurvatureStep {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The gradients at both. */
  readonly before: Float64Array;
  readonly after: Float64Array;
}

interface CurvatureModel {
  /** Takes a positive definite Hessian, row-major. */
  reset(hessian: Float64Array): void;
  learn(step: CurvatureStep): void;
  /** Writes minus the inverse times the gradient, and returns the slope along it. */
  descend(gradient: Float64Array, direction: Float64Array): number;
}

export function curvatureModel(dimension: number): CurvatureModel {
  const inverse = new Float64Array(dimension * dimension);
  const rows = Array.from({ length: dimension }, () => new Float64Array(dimension));
  const unit = new Float64Array(dimension);
  const [moved, change, mapped] = [unit.slice(), unit.slice(), unit.slice()];
  return {
    reset(hessian) {
      for (let j = 0; j < dimension; j++) rows[j].set(hessian.subarray(j * dimension, (j + 1) * dimension));
      const factor = cholesky(rows);
      for (let j = 0; j < dimension; j++) {
        unit[j] = 1;
        inverse.set(factor.solve(unit), j * dimension);
        unit[j] = 0;
      }
    },
    learn({ from, to, before, after }) {
      let product = 0;
      for (let j = 0; j < dimension; j++) {
        moved[j] = to[j] - from[j];
        change[j] = after[j] - before[j];
        product += moved[j] * change[j];
      }
      multiply(inverse, change, mapped);
      let spread = 0;
      for (let j = 0; j < dimension; j++) spread += change[j] * mapped[j];
      if (!(product > Number.EPSILON * spread)) return;
      const own = (1 + spread / product) / product;
      for (let j = 0; j < dimension; j++) {
        for (let k = 0; k < dimension; k++) {
          inverse[j * dimension + k] +=
            own * moved[j] * moved[k] - (mapped[j] * moved[k] + moved[j] * mapped[k]) / product;
        }
      }
    },
    descend(gradient, direction) {
      multiply(inverse, gradient, direction);
      let slope = 0;
      for (let j = 0; j < dimension; j++) {
        direction[j] = -direction[j];
        slope += gradient[j] * direction[j];
      }
      return slope;
    },
  };
}

function multiply(matrix: Float64Array, vector: Float64Array, out: Float64Array): void {
  const size = vector.length;
  for (let j = 0; j < size; j++) {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += matrix[j * size + k] * vector[k];
    out[j] = sum;
  }
}
