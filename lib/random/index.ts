/**
 * Randomness: streams, sources, and one file for each distribution.
 *
 * `stream(seed, ...path)` is named, not seeded in sequence: the same names give the same draws in any thread, on any machine.
 * `sampleX(parameters, random)` is one draw, `fillX(parameters, out, random)` many, the same bits. `secureRandom()` is the
 * operating system's generator, for noise that is released; samplers whose noise is not exact refuse it by their type.
 */
export { type BallNoiseParameters, fillBallNoise, sampleBallNoise } from "./ball-noise.ts";
export { fillBernoulli, sampleBernoulli } from "./bernoulli.ts";
export { sampleBernoulliExp } from "./bernoulli-exp.ts";
export { type BetaParameters, fillBeta, sampleBeta } from "./beta.ts";
export { type BinomialParameters, fillBinomial, sampleBinomial } from "./binomial.ts";
export { sampleBoundedBigInt, sampleBoundedInteger } from "./bounded-integer.ts";
export { type AliasTable, aliasTable, fillCategorical, sampleCategorical } from "./categorical.ts";
export { fillDiscreteGaussian, sampleDiscreteGaussian } from "./discrete-gaussian.ts";
export { fillDiscreteLaplace, sampleDiscreteLaplace } from "./discrete-laplace.ts";
export { sampleExactDiscreteGaussian } from "./exact-discrete-gaussian.ts";
export { sampleExactDiscreteLaplace } from "./exact-discrete-laplace.ts";
export { fillExponential, sampleExponential } from "./exponential.ts";
export { fillGamma, type GammaParameters, sampleGamma } from "./gamma.ts";
export { fillGeometric, sampleGeometric } from "./geometric.ts";
export { fillGumbel, type GumbelParameters, sampleGumbel } from "./gumbel.ts";
export type { Seed, Step } from "./key.ts";
export { fillLaplace, sampleLaplace } from "./laplace.ts";
export { fillMultinomial, type MultinomialParameters, sampleMultinomial } from "./multinomial.ts";
export { fillNormal, type NormalParameters, sampleNormal } from "./normal.ts";
export { samplePermutation, shuffle } from "./permutation.ts";
export { fillPoisson, samplePoisson } from "./poisson.ts";
export { type PoissonSubsampleParameters, samplePoissonSubsample } from "./poisson-subsample.ts";
export type { Random, SecureRandom } from "./random.ts";
export type { Rational } from "./rational.ts";
export { secureRandom } from "./secure.ts";
export { fillBall, fillSphere, sampleBall, sampleSphere } from "./sphere.ts";
export { type Stream, stream, type Transform } from "./stream.ts";
export { type SubsetParameters, sampleSubset } from "./subset.ts";
export { fillUniform, sampleUniform } from "./uniform.ts";
export type { StreamKey } from "./words.ts";
