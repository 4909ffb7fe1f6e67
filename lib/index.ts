/**
 * Epsilab: the names that a notebook starts from.
 *
 * Mechanisms that sample, state their guarantee and know their exact law; `compose` and `calibrate` for what they lose together;
 * `audit` for whether they keep their word; named streams of random numbers; figures. The rest is behind a door for each part of
 * the field:
 * - `epsilab/privacy`: guarantees, conversions, privacy-loss distributions, trade-off curves
 * - `epsilab/mechanisms`: every mechanism
 * - `epsilab/accounting`: composition, calibration, amplification, filters, odometers
 * - `epsilab/auditing`: exact audits, audits by sampling, what is broken
 * - `epsilab/adaptive`: above-threshold, sparse vector, Thresholdout, adaptive analysts
 * - `epsilab/false-discovery`: multiple testing, offline and online, private too
 * - `epsilab/continual`: answers at every step of a stream of data: running sums, online learning, bandits, changepoints
 * - `epsilab/learning`: private empirical risk minimisation, regression, voting, neural networks
 * - `epsilab/synthetic`: synthetic tables by histograms, MWEM and graphical models (AIM)
 * - `epsilab/bounds`: minimax lower bounds, exact minimax risks of counts
 * - `epsilab/attacks`: differencing, linkage, reconstruction, inversion, membership inference
 * - `epsilab/data`: tables of a declared domain, data sets
 * - `epsilab/files`: tables from files
 * - `epsilab/statistics`: intervals, tests, verdicts
 * - `epsilab/random`: streams, samplers
 * - `epsilab/numerics`: special functions, solvers, transforms with the same bits on every machine
 * - `epsilab/figures`: figures
 * - `epsilab/experiments`: claims and stored results
 * - `epsilab/exercises`: `check`, for the exercises
 */
export { aboveThreshold } from "./adaptive/above-threshold.ts";
export { sparseVector } from "./adaptive/sparse-vector.ts";
export { thresholdout } from "./adaptive/thresholdout.ts";
export { optimalAttack } from "./attacks/optimal-attack.ts";
export { gallery } from "./auditing/broken/index.ts";
export { audit, type MechanismAudit } from "./auditing/mechanism-audit.ts";
export { auditRelease } from "./auditing/sampled-audit.ts";
export { leCam } from "./bounds/le-cam.ts";
export { privateLeCam } from "./bounds/private-le-cam.ts";
export { categoryColumn, type Domain, domain, flagColumn, integerColumn, numberColumn } from "./data/domain.ts";
export { iris } from "./data/iris.ts";
export { irisTable } from "./data/iris-table.ts";
export { type Table, tableFrom } from "./data/table.ts";
export { coverageFigure } from "./figures/coverage-figure.ts";
export { densityFigure } from "./figures/density-figure.ts";
export { type Figure, figure } from "./figures/figure.ts";
export { rateFigure } from "./figures/rate-figure.ts";
export { tradeOffFigure } from "./figures/trade-off-figure.ts";
export { type Dataset, dataset } from "./learning/dataset.ts";
export { logisticLoss } from "./learning/loss.ts";
export { objectivePerturbation } from "./learning/objective-perturbation.ts";
export { outputPerturbation } from "./learning/output-perturbation.ts";
export { privateGradientDescent } from "./learning/private-gradient-descent.ts";
export { privateStochasticGradient } from "./learning/private-stochastic-gradient.ts";
export { tableRegression } from "./learning/table-regression.ts";
export { accuracyAt, budgetFor } from "./mechanisms/accuracy.ts";
export { exponentialMechanism } from "./mechanisms/choice/exponential-mechanism.ts";
export { reportNoisyMax } from "./mechanisms/choice/report-noisy-max.ts";
export { randomizedResponse } from "./mechanisms/local/randomized-response.ts";
export { discreteGaussian } from "./mechanisms/noise/discrete-gaussian.ts";
export { discreteLaplace } from "./mechanisms/noise/discrete-laplace.ts";
export { gaussian } from "./mechanisms/noise/gaussian.ts";
export { laplace } from "./mechanisms/noise/laplace.ts";
export { postProcess } from "./mechanisms/post-process.ts";
export { histogram } from "./mechanisms/statistics/histogram.ts";
export { noisyCount } from "./mechanisms/statistics/noisy-count.ts";
export { noisyMean } from "./mechanisms/statistics/noisy-mean.ts";
export { noisySum } from "./mechanisms/statistics/noisy-sum.ts";
export { quantile } from "./mechanisms/statistics/quantile.ts";
export { quantiles } from "./mechanisms/statistics/quantiles.ts";
export { exp } from "./numerics/exponential.ts";
export { log } from "./numerics/logarithm.ts";
export { logNormalCdf, normalCdf } from "./numerics/normal.ts";
export { type ComposedPrivacy, compose } from "./privacy/accounting/composed-privacy.ts";
export { type Ledger, ledger } from "./privacy/accounting/ledger.ts";
export { deltaAt, epsilonAt } from "./privacy/accounting/mechanism-profile.ts";
export { tradeOff } from "./privacy/accounting/mechanism-trade-off.ts";
export type { PrivacyEvent } from "./privacy/accounting/privacy-event.ts";
export { poissonSampled } from "./privacy/accounting/sampled-event.ts";
export { calibrate } from "./privacy/calibration/calibration.ts";
export { gaussianSigmaFor } from "./privacy/calibration/gaussian-calibration.ts";
export { convert } from "./privacy/conversions/convert.ts";
export { approximate, type Guarantee, gaussianDp, pure, zeroConcentrated } from "./privacy/guarantees/guarantee.ts";
export type { Mechanism } from "./privacy/guarantees/mechanism.ts";
export type { Neighbours } from "./privacy/guarantees/neighbours.ts";
export type { CertifiedInterval } from "./privacy/loss/pld-accountant.ts";
export { gaussianTradeOff, type TradeOff } from "./privacy/trade-off/trade-off.ts";
export { advantage, truePositiveRate } from "./privacy/trade-off/trade-off-readings.ts";
export { sampleBernoulli } from "./random/bernoulli.ts";
export { fillLaplace, sampleLaplace } from "./random/laplace.ts";
export { fillNormal, sampleNormal } from "./random/normal.ts";
export { secureRandom } from "./random/secure.ts";
export { type Stream, stream } from "./random/stream.ts";
export { sampleUniform } from "./random/uniform.ts";
export { momentsOf } from "./statistics/moments.ts";
export { clopperPearson } from "./statistics/proportion-interval.ts";
export { studentInterval } from "./statistics/student.ts";
