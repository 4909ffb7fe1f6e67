/**
 * Adaptive analysis: answers to questions that depend on earlier answers.
 *
 * `aboveThreshold`, `sparseVector` and `numericSparse` answer many queries at the price of the few that are above a threshold.
 * `thresholdout` guards a holdout against reuse. `variableSelection`, `fishingAnalyst` and `voteAccuracy` are analysts that
 * overfit; `overfittingTail` and `expectedGapBound` say what private answers generalise by, `robustGap` and `simulatorTail` what a
 * release of a small sample does.
 */
export {
  type AboveThreshold,
  type AboveThresholdParameters,
  aboveThreshold,
  aboveThresholdError,
  type GridAboveThresholdParameters,
} from "./above-threshold.ts";
export { type ComparisonNoise, logAnswersProbability } from "./comparison-law.ts";
export {
  agreeingAnalyst,
  type FishingParameters,
  fishingAnalyst,
  type GapAnalyst,
  type GapSession,
} from "./fishing-analyst.ts";
export {
  expectedGapBound,
  type OverfittingTail,
  overfittingTail,
  sharpExpectedGap,
  subsetSelectionGap,
} from "./generalisation.ts";
export {
  type GridNumericSparseParameters,
  type NumericSparse,
  type NumericSparseParameters,
  type NumericSparseSession,
  numericSparse,
  numericSparsePrivacyLoss,
} from "./numeric-sparse.ts";
export { type CountRelease, robustGap, simulatorTail } from "./output-generalisation.ts";
export {
  type GridSparseVectorParameters,
  type SparseVector,
  type SparseVectorParameters,
  sparseVector,
} from "./sparse-vector.ts";
export type { ThresholdAnswer, ThresholdRules, ThresholdSession } from "./threshold-session.ts";
export {
  type StatisticalQuery,
  type ThresholdoutParameters,
  type ThresholdoutSession,
  thresholdout,
  thresholdoutGuarantee,
} from "./thresholdout.ts";
export {
  type MeansAnswer,
  type ThresholdoutMeans,
  type ThresholdoutRules,
  thresholdoutMeans,
} from "./thresholdout-means.ts";
export type { ThresholdoutVariant } from "./thresholdout-noise.ts";
export {
  type HoldoutPair,
  type ThresholdoutPrivacyLossParameters,
  thresholdoutPrivacyLoss,
} from "./thresholdout-privacy-loss.ts";
export {
  firstAnswerTail,
  type RenewedTail,
  renewedTail,
  type ThresholdoutTail,
  thresholdoutTail,
} from "./thresholdout-tail.ts";
export { type VariableSelection, variableSelection } from "./variable-selection.ts";
export { majorityAccuracy, type VoteAttack, voteAccuracy, voteAccuracyLimit, voteAgreement } from "./vote-analyst.ts";
