/**
 * L-BFGS: minimise a differentiable function of many variables by its gradient alone.
 *
 * Method: the inverse Hessian is modelled from the last `memory` steps and changes of gradient by the two-loop recursion;
 * a Wolfe line search keeps the model positive definite.
 * Source: Liu and Nocedal, Mathematical Programming 45 (1989); Nocedal and Wright, Numerical Optimization (2006), algorithm 7.4.
 * Accuracy: on return the Euclidean norm of the gradient is at most `gradientTolerance`; otherwise an Error is thrown, unless the
 * caller asks for what was reached.
 * Limits: linear convergence, slow for ill-conditioned problems; for few variables and a Hessian at hand, `minimiseByNewton`.
 */
import { searchLine } from "./line-search.ts";
import { count, declare, finite, listOf, oneOf, optional, type ParametersOf, positive } from "./parameters.ts";
import { requireFinite, requireFunction } from "./requirements.ts";
import {
  dot,
  evaluate,
  norm,
  notConverged,
  openingPoint,
  type SmoothMinimum,
  type SmoothObjective,
} from "./smooth-objective.ts";

const lbfgsSearch = declare({
  start: listOf(finite, 0),
  gradientTolerance: optional(positive, 1e-8),
  maximumIterations: optional(count, 10_000),
  memory: optional(count, 10),
  /**
   * Whether a search that ends before the tolerance is met throws, as it does by default, or returns the point it reached with its
   * gradient's norm.
   */
  unfinished: optional(oneOf("throw", "return"), "throw"),
});

export interface LbfgsSearch extends ParametersOf<typeof lbfgsSearch> {}

/** A step taken, the change of the gradient over it, and their inner product. */
interface Curvature {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly product: number;
}

export function minimiseByLbfgs(objective: SmoothObjective, search: LbfgsSearch): SmoothMinimum {
  requireFunction({ objective });
  const { start, gradientTolerance, maximumIterations, memory, unfinished } = lbfgsSearch.read(search, "search");
  let at = openingPoint(start);
  let gradient: Float64Array = new Float64Array(at.length);
  let value = evaluate(objective, at, gradient);
  requireFinite({ "the objective at start": value });
  let evaluations = 1;
  let history: Curvature[] = [];
  for (let iterations = 0; ; iterations++) {
    const gradientNorm = norm(gradient);
    if (gradientNorm <= gradientTolerance) return { at, value, gradientNorm, iterations, evaluations };
    const direction = descentDirection(history, gradient);
    const firstStep = history.length === 0 ? 1 / Math.max(1, gradientNorm) : 1;
    const next = searchLine(objective, { at, value, gradient, direction, firstStep });
    evaluations += next.evaluations;
    if (iterations === maximumIterations || (next.step === 0 && history.length === 0)) {
      if (unfinished === "return") return { at, value, gradientNorm, iterations, evaluations };
      throw notConverged("minimiseByLbfgs", { gradientNorm, gradientTolerance, iterations });
    }
    // A model that leads nowhere is forgotten, and the steepest descent has a try.
    history =
      next.step === 0 ? [] : remember(history, memory, difference(next.at, at), difference(next.gradient, gradient));
    at = next.at;
    value = next.value;
    gradient = next.gradient;
  }
}

/** Minus the modelled inverse Hessian times the gradient. */
function descentDirection(history: readonly Curvature[], gradient: Float64Array): Float64Array {
  const direction = gradient.map((slope) => -slope);
  const weights = new Float64Array(history.length);
  for (let k = history.length - 1; k >= 0; k--) {
    weights[k] = dot(history[k].step, direction) / history[k].product;
    addMultiple(direction, -weights[k], history[k].change);
  }
  const latest = history.at(-1);
  if (latest !== undefined) {
    const scale = latest.product / dot(latest.change, latest.change);
    for (let i = 0; i < direction.length; i++) direction[i] *= scale;
  }
  for (let k = 0; k < history.length; k++) {
    addMultiple(direction, weights[k] - dot(history[k].change, direction) / history[k].product, history[k].step);
  }
  return direction;
}

/** Only a pair of positive curvature keeps the model positive definite. */
function remember(
  history: readonly Curvature[],
  memory: number,
  step: Float64Array,
  change: Float64Array,
): Curvature[] {
  const product = dot(step, change);
  if (!(product > Number.EPSILON * norm(step) * norm(change))) return [...history];
  return [...history, { step, change, product }].slice(-memory);
}

function difference(after: Float64Array, before: Float64Array): Float64Array {
  const change = new Float64Array(after.length);
  for (let i = 0; i < change.length; i++) change[i] = after[i] - before[i];
  return change;
}

function addMultiple(target: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < target.length; i++) target[i] += factor * vector[i];
}
