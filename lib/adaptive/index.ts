/**
 * Adaptive analysis: answers to questions that depend on earlier answers.
 * What of this folder is public.
 */
export {
  type AboveThreshold,
  type AboveThresholdParameters,
  aboveThreshold,
  aboveThresholdError,
} from "./above-threshold.ts";
export { type ComparisonNoise, logAnswersProbability } from "./comparison-law.ts";
export type { ThresholdAnswer, ThresholdSession } from "./threshold-session.ts";
