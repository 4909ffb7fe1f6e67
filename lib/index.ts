/**
 * The public surface of Epsilab: what `import { ... } from "epsilab"` finds.
 */

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
