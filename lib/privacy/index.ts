/**
 * Privacy: relations, guarantees and what follows from what, profiles, trade-off curves, accounting.
 * What of this folder is public.
 */
export { type AccountantComparison, compareAccountants } from "./accountant-comparison.ts";
export type { AccountantRow } from "./accountant-order.ts";
export type { Accountant, AccountantAnswer } from "./accountants.ts";
export type { AccountingEvent } from "./accounting-event.ts";
export {
  type AdvancedComposition,
  type AdvancedConstant,
  advancedComposition,
  basicComposition,
  closedFormComposition,
  mixedAdvancedComposition,
  type PrivacyBudget,
  type RepeatedBudget,
} from "./advanced-composition.ts";
export {
  amplifyPoisson,
  amplifyWithoutReplacement,
  amplifyWithReplacement,
  type FixedSample,
  type PoissonSample,
} from "./amplification.ts";
export { type AnalystGame, bestAnalystGain } from "./best-analyst.ts";
export { boundedRangeDelta, boundedRangeLoss } from "./bounded-range-loss.ts";
export { type CalibratedNoise, type Calibration, calibrate } from "./calibration.ts";
export { centralLimitMuEstimate, type SubsampledSteps } from "./central-limit-estimate.ts";
export {
  discreteGaussianSigmaFor,
  type GaussianPlan,
  repeatedGaussianSigmaFor,
} from "./composed-gaussian-calibration.ts";
export {
  composeGaussian,
  composePure,
  composeRenyi,
  composeZeroConcentrated,
  repeatRenyi,
} from "./composition.ts";
export {
  approximateToTradeOff,
  gaussianToTradeOff,
  lossToApproximate,
  lossToTradeOff,
  tradeOffToApproximate,
  tradeOffToGaussian,
} from "./curve-conversions.ts";
export {
  discreteGaussianLoss,
  discreteLaplaceLoss,
  discreteLoss,
  randomizedResponseLoss,
  sampledDiscreteLoss,
  worstCaseLoss,
} from "./discrete-loss.ts";
export { approximateTradeOff, tradeOffOfLaws, tradeOffOfMasses } from "./finite-trade-off.ts";
export {
  classicGaussianSigma,
  type GaussianCalibration,
  type GaussianTarget,
  gaussianMuFor,
  gaussianSigmaFor,
  tailGaussianSigma,
} from "./gaussian-calibration.ts";
export { gaussianToApproximate, gaussianToRenyi, gaussianToZeroConcentrated } from "./gaussian-conversions.ts";
export { gaussianLoss, type SubsampledGaussianLoss, subsampledGaussianLoss } from "./gaussian-loss.ts";
export { gaussianDelta, gaussianEpsilon, gaussianLogDelta } from "./gaussian-profile.ts";
export { groupPrivacy } from "./group-privacy.ts";
export { groupTradeOff } from "./group-trade-off.ts";
export {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  type Guarantee,
  gaussianDp,
  type LossGuarantee,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  type TradeOffGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "./guarantee.ts";
export {
  expectedRuns,
  type RenyiTuning,
  type RunCount,
  tunePure,
  tuneRenyi,
} from "./hyperparameter-tuning.ts";
export { geometricScaleFor, type LaplacePlan, laplaceScaleFor } from "./laplace-calibration.ts";
export { type LaplaceLoss, laplaceLoss } from "./laplace-loss.ts";
export { laplaceDelta, laplaceEpsilon } from "./laplace-profile.ts";
export type { AnyLaw, ContinuousLaw, DiscreteLaw, Law, LawFamily, ProductLaw } from "./law.ts";
export { lawTradeOff } from "./law-trade-off.ts";
export { type LeakyResponse, leakyResponseDelta } from "./leaky-response-profile.ts";
export {
  type CertifiedInterval,
  type DeltaQuestion,
  type EpsilonQuestion,
  type LossEvent,
  lossDelta,
  lossEpsilon,
} from "./loss-accountant.ts";
export { type LossProfile, lossProfile } from "./loss-profile.ts";
export { lossTradeOff } from "./loss-trade-off.ts";
export type { DominatingPair, Mechanism } from "./mechanism.ts";
export {
  type Composable,
  type ComposedPrivacy,
  compose,
  type RepeatedMechanism,
} from "./mechanism-composition.ts";
export { deltaAt } from "./mechanism-delta.ts";
export { tradeoff } from "./mechanism-tradeoff.ts";
export { type MixtureGaussianLoss, mixtureGaussianLoss } from "./mixture-gaussian-loss.ts";
export { areNeighbours, convertNeighbours, type RecordConvention } from "./neighbour-check.ts";
export { NEIGHBOURS, type Neighbours } from "./neighbours.ts";
export {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
  optimalCompositionGridEpsilon,
  optimalCompositionReleaseEpsilon,
  type RepeatedRelease,
  type RepeatedTarget,
} from "./optimal-composition.ts";
export {
  approximateFilter,
  type BoundedRelease,
  BudgetExceeded,
  basicFilter,
  type ConcentratedRelease,
  type PrivacyFilter,
  type RenyiBudget,
  renyiFilter,
  zeroConcentratedFilter,
} from "./privacy-filter.ts";
export type { LossPair, PrivacyLoss } from "./privacy-loss.ts";
export { concentratedOdometer, type PrivacyOdometer, pureOdometer } from "./privacy-odometer.ts";
export {
  pureToApproximate,
  pureToRenyi,
  pureToZeroConcentrated,
  pureToZeroConcentratedClassic,
} from "./pure-conversions.ts";
export type { ReleasePlan } from "./release-plan.ts";
export {
  centralLimitNoiseMultiplierEstimate,
  type RenyiPlan,
  renyiNoiseMultiplierFor,
} from "./renyi-calibration.ts";
export {
  RENYI_ORDERS,
  type RenyiConversion,
  type RenyiSearch,
  renyiDelta,
  renyiToApproximate,
  renyiToApproximateClassic,
  renyiToApproximateRefined,
} from "./renyi-conversions.ts";
export {
  binaryResponseRenyi,
  boundedRangeRenyi,
  discreteLaplaceRenyi,
  gaussianRenyi,
  laplaceRenyi,
  type RandomizedResponseRenyi,
  randomizedResponseRenyi,
} from "./renyi-curves.ts";
export {
  poissonGaussianRenyi,
  type SubsampledGaussianRenyi,
  withoutReplacementGaussianRenyi,
} from "./renyi-subsampled.ts";
export { replacedGaussianLoss } from "./replaced-gaussian-loss.ts";
export { type ResponsePlan, responseEpsilonFor, responseNoiseFor } from "./response-calibration.ts";
export { type SampledDiscreteGaussian, sampledDiscreteGaussianLoss, sampledFiniteLoss } from "./sampled-loss.ts";
export { splitLaplaceLoss } from "./split-laplace-loss.ts";
export { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "./trade-off.ts";
export { invertTradeOff, symmetrise, symmetriseBound, tensor, tensorPower } from "./trade-off-operations.ts";
export { convexify, piecewiseLinearTradeOff, type TradeOffPoint, tradeOffAbove } from "./trade-off-points.ts";
export { directedDelta, tradeOffDelta, tradeOffEpsilon, tradeOffFromProfile } from "./trade-off-profile.ts";
export {
  advantage,
  areaUnderCurve,
  bestBalancedAccuracy,
  coveringMu,
  truePositiveRate,
} from "./trade-off-readings.ts";
export {
  type TruncatedDiscreteGaussian,
  type TruncatedDiscreteGaussianLoss,
  truncatedDiscreteGaussianLaw,
  truncatedDiscreteGaussianLoss,
} from "./truncated-discrete-gaussian.ts";
export { type TruncatedSubsampledLoss, truncatedSubsampledLoss } from "./truncated-subsampled-loss.ts";
export {
  zeroConcentratedDelta,
  zeroConcentratedEpsilon,
  zeroConcentratedRhoFor,
  zeroConcentratedRhoForClassic,
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
  zeroConcentratedToRenyi,
} from "./zero-concentrated-conversions.ts";
