/**
 * Objective perturbation: add a random linear term to the regularised risk, and release the exact minimiser.
 *
 * Theorem: for a G-Lipschitz loss of curvature at most c, features of norm at most 1 and the penalty (Lambda/2) ||w||^2, let
 * epsilon' = epsilon - ln(1 + 2 c / (n Lambda) + c^2 / (n Lambda)^2) and b have a density proportional to exp(-epsilon' ||b|| / (2 G)). If
 * epsilon' > 0, the minimiser of risk(w) + <b, w> / n is epsilon-differentially private under `swap`: the logarithm pays for the
 * determinant of the Hessian (`perturbed-objective.ts`). Otherwise the penalty is raised by Delta = c / (n (e^(epsilon/4) - 1)) - Lambda,
 * at which the logarithm is epsilon/2, and epsilon' = epsilon/2.
 * Variants: `published` raises it where epsilon' <= 0, as the paper does, so that an epsilon' just above 0 gives absurd noise;
 * `guarded` where epsilon' < epsilon/2, which is where Delta > 0. Delta depends on public numbers only, and any is allowed.
 * Source: Chaudhuri, Monteleoni, Sarwate (JMLR 12, 2011), algorithm 2 and theorem 9.
 * Limits: the minimiser must be exact; the solver's, of gradient norm 1e-10, is the exact one for noise that is off by n 1e-10. The loss
 * needs a continuous second derivative: of the Huber hinge, whose curvature jumps, the theorem does not speak, and it is refused. The
 * number of records is public. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @claim objective-perturbation
 * @also dp-erm, private logistic regression
 */
import { expm1 } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { oneOf, type ParametersOf, positive } from "../numerics/parameters.ts";
import { LARGEST_SCALE, refuse, requireInteger, requirePositive } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import { sampleBallNoise } from "../random/ball-noise.ts";
import type { Stream } from "../random/stream.ts";
import { type Dataset, NORM_SLACK, requireDataset, requireUnitNorms } from "./dataset.ts";
import { requireLength } from "./empirical-risk.ts";
import { anyLoss } from "./loss.ts";
import { perturbedMinimiserDensity, perturbedMinimiserLaw } from "./perturbed-objective.ts";
import { type RiskSolver, riskSolver } from "./risk-solver.ts";

export const objectivePerturbationParameters = withBudget(
  ["pure"],
  {
    loss: anyLoss,
    /** Lambda: the penalty is (Lambda/2) ||w||^2. */
    regularisation: positive,
    variant: oneOf("guarded", "published"),
  },
  ({ loss }) => {
    requirePositive({ "the Lipschitz constant of loss": loss.lipschitz });
    if (!(loss.selfConcordance < Infinity)) refuse("loss", "one with a continuous second derivative", loss.name);
    if (loss.reach < Infinity)
      refuse("loss", "Lipschitz everywhere, as noise leads anywhere", `one up to ${loss.reach}`);
  },
);

export type ObjectivePerturbationParameters = ParametersOf<typeof objectivePerturbationParameters>;

/** What follows from the number of records. */
export interface PerturbationPlan {
  /** epsilon': what is left for the noise. */
  readonly noiseEpsilon: number;
  /** Delta: what the penalty is raised by. */
  readonly raise: number;
  /** The scale of the ball noise b, 2 G / epsilon'. */
  readonly scale: number;
}

export interface ObjectivePerturbation extends MechanismWithLaw<Dataset, Float64Array, Stream, ProductLaw> {
  plan(rows: number): PerturbationPlan;
  /** The minimiser for a given noise b: for a study that draws many on one dataset. */
  respond(solver: RiskSolver, noise: Float64Array, start?: Float64Array): Float64Array;
  /** The logarithm of the density of the output, in any dimension. */
  logDensity(data: Dataset, weights: Float64Array): number;
}

export function objectivePerturbation(parameters: ObjectivePerturbationParameters): ObjectivePerturbation {
  const { loss, regularisation, guarantee, variant } = objectivePerturbationParameters.read(parameters);
  const { epsilon } = guarantee;
  const lipschitz = loss.lipschitz * (1 + NORM_SLACK);
  const smoothness = loss.smoothness * (1 + NORM_SLACK) * (1 + NORM_SLACK);
  const plan = (rows: number): PerturbationPlan => {
    requireInteger({ rows }, 1);
    const left = epsilon - 2 * log1p(smoothness / (rows * regularisation)); // the square of 1 + c / (n Lambda)
    const raised = smoothness / (rows * expm1(epsilon / 4)) - regularisation;
    const enough = raised <= 0 || (variant === "published" && left > 0);
    const raise = enough ? 0 : raised;
    const noiseEpsilon = enough ? left : epsilon / 2;
    const scale = (2 * lipschitz) / noiseEpsilon;
    if (!(scale > 0 && scale <= LARGEST_SCALE && raise < Infinity))
      refuse("epsilon", "of a size at which noise and penalty are finite", epsilon);
    return { noiseEpsilon, raise, scale };
  };
  const solverFor = (data: Dataset) => {
    requireDataset(data);
    requireUnitNorms(data);
    return riskSolver(data, loss);
  };
  const respond = (solver: RiskSolver, noise: Float64Array, start?: Float64Array) => {
    const { rows, columns } = solver.data;
    requireLength("noise", noise, columns);
    const tilt = noise.map((coordinate) => coordinate / rows);
    const problem = { regularisation: regularisation + plan(rows).raise, tilt };
    return solver.solve(start === undefined ? problem : { ...problem, start }).weights;
  };
  const objectiveOf = (data: Dataset) => {
    requireDataset(data);
    requireUnitNorms(data);
    const { raise, scale } = plan(data.rows);
    return { data, loss, regularisation: regularisation + raise, scale };
  };
  return {
    name: "objective-perturbation",
    neighbours: "swap",
    guarantee,
    plan,
    respond,
    release(data, random) {
      const solver = solverFor(data);
      const { scale } = plan(data.rows);
      return respond(solver, sampleBallNoise({ dimension: data.columns, scale }, random));
    },
    logDensity(data, weights) {
      requireDataset(data);
      requireLength("weights", weights, data.columns);
      return perturbedMinimiserDensity(objectiveOf(data))(weights);
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    law: (data) => ({ kind: "product", coordinates: [perturbedMinimiserLaw(objectiveOf(data))] }),
  };
}
