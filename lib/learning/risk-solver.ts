/**
 * Risk solver: the weights that minimise an empirical risk, to a gradient norm of 1e-10; for many problems on one dataset.
 *
 * A problem is the mean loss plus (Lambda/2) ||w||^2 plus, for objective perturbation, a linear term <tilt, w>.
 * Method: Newton's steps, in which the Hessian is computed again only where a step leaves more than a fifth of the gradient; in between,
 * and from one problem to the next, its inverse learns from each step (BFGS), since a Hessian costs d/4 times a gradient. A step is
 * halved until the risk decreases enough (Armijo), or, where that drowns in rounding, until the gradient does.
 * Source: Nocedal, Wright, Numerical Optimization (2006), sections 3.1, 3.3 and 6.1.
 * Accuracy: ||gradient|| <= 1e-10, or the rounding of its terms where they are large; the weights are then within ||gradient|| / Lambda of
 * the minimiser. Limits: Lambda > 0 and a smooth loss; for the hinge, `hinge-solver.ts`.
 */
import { refuse, requireFinite, requirePositive } from "../numerics/requirements.ts";
import { norm, notConverged } from "../numerics/smooth-objective.ts";
import { curvatureModel } from "./curvature-model.ts";
import { type Dataset, requireDataset, requireLabels } from "./dataset.ts";
import { requireLength } from "./empirical-risk.ts";
import { anyLoss, type Loss } from "./loss.ts";
import { riskPass } from "./risk-pass.ts";

export const GRADIENT_TOLERANCE = 1e-10;

export interface RiskProblem {
  /** Lambda: the penalty is (Lambda/2) ||w||^2. */
  readonly regularisation: number;
  /** A linear term <tilt, w>. */
  readonly tilt?: Float64Array;
  /** Where to begin; 0 without one. */
  readonly start?: Float64Array;
}

export interface RiskMinimum {
  readonly weights: Float64Array;
  readonly value: number;
  readonly gradientNorm: number;
  /** Passes over the records: for gradients, and for Hessians. */
  readonly gradients: number;
  readonly hessians: number;
}

export interface RiskSolver {
  readonly data: Dataset;
  readonly loss: Loss;
  solve(problem: RiskProblem): RiskMinimum;
}

const MOST_STEPS = 200;
const MOST_HALVINGS = 60;
/** A step that leaves more of the gradient than this asks for a new Hessian. */
const KEPT = 0.2;
const DECREASE = 1e-4;
/** What rounding may do to a risk, over the sum of the sizes of its terms. */
const SUMMATION = 1e-12;

export function riskSolver(data: Dataset, loss: Loss): RiskSolver {
  requireDataset(data);
  anyLoss.read(loss, "loss");
  requireLabels(data, loss);
  if (!(loss.smoothness < Infinity)) refuse("loss", "one with a bounded curvature", loss.name);
  const dimension = data.columns;
  const pass = riskPass(data, loss);
  const model = curvatureModel(dimension);
  const hessian = new Float64Array(dimension * dimension);
  const direction = new Float64Array(dimension);
  let [weights, gradient] = [new Float64Array(dimension), new Float64Array(dimension)];
  let [next, nextGradient] = [new Float64Array(dimension), new Float64Array(dimension)];
  let modelled = 0; // the regularisation that the model is for

  const solve = (problem: RiskProblem): RiskMinimum => {
    requireProblem(problem, dimension);
    const { regularisation, tilt, start } = problem;
    let terms = 0; // the sum of the sizes of a value's terms, which may cancel
    /** Adds penalty and tilt to what a pass has left, and returns the value. */
    const complete = (mean: number, at: Float64Array, slope: Float64Array) => {
      let value = mean;
      terms = Math.abs(mean);
      for (let j = 0; j < dimension; j++) {
        const linear = tilt === undefined ? 0 : tilt[j];
        const added = at[j] * (0.5 * regularisation * at[j] + linear);
        value += added;
        terms += Math.abs(added);
        slope[j] += regularisation * at[j] + linear;
      }
      return value;
    };
    let [gradients, hessians] = [1, 0];
    if (start === undefined) weights.fill(0);
    else weights.set(start);
    let value = complete(pass.gradient(weights, gradient), weights, gradient);
    let size = norm(gradient);
    let stale = modelled !== regularisation;
    for (let steps = 0; ; steps++) {
      if (size <= toleranceAt(weights, regularisation, tilt)) {
        return { weights: weights.slice(), value, gradientNorm: size, gradients, hessians };
      }
      if (steps === MOST_STEPS) throw unsolved(size, steps);
      const fresh = stale;
      if (stale) {
        pass.hessian(weights, nextGradient, hessian);
        hessians++;
        for (let j = 0; j < dimension; j++) hessian[j * dimension + j] += regularisation;
        model.reset(hessian);
        modelled = regularisation;
        stale = false;
      }
      const slope = model.descend(gradient, direction);
      let accepted = false;
      for (let halvings = 0, share = 1; !accepted && halvings <= (fresh ? MOST_HALVINGS : 0); halvings++, share /= 2) {
        for (let j = 0; j < dimension; j++) next[j] = weights[j] + share * direction[j];
        const reached = complete(pass.gradient(next, nextGradient), next, nextGradient);
        gradients++;
        const reachedSize = norm(nextGradient);
        const level = reached <= value + SUMMATION * terms; // up to rounding
        accepted = reached <= value + DECREASE * share * slope || (level && reachedSize < size);
        if (!accepted) continue;
        stale = reachedSize > KEPT * size;
        if (!stale) model.learn({ from: weights, to: next, before: gradient, after: nextGradient });
        [weights, next, gradient, nextGradient] = [next, weights, nextGradient, gradient];
        [value, size] = [reached, reachedSize];
      }
      if (!accepted) {
        if (fresh) throw unsolved(size, steps);
        stale = true;
      }
    }
  };
  return { data, loss, solve };
}

/** 1e-10, or what rounding leaves of the largest terms of the gradient. */
function toleranceAt(weights: Float64Array, regularisation: number, tilt: Float64Array | undefined): number {
  const terms = regularisation * norm(weights) + (tilt === undefined ? 0 : norm(tilt));
  return Math.max(GRADIENT_TOLERANCE, 64 * Number.EPSILON * terms);
}

function requireProblem({ regularisation, tilt, start }: RiskProblem, dimension: number): void {
  requirePositive({ regularisation });
  for (const [name, array] of [
    ["tilt", tilt],
    ["start", start],
  ] as const) {
    if (array === undefined) continue;
    requireLength(name, array, dimension);
    for (let j = 0; j < dimension; j++) requireFinite({ [`${name}[${j}]`]: array[j] });
  }
}

function unsolved(gradientNorm: number, iterations: number): Error {
  return notConverged("riskSolver", { gradientNorm, gradientTolerance: GRADIENT_TOLERANCE, iterations });
}
