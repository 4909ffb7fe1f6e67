/**
 * Privacy: relations, guarantees and what follows from what, profiles, trade-off curves, accounting.
 * What of this folder is public.
 */
export { type AccountantComparison, compareAccountants } from "./accounting/accountant-comparison.ts";
export type { AccountantRow } from "./accounting/accountant-order.ts";
export type { Accountant, AccountantAnswer } from "./accounting/accountants.ts";
export type { AccountingEvent } from "./accounting/accounting-event.ts";
export {
  type AdvancedComposition,
  type AdvancedConstant,
  advancedComposition,
  basicComposition,
  closedFormComposition,
  mixedAdvancedComposition,
  type PrivacyBudget,
  type RepeatedBudget,
} from "./accounting/advanced-composition.ts";
export {
  amplifyPoisson,
  amplifyWithoutReplacement,
  amplifyWithReplacement,
  type FixedSample,
  type PoissonSample,
} from "./accounting/amplification.ts";
export { type AnalystGame, bestAnalystGain } from "./accounting/best-analyst.ts";
export { centralLimitMuEstimate, type SubsampledSteps } from "./accounting/central-limit-estimate.ts";
export {
  composeGaussian,
  composePure,
  composeRenyi,
  composeZeroConcentrated,
  repeatRenyi,
} from "./accounting/composition.ts";
export {
  expectedRuns,
  type RenyiTuning,
  type RunCount,
  tunePure,
  tuneRenyi,
} from "./accounting/hyperparameter-tuning.ts";
export {
  type Composable,
  type ComposedPrivacy,
  compose,
  type RepeatedMechanism,
} from "./accounting/mechanism-composition.ts";
export { deltaAt } from "./accounting/mechanism-delta.ts";
export { tradeOff } from "./accounting/mechanism-trade-off.ts";
export {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
  optimalCompositionGridEpsilon,
  optimalCompositionReleaseEpsilon,
  type RepeatedRelease,
  type RepeatedTarget,
} from "./accounting/optimal-composition.ts";
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
} from "./accounting/privacy-filter.ts";
export { concentratedOdometer, type PrivacyOdometer, pureOdometer } from "./accounting/privacy-odometer.ts";
export {
  binaryResponseRenyi,
  boundedRangeRenyi,
  discreteLaplaceRenyi,
  gaussianRenyi,
  laplaceRenyi,
  type RandomizedResponseRenyi,
  randomizedResponseRenyi,
} from "./accounting/renyi-curves.ts";
export {
  poissonGaussianRenyi,
  type SubsampledGaussianRenyi,
  withoutReplacementGaussianRenyi,
} from "./accounting/renyi-subsampled.ts";
export { type CalibratedNoise, type Calibration, calibrate } from "./calibration/calibration.ts";
export {
  discreteGaussianSigmaFor,
  type GaussianPlan,
  repeatedGaussianSigmaFor,
} from "./calibration/composed-gaussian-calibration.ts";
export {
  classicGaussianSigma,
  type GaussianCalibration,
  type GaussianTarget,
  gaussianMuFor,
  gaussianSigmaFor,
  tailGaussianSigma,
} from "./calibration/gaussian-calibration.ts";
export { discreteLaplaceScaleFor, type LaplacePlan, laplaceScaleFor } from "./calibration/laplace-calibration.ts";
export type { ReleasePlan } from "./calibration/release-plan.ts";
export {
  centralLimitNoiseMultiplierEstimate,
  type RenyiPlan,
  renyiNoiseMultiplierFor,
} from "./calibration/renyi-calibration.ts";
export { type ResponsePlan, responseEpsilonFor, responseNoiseFor } from "./calibration/response-calibration.ts";
export {
  approximateToTradeOff,
  gaussianToTradeOff,
  pldToApproximate,
  pldToTradeOff,
  tradeOffToApproximate,
  tradeOffToGaussian,
} from "./conversions/curve-conversions.ts";
export {
  gaussianToApproximate,
  gaussianToRenyi,
  gaussianToZeroConcentrated,
} from "./conversions/gaussian-conversions.ts";
export {
  pureToApproximate,
  pureToRenyi,
  pureToZeroConcentrated,
  pureToZeroConcentratedClassic,
} from "./conversions/pure-conversions.ts";
export {
  RENYI_ORDERS,
  type RenyiConversion,
  type RenyiSearch,
  renyiDelta,
  renyiToApproximate,
  renyiToApproximateClassic,
  renyiToApproximateRefined,
} from "./conversions/renyi-conversions.ts";
export {
  zeroConcentratedDelta,
  zeroConcentratedEpsilon,
  zeroConcentratedRhoFor,
  zeroConcentratedRhoForClassic,
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
  zeroConcentratedToRenyi,
} from "./conversions/zero-concentrated-conversions.ts";
export { groupPrivacy } from "./guarantees/group-privacy.ts";
export {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  type Guarantee,
  gaussianDp,
  type PrivacyLossGuarantee,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  type TradeOffGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "./guarantees/guarantee.ts";
export type { DominatingPair, Mechanism } from "./guarantees/mechanism.ts";
export { areNeighbours, convertNeighbours, type RecordConvention } from "./guarantees/neighbour-check.ts";
export { NEIGHBOURS, type Neighbours } from "./guarantees/neighbours.ts";
export { boundedRangeDelta, boundedRangePld } from "./loss/bounded-range-pld.ts";
export {
  discreteGaussianPld,
  discreteLaplacePld,
  discretePld,
  randomizedResponsePld,
  sampledDiscretePld,
  worstCasePld,
} from "./loss/discrete-pld.ts";
export { gaussianPld, type SubsampledGaussianPldParameters, subsampledGaussianPld } from "./loss/gaussian-pld.ts";
export { gaussianDelta, gaussianEpsilon, gaussianLogDelta } from "./loss/gaussian-profile.ts";
export { type LaplacePldParameters, laplacePld } from "./loss/laplace-pld.ts";
export { laplaceDelta, laplaceEpsilon } from "./loss/laplace-profile.ts";
export type { AnyLaw, ContinuousLaw, DiscreteLaw, Law, LawFamily, ProductLaw } from "./loss/law.ts";
export { type LeakyResponse, leakyResponseDelta } from "./loss/leaky-response-profile.ts";
export { type MixtureGaussianPldParameters, mixtureGaussianPld } from "./loss/mixture-gaussian-pld.ts";
export {
  type CertifiedInterval,
  type DeltaQuestion,
  type EpsilonQuestion,
  type LossEvent,
  pldDelta,
  pldEpsilon,
} from "./loss/pld-accountant.ts";
export { type PldProfile, pldProfile } from "./loss/pld-profile.ts";
export type { PldPair, PrivacyLoss } from "./loss/privacy-loss.ts";
export { replacedGaussianPld } from "./loss/replaced-gaussian-pld.ts";
export {
  type SampledDiscreteGaussianPldParameters,
  sampledDiscreteGaussianPld,
  sampledFinitePld,
} from "./loss/sampled-pld.ts";
export { splitLaplacePld } from "./loss/split-laplace-pld.ts";
export {
  type TruncatedDiscreteGaussianParameters,
  type TruncatedDiscreteGaussianPldParameters,
  truncatedDiscreteGaussianLaw,
  truncatedDiscreteGaussianPld,
} from "./loss/truncated-discrete-gaussian.ts";
export { type TruncatedSubsampledPldParameters, truncatedSubsampledPld } from "./loss/truncated-subsampled-pld.ts";
export { approximateTradeOff, tradeOffOfLaws, tradeOffOfMasses } from "./trade-off/finite-trade-off.ts";
export { groupTradeOff } from "./trade-off/group-trade-off.ts";
export { lawTradeOff } from "./trade-off/law-trade-off.ts";
export { pldTradeOff } from "./trade-off/pld-trade-off.ts";
export { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "./trade-off/trade-off.ts";
export { invertTradeOff, symmetrise, symmetriseBound, tensor, tensorPower } from "./trade-off/trade-off-operations.ts";
export { convexify, piecewiseLinearTradeOff, type TradeOffPoint, tradeOffAbove } from "./trade-off/trade-off-points.ts";
export { directedDelta, tradeOffDelta, tradeOffEpsilon, tradeOffFromProfile } from "./trade-off/trade-off-profile.ts";
export {
  advantage,
  areaUnderCurve,
  bestBalancedAccuracy,
  coveringMu,
  truePositiveRate,
} from "./trade-off/trade-off-readings.ts";
