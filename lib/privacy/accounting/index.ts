/**
 * Accounting: what several releases lose in all, by every accountant, certified; and the smallest noise for a target.
 *
 * `compose([{ mechanism, times }, poissonSampled(mechanism, { rate, times })])` is where to begin: it gives `epsilonAt(delta)` and
 * `deltaAt(epsilon)` as certified intervals, `tradeOff`, and `compare()`, all accountants side by side. `calibrate` searches the
 * noise for a target over the same events. `epsilonAt(mechanism, delta)`, `deltaAt(mechanism, epsilon)` and `tradeOff(mechanism)`
 * are for one release. Beside it stand the theorems one by one: basic, advanced and optimal composition, Renyi curves,
 * amplification by sampling and by shuffling, filters and odometers for budgets that are spent as one goes, `ledger` for that of a
 * table, and the price of tuning.
 */
export { type CalibratedNoise, type Calibration, calibrate } from "../calibration/calibration.ts";
export { repeatedGaussianSigmaFor } from "../calibration/composed-gaussian-calibration.ts";
export {
  classicGaussianSigma,
  type GaussianCalibration,
  type GaussianTarget,
  gaussianMuFor,
  gaussianSigmaFor,
  tailGaussianSigma,
} from "../calibration/gaussian-calibration.ts";
export { laplaceScaleFor } from "../calibration/laplace-calibration.ts";
export type { NoisePlan, ReleasePlan } from "../calibration/release-plan.ts";
export { type RenyiPlan, renyiNoiseMultiplierFor } from "../calibration/renyi-calibration.ts";
export { repeatRenyi } from "../conversions/composition.ts";
export type { AccountantComparison, ComparisonParameters } from "./accountant-comparison.ts";
export type { AccountantRow } from "./accountant-order.ts";
export type { Accountant, AccountantAnswer } from "./accountants.ts";
export {
  type AdvancedComposition,
  type AdvancedConstant,
  advancedComposition,
  basicComposition,
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
export { centralLimitMuEstimate, type SubsampledSteps } from "./central-limit-estimate.ts";
export { type ComposedPrivacy, compose } from "./composed-privacy.ts";
export { groupEvent } from "./group-event.ts";
export { type RenyiTuning, type RunCount, tunePure, tuneRenyi } from "./hyperparameter-tuning.ts";
export {
  type IndividualFilter,
  type IndividualFilterParameters,
  type IndividualQuery,
  individualFilter,
} from "./individual-filter.ts";
export { type Ledger, type LedgerBudget, type LedgerEntry, type LedgerQuery, ledger, type Spent } from "./ledger.ts";
export { deltaAt, epsilonAt } from "./mechanism-profile.ts";
export { tradeOff } from "./mechanism-trade-off.ts";
export {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
  optimalCompositionGridEpsilon,
  type RepeatedRelease,
  type RepeatedTarget,
} from "./optimal-composition.ts";
export {
  type ParticipationPattern,
  type ParticipationSensitivity,
  participationSensitivity,
  type StrategyMatrix,
} from "./participation-sensitivity.ts";
export { type PoissonRenyi, poissonRenyi } from "./poisson-renyi.ts";
export type {
  BatchSampling,
  Composable,
  PoissonSampling,
  PrivacyEvent,
  Release,
  Releases,
} from "./privacy-event.ts";
export {
  approximateFilter,
  BudgetExceeded,
  basicFilter,
  type PrivacyFilter,
  type RenyiBudget,
  renyiFilter,
  zeroConcentratedFilter,
} from "./privacy-filter.ts";
export { concentratedOdometer, type PrivacyOdometer, pureOdometer } from "./privacy-odometer.ts";
export type { Payable } from "./release-charges.ts";
export type { BoundedRelease, ConcentratedRelease } from "./release-cost.ts";
export type { NamedRelease } from "./releases/release-kinds.ts";
export {
  binaryResponseRenyi,
  boundedRangeRenyi,
  discreteLaplaceRenyi,
  gaussianRenyi,
  laplaceRenyi,
  type RandomizedResponseRenyi,
  randomizedResponseRenyi,
} from "./renyi-curves.ts";
export { poissonGaussianRenyi, type SubsampledGaussianRenyi } from "./renyi-subsampled.ts";
export { batchSampled, poissonSampled } from "./sampled-event.ts";
export { type ShuffledResponses, shuffledResponseDelta, shuffledResponseEpsilon } from "./shuffled-response.ts";
export { type ShuffledAnswers, shuffledClosedFormEpsilon, shuffledDelta, shuffledEpsilon } from "./shuffling.ts";
export {
  amplifyTruncatedConcentrated,
  type TruncatedConcentratedSample,
} from "./truncated-concentrated-sampling.ts";
export { type WithoutReplacementRenyi, withoutReplacementRenyi } from "./without-replacement-renyi.ts";
