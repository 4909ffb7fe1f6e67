/**
 * Empirical risk: J(w) = (1/n) sum of loss(<w, x_i>, y_i) + (Lambda/2) ||w||^2, with its gradient and Hessian.
 *
 * J is Lambda-strongly convex, and (c L^2 + Lambda)-smooth for a loss of curvature at most c and features of norm at most L.
 * One pass over the records in blocks gives all three; the arrays are the caller's, and nothing is allocated per call.
 * Accuracy: sums run in the order of the records, block by block: the relative error grows like n 2^-53 at worst.
 */
import { declare, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyDataset, requireLabels } from "./dataset.ts";
import { anyLoss } from "./loss.ts";
import { riskPass } from "./risk-pass.ts";

export const empiricalRiskParameters = declare({
  data: anyDataset,
  loss: anyLoss,
  /** Lambda: the penalty is (Lambda/2) ||w||^2. */
  regularisation: nonNegative,
});

export interface EmpiricalRiskParameters extends ParametersOf<typeof empiricalRiskParameters> {}

export interface EmpiricalRisk extends EmpiricalRiskParameters {
  readonly dimension: number;
  value(weights: Float64Array): number;
  /** Writes the gradient and returns the value. */
  gradient(weights: Float64Array, gradient: Float64Array): number;
  /** Writes the gradient and the Hessian, row-major, and returns the value. */
  hessian(weights: Float64Array, gradient: Float64Array, hessian: Float64Array): number;
}

export function empiricalRisk(parameters: EmpiricalRiskParameters): EmpiricalRisk {
  const { data, loss, regularisation } = empiricalRiskParameters.read(parameters);
  requireLabels(data, loss);
  const dimension = data.columns;
  const pass = riskPass(data, loss);
  const penalty = (weights: Float64Array) => {
    let square = 0;
    for (let j = 0; j < dimension; j++) square += weights[j] * weights[j];
    return 0.5 * regularisation * square;
  };
  const gradientAt = (weights: Float64Array, gradient: Float64Array) => {
    requireLength("weights", weights, dimension);
    requireLength("gradient", gradient, dimension);
    const value = pass.gradient(weights, gradient) + penalty(weights);
    for (let j = 0; j < dimension; j++) gradient[j] += regularisation * weights[j];
    return value;
  };
  return {
    data,
    loss,
    regularisation,
    dimension,
    value(weights) {
      requireLength("weights", weights, dimension);
      return pass.value(weights) + penalty(weights);
    },
    gradient: gradientAt,
    hessian(weights, gradient, hessian) {
      requireLength("weights", weights, dimension);
      requireLength("gradient", gradient, dimension);
      requireLength("hessian", hessian, dimension * dimension);
      const value = pass.hessian(weights, gradient, hessian) + penalty(weights);
      for (let j = 0; j < dimension; j++) {
        gradient[j] += regularisation * weights[j];
        hessian[j * dimension + j] += regularisation;
      }
      return value;
    },
  };
}

export function requireLength(name: string, array: Float64Array, length: number): void {
  if (!(array instanceof Float64Array) || array.length !== length)
    refuse(name, `a Float64Array of length ${length}`, array);
}
