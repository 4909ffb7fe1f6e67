/**
 * The law of the minimiser of J(w) + <b, w> / n, with J a regularised risk of n records and b ball noise: exact, in any dimension.
 *
 * The minimiser is where b = -n J'(w), a smooth one-to-one map of w to b, so that the density at w is that of the noise at -n J'(w) times
 * the determinant of n J''(w). It is this determinant that a change of one record moves, and that the noise alone does not hide.
 * On the line the map falls with w, and P(minimiser <= w) = P(b >= -n J'(w)).
 * Source: Chaudhuri, Monteleoni, Sarwate (JMLR 12, 2011), proof of theorem 9.
 * Limits: a loss with a continuous curvature and Lambda > 0. The minimiser is taken for exact.
 */

import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { cholesky } from "../numerics/linear-algebra.ts";
import { log } from "../numerics/logarithm.ts";
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { continuousLaw } from "../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import { ballLogDensity } from "./ball-density.ts";
import type { Dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import type { Loss } from "./loss.ts";
import { riskSolver } from "./risk-solver.ts";

interface PerturbedObjective {
  readonly data: Dataset;
  readonly loss: Loss;
  /** Lambda, with all that is added to it. */
  readonly regularisation: number;
  /** Of the ball noise b. */
  readonly scale: number;
}

/** The logarithm of the density of the minimiser, as a function of the weights. */
export function perturbedMinimiserDensity({ data, loss, regularisation, scale }: PerturbedObjective) {
  requirePositive({ regularisation, scale });
  const { rows, columns } = data;
  const risk = empiricalRisk({ data, loss, regularisation });
  const gradient = new Float64Array(columns);
  const hessian = new Float64Array(columns * columns);
  return (weights: Float64Array): number => {
    risk.hessian(weights, gradient, hessian);
    const { lower } = cholesky(
      Array.from({ length: columns }, (_, j) => hessian.slice(j * columns, (j + 1) * columns)),
    );
    const logDeterminant = columns * log(rows) + 2 * lower.reduce((sum, row, j) => sum + log(row[j]), 0);
    return ballLogDensity(rows * norm(gradient), columns, scale) + logDeterminant;
  };
}

/** The law of the minimiser on the line. */
export function perturbedMinimiserLaw(objective: PerturbedObjective): ContinuousLaw {
  const { data, loss, regularisation, scale } = objective;
  if (data.columns !== 1) refuse("data", "of one column", data.columns);
  const density = perturbedMinimiserDensity(objective);
  const risk = empiricalRisk({ data, loss, regularisation });
  const noise = laplaceLaw(0, scale);
  const slope = new Float64Array(1);
  return continuousLaw({
    logDensity: (x) => (Math.abs(x) < Infinity ? density(Float64Array.of(x)) : -Infinity),
    cdf(x) {
      if (!(Math.abs(x) < Infinity)) return x > 0 ? 1 : 0;
      risk.gradient(Float64Array.of(x), slope);
      return noise.cdf(data.rows * slope[0]); // P(b >= -t) = P(b <= t)
    },
    kinks: [riskSolver(data, loss).solve({ regularisation }).weights[0]],
    range: [-Infinity, Infinity],
  });
}
