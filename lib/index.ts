/**
 * The public surface of Epsilab: what `import { ... } from "epsilab"` finds.
 */

// Audits: exact where the law is known, by sampling where it is not.
export { adaptiveLaw, productLaw } from "./auditing/composed-law.ts";
export {
  auditContinuous,
  continuousDelta,
  continuousEpsilon,
  type DensityPair,
  type RatioShape,
} from "./auditing/continuous-audit.ts";
export {
  auditDiscrete,
  type DiscreteAudit,
  discreteDelta,
  discreteEpsilon,
  type LawPair,
} from "./auditing/discrete-audit.ts";
export { auditOneRun, hullOneRunEpsilon, oneRunEpsilon, oneRunPValue } from "./auditing/one-run-audit.ts";
export {
  type CanaryScores,
  type OperatingCurve,
  operatingCurve,
  operatingHull,
  truePositiveRateAt,
} from "./auditing/receiver-operating-curve.ts";
export {
  auditRelease,
  auditSamples,
  type ReleaseAudit,
  type SampledClaim,
  type SampledPair,
} from "./auditing/sampled-audit.ts";
export { auditSupport, type SupportAudit } from "./auditing/support-audit.ts";
export { auditTradeoff, type ScorePair, type TradeoffClaim } from "./auditing/tradeoff-audit.ts";
export { type DatasetPair, type SmallDomain, type WorstPair, worstPair } from "./auditing/worst-pair.ts";
// Mechanisms: each samples, states its guarantee and knows its law.
export { type AnalyticGaussianParameters, analyticGaussian } from "./mechanisms/analytic-gaussian.ts";
export { type ChangeDistance, type ChangeDistanceParameters, changeDistance } from "./mechanisms/change-distance.ts";
export { type ChoiceResponseParameters, choiceResponse } from "./mechanisms/choice-response.ts";
export {
  type ClassicGaussianParameters,
  classicGaussian,
  type GaussianMechanism,
} from "./mechanisms/classic-gaussian.ts";
export { type CountParameters, count } from "./mechanisms/count.ts";
export {
  type DensityEstimateParameters,
  type DensityRisk,
  densityEstimate,
  densityEstimateRisk,
} from "./mechanisms/density-estimate.ts";
export { type DiscreteGaussianParameters, discreteGaussian } from "./mechanisms/discrete-gaussian.ts";
export { exponentialMechanism } from "./mechanisms/exponential-mechanism.ts";
export { type GeometricParameters, geometric } from "./mechanisms/geometric.ts";
export { type GridLaplaceParameters, gridLaplace } from "./mechanisms/grid-laplace.ts";
export { type HistogramParameters, histogram } from "./mechanisms/histogram.ts";
export {
  type InverseSensitivity,
  type InverseSensitivityParameters,
  inverseSensitivity,
} from "./mechanisms/inverse-sensitivity.ts";
export {
  type InverseSensitivityMeanParameters,
  inverseSensitivityMean,
} from "./mechanisms/inverse-sensitivity-mean.ts";
export {
  type InverseSensitivityMedianParameters,
  inverseSensitivityMedian,
} from "./mechanisms/inverse-sensitivity-median.ts";
export { type JointQuantiles, type JointQuantilesParameters, jointQuantiles } from "./mechanisms/joint-quantiles.ts";
export { type LaplaceParameters, laplace } from "./mechanisms/laplace.ts";
export { type LeakyResponseParameters, leakyResponse } from "./mechanisms/leaky-response.ts";
export { type ListExperiment, type ListExperimentParameters, listExperiment } from "./mechanisms/list-experiment.ts";
export { type MajorityParameters, type MajorityRule, majority } from "./mechanisms/majority.ts";
export { type MeanParameters, mean } from "./mechanisms/mean.ts";
export { type NoisyStatisticParameters, noisyStatistic } from "./mechanisms/noisy-statistic.ts";
export { permuteAndFlip } from "./mechanisms/permute-and-flip.ts";
export {
  type PiecewiseExponentialParameters,
  type PiecewiseScore,
  piecewiseExponential,
} from "./mechanisms/piecewise-exponential.ts";
export { type QuantileParameters, quantile } from "./mechanisms/quantile.ts";
export {
  type RandomizedResponseParameters,
  type ResponseMechanism,
  randomizedResponse,
} from "./mechanisms/randomized-response.ts";
export { type NoisyMaxParameters, reportNoisyMax } from "./mechanisms/report-noisy-max.ts";
export { type IndistinguishablePair, type Simulation, simulationLemma } from "./mechanisms/simulation-lemma.ts";
export {
  type SmoothSensitivityMedianParameters,
  type SmoothSensitivityParameters,
  smoothSensitivity,
  smoothSensitivityMedian,
} from "./mechanisms/smooth-sensitivity-median.ts";
export { type SmoothedQuantilesParameters, smoothedQuantiles } from "./mechanisms/smoothed-quantiles.ts";
export { type StaircaseParameters, staircase } from "./mechanisms/staircase.ts";
export { type SumParameters, sum } from "./mechanisms/sum.ts";
export { type VectorLaplaceParameters, vectorLaplace } from "./mechanisms/vector-laplace.ts";
export { warnerResponse } from "./mechanisms/warner-response.ts";
// Special functions: the same bits on every machine.
export {
  binomialLogLowerTail,
  binomialLogMass,
  binomialLogUpperTail,
  binomialLowerTail,
  binomialUpperTail,
  logBinomialCoefficient,
} from "./numerics/binomial.ts";
export { erf, erfc, erfcx, logErfc } from "./numerics/error-function.ts";
export { exp, expm1 } from "./numerics/exponential.ts";
// Solvers, transforms, matrices.
export {
  convolve,
  fourier,
  inverseFourier,
  inverseRealFourier,
  realFourier,
  type Spectrum,
  selfConvolve,
} from "./numerics/fourier.ts";
export { tanh } from "./numerics/hyperbolic-tangent.ts";
export {
  logLowerBeta,
  logUpperBeta,
  lowerBeta,
  lowerBetaInverse,
  upperBeta,
  upperBetaInverse,
} from "./numerics/incomplete-beta.ts";
export {
  logLowerGamma,
  logUpperGamma,
  lowerGamma,
  lowerGammaInverse,
  upperGamma,
  upperGammaInverse,
} from "./numerics/incomplete-gamma.ts";
export { type LbfgsSearch, minimiseByLbfgs } from "./numerics/lbfgs.ts";
export {
  type Cholesky,
  cholesky,
  isPositiveDefinite,
  leastSquares,
  type Matrix,
  type Qr,
  qr,
  type SingularValues,
  singularValues,
  solveLinear,
  type Vector,
} from "./numerics/linear-algebra.ts";
export { logGamma } from "./numerics/log-gamma.ts";
export { logAddExp, logOneMinusExp, logSubExp, logSumExp } from "./numerics/log-sum.ts";
export { log, log1p } from "./numerics/logarithm.ts";
export { findMinimum, goldenSection, type Minimum, type MinimumSearch } from "./numerics/minimum.ts";
export { minimiseByNewton, type NewtonSearch } from "./numerics/newton.ts";
export { logNormalCdf, logNormalDensity, normalCdf, normalDensity } from "./numerics/normal.ts";
export { logNormalQuantile, normalQuantile, normalUpperQuantile } from "./numerics/normal-quantile.ts";
export { pow } from "./numerics/power.ts";
export { type Integral, type Integration, integrate } from "./numerics/quadrature.ts";
export { type Bracket, expandBracket, findRoot, type RootSearch } from "./numerics/root.ts";
export type { SmoothMinimum, SmoothObjective } from "./numerics/smooth-objective.ts";
export { sortFloat64 } from "./numerics/sort.ts";
export { cos, sin } from "./numerics/trigonometry.ts";
// Privacy: relations, guarantees and what follows from what, profiles, trade-off curves, accounting.
export {
  type AdvancedComposition,
  type AdvancedConstant,
  advancedComposition,
  basicComposition,
  closedFormComposition,
  type PrivacyBudget,
} from "./privacy/advanced-composition.ts";
export {
  amplifyPoisson,
  amplifyWithoutReplacement,
  amplifyWithReplacement,
  type FixedSample,
  type PoissonSample,
} from "./privacy/amplification.ts";
export { centralLimitMuEstimate, type SubsampledSteps } from "./privacy/central-limit-estimate.ts";
export {
  composeGaussian,
  composePure,
  composeRenyi,
  composeZeroConcentrated,
  repeatRenyi,
} from "./privacy/composition.ts";
export {
  discreteGaussianLoss,
  discreteLaplaceLoss,
  discreteLoss,
  sampledDiscreteLoss,
  worstCaseLoss,
} from "./privacy/discrete-loss.ts";
export { approximateTradeOff, tradeOffOfLaws, tradeOffOfMasses } from "./privacy/finite-trade-off.ts";
export {
  classicGaussianSigma,
  type GaussianCalibration,
  type GaussianTarget,
  gaussianMuFor,
  gaussianSigmaFor,
  tailGaussianSigma,
} from "./privacy/gaussian-calibration.ts";
export { gaussianToApproximate, gaussianToRenyi, gaussianToZeroConcentrated } from "./privacy/gaussian-conversions.ts";
export { gaussianLoss, type SubsampledGaussianLoss, subsampledGaussianLoss } from "./privacy/gaussian-loss.ts";
export { gaussianDelta, gaussianEpsilon, gaussianLogDelta } from "./privacy/gaussian-profile.ts";
export { groupPrivacy } from "./privacy/group-privacy.ts";
export {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  type Guarantee,
  gaussianDp,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "./privacy/guarantee.ts";
export { type LaplaceLoss, laplaceLoss } from "./privacy/laplace-loss.ts";
export { laplaceDelta, laplaceEpsilon } from "./privacy/laplace-profile.ts";
export type { ContinuousLaw, DiscreteLaw, Law, ProductLaw } from "./privacy/law.ts";
export { type LeakyResponse, leakyResponseDelta } from "./privacy/leaky-response-profile.ts";
export {
  type CertifiedInterval,
  type DeltaQuestion,
  type EpsilonQuestion,
  type LossEvent,
  lossDelta,
  lossEpsilon,
} from "./privacy/loss-accountant.ts";
export type { Mechanism } from "./privacy/mechanism.ts";
export { areNeighbours, convertNeighbours, type RecordConvention } from "./privacy/neighbour-check.ts";
export { NEIGHBOURS, type Neighbours } from "./privacy/neighbours.ts";
export {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
  optimalCompositionGridEpsilon,
  optimalCompositionReleaseEpsilon,
  type RepeatedRelease,
  type RepeatedTarget,
} from "./privacy/optimal-composition.ts";
export type { LossPair, PrivacyLoss } from "./privacy/privacy-loss.ts";
export {
  pureToApproximate,
  pureToRenyi,
  pureToZeroConcentrated,
  pureToZeroConcentratedClassic,
} from "./privacy/pure-conversions.ts";
export {
  RENYI_ORDERS,
  type RenyiConversion,
  type RenyiSearch,
  renyiToApproximate,
  renyiToApproximateClassic,
  renyiToApproximateRefined,
} from "./privacy/renyi-conversions.ts";
export {
  binaryResponseRenyi,
  boundedRangeRenyi,
  gaussianRenyi,
  laplaceRenyi,
  type RandomizedResponseRenyi,
  randomizedResponseRenyi,
} from "./privacy/renyi-curves.ts";
export {
  poissonGaussianRenyi,
  type SubsampledGaussianRenyi,
  withoutReplacementGaussianRenyi,
} from "./privacy/renyi-subsampled.ts";
export { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "./privacy/trade-off.ts";
export { invertTradeOff, symmetrise, symmetriseBound, tensor, tensorPower } from "./privacy/trade-off-operations.ts";
export { convexify, piecewiseLinearTradeOff, type TradeOffPoint, tradeOffAbove } from "./privacy/trade-off-points.ts";
export { directedDelta, tradeOffDelta, tradeOffEpsilon, tradeOffFromProfile } from "./privacy/trade-off-profile.ts";
export {
  advantage,
  areaUnderCurve,
  bestBalancedAccuracy,
  coveringMu,
  truePositiveRate,
} from "./privacy/trade-off-readings.ts";
export {
  zeroConcentratedDelta,
  zeroConcentratedEpsilon,
  zeroConcentratedRhoFor,
  zeroConcentratedRhoForClassic,
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
  zeroConcentratedToRenyi,
} from "./privacy/zero-concentrated-conversions.ts";
// Randomness: streams, and one file for each distribution.
export { type BallNoiseParameters, fillBallNoise, sampleBallNoise } from "./random/ball-noise.ts";
export { fillBernoulli, sampleBernoulli } from "./random/bernoulli.ts";
export { sampleBernoulliExp } from "./random/bernoulli-exp.ts";
export { type BetaParameters, fillBeta, sampleBeta } from "./random/beta.ts";
export { type BinomialParameters, fillBinomial, sampleBinomial } from "./random/binomial.ts";
export { sampleBoundedBigInt, sampleBoundedInteger } from "./random/bounded-integer.ts";
export { type AliasTable, aliasTable, fillCategorical, sampleCategorical } from "./random/categorical.ts";
export { fillDiscreteGaussian, sampleDiscreteGaussian } from "./random/discrete-gaussian.ts";
export { sampleExactDiscreteGaussian } from "./random/exact-discrete-gaussian.ts";
export { sampleExactDiscreteLaplace } from "./random/exact-discrete-laplace.ts";
export { fillExponential, sampleExponential } from "./random/exponential.ts";
export { fillGamma, type GammaParameters, sampleGamma } from "./random/gamma.ts";
export { fillGeometric, sampleGeometric } from "./random/geometric.ts";
export { fillGumbel, type GumbelParameters, sampleGumbel } from "./random/gumbel.ts";
export type { Seed, Step } from "./random/key.ts";
export { fillLaplace, sampleLaplace } from "./random/laplace.ts";
export { fillMultinomial, type MultinomialParameters, sampleMultinomial } from "./random/multinomial.ts";
export { fillNormal, type NormalParameters, sampleNormal } from "./random/normal.ts";
export { samplePermutation, shuffle } from "./random/permutation.ts";
export { fillPoisson, samplePoisson } from "./random/poisson.ts";
export { type PoissonSubsampleParameters, samplePoissonSubsample } from "./random/poisson-subsample.ts";
export type { Random, SecureRandom } from "./random/random.ts";
export type { Rational } from "./random/rational.ts";
export { secureRandom } from "./random/secure.ts";
export { fillBall, fillSphere, sampleBall, sampleSphere } from "./random/sphere.ts";
export { type Stream, stream } from "./random/stream.ts";
export { type SubsetParameters, sampleSubset } from "./random/subset.ts";
export { fillTwoSidedGeometric, sampleTwoSidedGeometric } from "./random/two-sided-geometric.ts";
export { fillUniform, sampleUniform } from "./random/uniform.ts";
// Statistics: intervals, tests, streaming summaries, verdicts.
export { batchMeans, batchMeansInterval } from "./statistics/batch-means.ts";
export { type Bootstrap, type BootstrapSample, bootstrap } from "./statistics/bootstrap.ts";
export { type CategoryCounts, type ChiSquare, chiSquareTest, chiSquareUpperTail } from "./statistics/chi-square.ts";
export {
  type BandSize,
  bandHalfWidth,
  type DistributionBand,
  distributionBand,
  oneSidedBandWidth,
} from "./statistics/dvoretzky-kiefer-wolfowitz.ts";
export { type BoundedSample, empiricalBernstein } from "./statistics/empirical-bernstein.ts";
export { type Expectation, expectationInterval } from "./statistics/expectation.ts";
export {
  type Bins,
  type Histogram,
  histogramOf,
  histogramQuantile,
  histogramTotal,
  mergeHistograms,
} from "./statistics/histogram.ts";
export { halfWidth, type Interval, intervalAround } from "./statistics/interval.ts";
export {
  type KolmogorovSmirnov,
  kolmogorovSmirnov,
  kolmogorovSmirnovTwoSample,
} from "./statistics/kolmogorov-smirnov.ts";
export {
  type LogLogFit,
  logLogSlope,
  logLogSlopeInterval,
  type PowerLawPoints,
  type ReplicatedGrid,
  type ReplicatedSlope,
  replicatedLogLogSlope,
} from "./statistics/log-log-slope.ts";
export {
  excessKurtosis,
  foldMoments,
  type Moments,
  mergeMoments,
  momentsOf,
  NO_MOMENTS,
  sampleVariance,
  skewness,
  standardError,
} from "./statistics/moments.ts";
export { bonferroni, holm } from "./statistics/multiple-testing.ts";
export {
  judgeExactDelta,
  judgeExactEpsilon,
  judgeSampledEpsilon,
  type PrivacyVerdict,
} from "./statistics/privacy-verdict.ts";
export {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  type ProportionSample,
  wilson,
} from "./statistics/proportion-interval.ts";
export {
  type MeanSample,
  studentCdf,
  studentInterval,
  studentQuantile,
  studentUpperQuantile,
  studentUpperTail,
} from "./statistics/student.ts";
export {
  type BoundClaim,
  countLooks,
  type EqualityClaim,
  judgeApproximateEquality,
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
} from "./statistics/verdict.ts";
