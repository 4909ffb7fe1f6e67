/**
 * Anchor of a risk in a ball: the minimiser of J on ||w|| <= R, as the minimiser on all of space of J + (mu/2) ||w||^2, mu >= 0.
 *
 * mu is 0 where the minimiser of J lies in the ball; otherwise ||w|| falls with mu, and the root of ||w|| = R is found from inside.
 * Accuracy: to 1e-8 of the radius below the surface, at a gradient norm of 1e-10: what that lacks is for its users to add.
 */
import { findRoot } from "../numerics/root.ts";
import { norm } from "../numerics/smooth-objective.ts";
import type { EmpiricalRisk } from "./empirical-risk.ts";
import { riskSolver } from "./risk-solver.ts";

export interface RiskAnchor {
  readonly weights: Float64Array;
  readonly value: number;
  /** mu: the weights minimise the risk plus (mu/2) ||w||^2 on all of space. */
  readonly pull: number;
  /** Of that minimisation. */
  readonly gradientNorm: number;
}

export function riskAnchor(risk: EmpiricalRisk, radius: number): RiskAnchor {
  const solver = riskSolver(risk.data, risk.loss);
  const at = (pull: number) => solver.solve({ regularisation: risk.regularisation + pull });
  let pull = 0;
  if (norm(at(0).weights) > radius) {
    let upper = risk.regularisation;
    while (norm(at(upper).weights) > radius) upper *= 4;
    pull = findRoot((mu) => norm(at(mu).weights) / radius - (1 - 1e-8), { lower: 0, upper: 4 * upper });
    while (norm(at(pull).weights) > radius) pull *= 1.001;
  }
  const { weights, gradientNorm } = at(pull);
  return { weights, value: risk.value(weights), pull, gradientNorm };
}
