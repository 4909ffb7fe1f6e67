/**
 * Bounds: what no estimator, or no private one, can beat, as functions of a model and a guarantee.
 *
 * `leCam`, `fano` and `assouad` without privacy, `privateLeCam` with it; `localLeCam`, `localFano` and `localAssouad` where nobody
 * is trusted; `unbiasedVarianceBound` and `unbiasedSuccessBound` for unbiased estimators, `fingerprintingBound` and `vanTrees` for
 * squared errors, `excessRiskBound` for learning, `instanceBound` for one data set at a time. `exactMinimax` and `optimalCount`
 * compute what the best private estimator of a share, and the best private mechanism for a user of a count, achieve.
 */
export { type AssouadParameters, assouad } from "./assouad.ts";
export type { ErrorLoss } from "./error-loss.ts";
export { type ExactMinimax, type ExactMinimaxParameters, exactMinimax } from "./exact-minimax.ts";
export {
  type ExcessRiskBound,
  type ExcessRiskParameters,
  excessRiskBound,
  type LearningProblem,
} from "./excess-risk.ts";
export { type FanoParameters, fano, type Packing, type PackingBound } from "./fano.ts";
export { type FingerprintingBound, type FingerprintingParameters, fingerprintingBound } from "./fingerprinting.ts";
export { type CodeParameters, logCodeSize } from "./gilbert-varshamov.ts";
export type { BoundedGuarantee, EstimatorNeighbours } from "./indistinguishability.ts";
export {
  type InstanceBoundParameters,
  instanceBound,
  type ModulusParameters,
  modulusOfContinuity,
} from "./instance-bound.ts";
export type { ShareLoss } from "./largest-risk.ts";
export { type LeCamParameters, leCam, leCamAt, type TwoPointBound } from "./le-cam.ts";
export { type Interaction, type LocalAssouadParameters, localAssouad } from "./local-assouad.ts";
export { type LocalDivergenceKind, type LocalDivergenceParameters, localDivergence } from "./local-divergence.ts";
export { type LocalFanoParameters, localFano } from "./local-fano.ts";
export { type LocalLeCamParameters, localLeCam } from "./local-le-cam.ts";
export { type OptimalCount, type OptimalCountParameters, optimalCount } from "./optimal-count.ts";
export { type ParameterPair, parameterPair, widestSeparation } from "./parameter-pair.ts";
export { type PrivateLeCamForm, type PrivateLeCamParameters, privateLeCam } from "./private-le-cam.ts";
export type {
  BernoulliModel,
  GaussianMeanModel,
  ProductBernoulliModel,
  StatisticalModel,
  UniformModel,
} from "./statistical-model.ts";
export { type UnbiasedSuccessParameters, unbiasedSuccessBound } from "./unbiased-success.ts";
export {
  type StepBound,
  type UnbiasedVarianceForm,
  type UnbiasedVarianceParameters,
  unbiasedVarianceBound,
} from "./unbiased-variance.ts";
export { type VanTreesBound, type VanTreesParameters, vanTrees } from "./van-trees.ts";
