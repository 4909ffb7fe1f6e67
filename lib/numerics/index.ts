/**
 * Special functions, solvers, transforms and matrices: the same bits on every machine.
 *
 * Each function states its accuracy and its range. Logarithmic forms (`logNormalCdf`, `binomialLogUpperTail`, `logUpperGamma`) hold
 * their digits far beyond where the plain ones are 0. Solvers are `findRoot`, `findMinimum`, `minimiseByNewton`, `minimiseByLbfgs`,
 * `integrate`.
 */
export {
  type BinomialCount,
  binomialLogLowerTail,
  binomialLogMass,
  binomialLogUpperTail,
  binomialLowerTail,
  binomialUpperTail,
  logBinomialCoefficient,
} from "./binomial.ts";
export { erf, erfc, erfcx, logErfc } from "./error-function.ts";
export { exp, expm1 } from "./exponential.ts";
export {
  convolve,
  fourier,
  inverseFourier,
  inverseRealFourier,
  realFourier,
  type Spectrum,
  selfConvolve,
} from "./fourier.ts";
export { tanh } from "./hyperbolic-tangent.ts";
export {
  type BetaArguments,
  logLowerBeta,
  logUpperBeta,
  lowerBeta,
  lowerBetaInverse,
  upperBeta,
  upperBetaInverse,
} from "./incomplete-beta.ts";
export {
  logLowerGamma,
  logUpperGamma,
  lowerGamma,
  lowerGammaInverse,
  upperGamma,
  upperGammaInverse,
} from "./incomplete-gamma.ts";
export { type LbfgsSearch, minimiseByLbfgs } from "./lbfgs.ts";
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
} from "./linear-algebra.ts";
export { logGamma } from "./log-gamma.ts";
export { logAddExp, logOneMinusExp, logSubExp, logSumExp } from "./log-sum.ts";
export { log, log1p } from "./logarithm.ts";
export { findMinimum, goldenSection, type Minimum, type MinimumSearch } from "./minimum.ts";
export { minimiseByNewton, type NewtonSearch } from "./newton.ts";
export { logNormalCdf, logNormalDensity, normalCdf, normalDensity } from "./normal.ts";
export { logNormalQuantile, normalQuantile, normalUpperQuantile } from "./normal-quantile.ts";
export { pow } from "./power.ts";
export { type Integral, type Integration, integrate } from "./quadrature.ts";
export { type Bracket, expandBracket, findRoot, type RootSearch } from "./root.ts";
export type { SmoothMinimum, SmoothObjective } from "./smooth-objective.ts";
export { sortFloat64 } from "./sort.ts";
export { type SymmetricEigen, symmetricEigen } from "./symmetric-eigen.ts";
export { cos, sin } from "./trigonometry.ts";
