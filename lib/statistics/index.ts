/**
 * Statistics: intervals, tests, streaming summaries, verdicts.
 *
 * Intervals at a stated error rate: `clopperPearson`, `studentInterval`, `empiricalBernstein`, `bootstrap`, `medianInterval`. Tests:
 * `chiSquareTest`, `kolmogorovSmirnov`. Verdicts on claims: `judgeBound`, `judgeExactEquality`, `judgeRate`; of privacy
 * `judgeExactDelta`, `judgeSampledEpsilon`; `sharedErrorRate` for many cells at once.
 */
export { type Bootstrap, type BootstrapSample, bootstrap } from "./bootstrap.ts";
export { type CategoryCounts, type ChiSquare, chiSquareTest } from "./chi-square.ts";
export {
  type BandSize,
  type DistributionBand,
  distributionBand,
  oneSidedBandWidth,
} from "./dvoretzky-kiefer-wolfowitz.ts";
export { type BoundedSample, empiricalBernstein } from "./empirical-bernstein.ts";
export {
  type BatchedExpectation,
  type BoundedExpectation,
  type ExactExpectation,
  type Expectation,
  expectationInterval,
} from "./expectation.ts";
export { halfWidth, type Interval, intervalAround } from "./interval.ts";
export {
  type KolmogorovSmirnov,
  kolmogorovSmirnov,
  kolmogorovSmirnovTwoSample,
} from "./kolmogorov-smirnov.ts";
export {
  type LogLogFit,
  logLogSlope,
  logLogSlopeInterval,
  type PowerLawPoints,
  type ReplicatedGrid,
  type ReplicatedSlope,
  replicatedLogLogSlope,
} from "./log-log-slope.ts";
export { type MedianEstimate, type MedianSample, medianInterval } from "./median-interval.ts";
export {
  excessKurtosis,
  type Moments,
  mergeMoments,
  momentsOf,
  NO_MOMENTS,
  sampleVariance,
  skewness,
  standardError,
} from "./moments.ts";
export {
  type ExactFinding,
  judgeExactDelta,
  judgeExactEpsilon,
  judgeSampledEpsilon,
  type PrivacyVerdict,
} from "./privacy-verdict.ts";
export {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  type ProportionSample,
  wilson,
} from "./proportion-interval.ts";
export { type MeanSample, studentInterval, studentUpperQuantile, studentUpperTail } from "./student.ts";
export {
  type BoundClaim,
  countLooks,
  type EqualityClaim,
  judgeBound,
  judgeExactEquality,
  judgeExpectationBound,
  judgeProbabilityBound,
  judgeRate,
  type RateClaim,
  sharedErrorRate,
  type Verdict,
  type VerdictNote,
  type VerdictWord,
} from "./verdict.ts";
