/**
 * Private learning: losses, empirical risk and its solver, and the private ways to minimise it.
 *
 * A `dataset` of features and labels, a loss (`logisticLoss`, `squaredLoss`, `hingeLoss`, ...) and `riskSolver` for the minimum
 * without privacy. With it: `outputPerturbation`, `objectivePerturbation`, `privateGradientDescent`, `privateStochasticGradient`,
 * the exponential mechanism over parameters (`exponentialConvex`, `exponentialGrid`, `exponentialLinear`), `subsampleAggregate`,
 * `privateRegression`, `tableRegression`, votes of `teachers` (`noisyVotes`, `taughtStudent`), and networks (`trainNetwork`,
 * `hiddenFeatures`);
 * how many records suffice for a finite class (`learningSize`).
 */
export { type Activation, type ActivationName, activation } from "./activation.ts";
export { type AgreedVotes, agreedVotesRenyi } from "./agreed-votes.ts";
export { type ClippedGradients, clippedGradientSum, clippedGradients } from "./clipped-gradient.ts";
export type { ClippedGradientParameters } from "./clipped-gradient-plain.ts";
export { clipFeatures, type Dataset, type DatasetParts, dataset, NORM_SLACK } from "./dataset.ts";
export { type EmpiricalRisk, type EmpiricalRiskParameters, empiricalRisk } from "./empirical-risk.ts";
export {
  type ExponentialConvex,
  type ExponentialConvexParameters,
  type ExponentialDraw,
  exponentialConvex,
} from "./exponential-convex.ts";
export { type ExponentialGrid, type ExponentialGridParameters, exponentialGrid } from "./exponential-grid.ts";
export {
  type ExponentialLinear,
  type ExponentialLinearParameters,
  exponentialLinear,
} from "./exponential-linear.ts";
export { hiddenFeatures } from "./hidden-features.ts";
export { HINGE_GAP, type HingeMinimum, minimiseHinge } from "./hinge-solver.ts";
export { type LearningSizeQuestion, learningSize } from "./learning-size.ts";
export { type LogisticSampleParameters, sampleLogistic } from "./logistic-sample.ts";
export {
  hingeLoss,
  huberHingeLoss,
  type LinearLoss,
  type Loss,
  linearLoss,
  logisticLoss,
  squaredLoss,
} from "./loss.ts";
export type { LossBatch, LossBlock, LossCurve } from "./loss-batch.ts";
export { lossRange } from "./loss-range.ts";
export {
  type NetworkClipping,
  type NetworkGradientParameters,
  type NetworkGradients,
  networkGradients,
} from "./network-gradient.ts";
export {
  type LayerPass,
  type NetworkLayer,
  type NetworkShape,
  type NeuralNetwork,
  neuralNetwork,
  type RecordPass,
} from "./neural-network.ts";
export type { Descent, DescentParameters } from "./noisy-descent.ts";
export {
  countVotes,
  type NoisyVotes,
  type NoisyVotesParameters,
  noisyVotes,
} from "./noisy-votes.ts";
export {
  type ObjectivePerturbation,
  type ObjectivePerturbationParameters,
  objectivePerturbation,
  type PerturbationPlan,
} from "./objective-perturbation.ts";
export {
  type OutputPerturbation,
  type OutputPerturbationParameters,
  outputPerturbation,
} from "./output-perturbation.ts";
export {
  type DescentSize,
  type PrivateGradientDescent,
  type PrivateGradientDescentParameters,
  privateGradientDescent,
} from "./private-gradient-descent.ts";
export {
  type Line,
  type LinePoint,
  type PrivateLine,
  type PrivateLineParameters,
  privateLine,
} from "./private-line.ts";
export {
  type NetworkTraining,
  networkAccuracy,
  type TrainedNetwork,
  trainNetwork,
} from "./private-network.ts";
export {
  type PrivateRegression,
  type PrivateRegressionParameters,
  privateRegression,
} from "./private-regression.ts";
export {
  type PrivateStochasticGradient,
  type PrivateStochasticGradientParameters,
  privateStochasticGradient,
  type SampledNeighbours,
  type StochasticNoisePlan,
  stochasticNoiseFor,
} from "./private-stochastic-gradient.ts";
export {
  GRADIENT_TOLERANCE,
  type RiskMinimum,
  type RiskProblem,
  type RiskSolver,
  riskSolver,
} from "./risk-solver.ts";
export { splitRecords } from "./split-records.ts";
export {
  type SubsampleAggregate,
  type SubsampleAggregateParameters,
  subsampleAggregate,
} from "./subsample-aggregate.ts";
export {
  type FittedPlane,
  type TableRegression,
  type TableRegressionParameters,
  tableRegression,
} from "./table-regression.ts";
export { type TaughtStudent, type TaughtStudentParameters, taughtStudent } from "./taught-student.ts";
export { type Classifier, type Teachers, type TeachersParameters, teachers } from "./teachers.ts";
