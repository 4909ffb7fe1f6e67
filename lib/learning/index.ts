/**
 * Private learning: losses, empirical risk and its solver, and the private ways to minimise it.
 * What of this folder is public.
 */
export { type ClippedGradients, clippedGradientSum, clippedGradients } from "./clipped-gradient.ts";
export type { ClippedGradientParameters } from "./clipped-gradient-plain.ts";
export { clipFeatures, type Dataset, type DatasetParts, dataset, NORM_SLACK } from "./dataset.ts";
export { type EmpiricalRisk, type EmpiricalRiskParameters, empiricalRisk } from "./empirical-risk.ts";
export {
  hingeLoss,
  huberHingeLoss,
  type Loss,
  type LossCurve,
  linearLoss,
  logisticLoss,
  squaredLoss,
} from "./loss.ts";
export type { LossBatch, LossBlock } from "./loss-batch.ts";
export {
  GRADIENT_TOLERANCE,
  type RiskMinimum,
  type RiskProblem,
  type RiskSolver,
  riskSolver,
} from "./risk-solver.ts";
