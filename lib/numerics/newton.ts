/**
 * Newton's method: minimise a twice differentiable function of some variables by its gradient and Hessian.
 *
 * Method: the step solves Hessian * step = -gradient by Cholesky and is shortened by a line search. Where the Hessian
 * is not positive definite, a multiple of the identity is added, growing tenfold until it is.
 * Source: Nocedal and Wright, Numerical Optimization (2006), section 3.4, algorithm 3.3.
 * Accuracy: on return the Euclidean norm of the gradient is at most `gradientTolerance`; otherwise an Error is thrown.
 * Limits: finds a stationary point that is a local minimum; a Hessian of n variables costs n^3 / 3 operations per step.
 */

import { searchLine } from "./line-search.ts";
import { cholesky, isPositiveDefinite, type Matrix } from "./linear-algebra.ts";
import { callable, count, declare, finite, listOf, optional, type ParametersOf, positive } from "./parameters.ts";
import { requireFinite, requireFunction, requireList } from "./requirements.ts";
import {
  evaluate,
  norm,
  notConverged,
  openingPoint,
  type SmoothMinimum,
  type SmoothObjective,
} from "./smooth-objective.ts";

const newtonSearch = declare({
  start: listOf(finite, 0),
  hessian: callable<(at: Float64Array) => Matrix>(),
  gradientTolerance: optional(positive, 1e-10),
  maximumIterations: optional(count, 200),
});

export interface NewtonSearch extends ParametersOf<typeof newtonSearch> {}

export function minimiseByNewton(objective: SmoothObjective, search: NewtonSearch): SmoothMinimum {
  requireFunction({ objective });
  const { start, hessian, gradientTolerance, maximumIterations } = newtonSearch.read(search, "search");
  let at = openingPoint(start);
  let gradient: Float64Array = new Float64Array(at.length);
  let value = evaluate(objective, at, gradient);
  requireFinite({ "the objective at start": value });
  let evaluations = 1;
  for (let iterations = 0; ; iterations++) {
    const gradientNorm = norm(gradient);
    if (gradientNorm <= gradientTolerance) return { at, value, gradientNorm, iterations, evaluations };
    if (iterations === maximumIterations)
      throw notConverged("minimiseByNewton", { gradientNorm, gradientTolerance, iterations });
    const curvature = hessian(at);
    requireList("what `hessian` returns", curvature, at.length);
    const direction = descentDirection(curvature, gradient);
    const next = searchLine(objective, { at, value, gradient, direction, firstStep: 1 });
    evaluations += next.evaluations;
    if (next.step === 0) throw notConverged("minimiseByNewton", { gradientNorm, gradientTolerance, iterations });
    at = next.at;
    value = next.value;
    gradient = next.gradient;
  }
}

function descentDirection(hessian: Matrix, gradient: Float64Array): Float64Array {
  let largest = 0;
  for (const row of hessian) for (let j = 0; j < row.length; j++) largest = Math.max(largest, Math.abs(row[j]));
  let lifted = hessian;
  for (let ridge = largest === 0 ? 1 : 1e-8 * largest; !isPositiveDefinite(lifted); ridge *= 10) {
    lifted = hessian.map((row, i) => Float64Array.from(row, (entry, j) => (i === j ? entry + ridge : entry)));
  }
  return cholesky(lifted).solve(gradient.map((slope) => -slope));
}
