/**
 * Mechanisms: each samples, states its guarantee and knows its exact law, so that the three cannot drift apart.
 *
 * - Noise: `laplace`, `discreteLaplace`, `gaussian`, `analyticGaussian`, `discreteGaussian`, `staircase`, `gridLaplace`, `vectorLaplace`, `vectorGaussian`.
 * - Statistics: `noisyCount`, `countTable`, `noisySum`, `noisyMean`, `histogram`, `thresholdedCounts`, `stabilityHistogram`, `densityEstimate`, `quantile`, `jointQuantiles`.
 * - For release, in whole numbers on a declared grid: `gridSum`, `gridMean`, `gridHistogram`, `gridQuantile`, `gridQuantiles`, `vectorDiscreteGaussian`.
 * - Queries to a table of a declared domain: `tableCount`, `tableSum`, `tableMean`, `tableHistogram`, `tableQuantile`, `tableQuantiles`.
 * - Choice: `exponentialMechanism`, `permuteAndFlip`, `reportNoisyMax`, `topK`, `majority`, `piecewiseExponential`.
 * - Answers of one person: `randomizedResponse`, `choiceResponse`, `bitvectorResponse`, `listExperiment`; with estimates of all shares `unaryEncoding`, `localHashing`,
 *   `hadamardResponse`; for a unit vector `privUnit`.
 * - Sensitivity of the data at hand: `inverseSensitivity`, `smoothSensitivityMedian`.
 * - Answers of one person: `randomizedResponse`, `choiceResponse`, `bitvectorResponse`, `listExperiment`.
 * - Sensitivity of the data at hand: `inverseSensitivity`, `smoothSensitivityMedian`, `proposeTestRelease`, `proposeTestReleaseMedian`.
 * - Many questions at once: `matrixMechanism` with `optimalStrategy` and strategies for ranges and marginals; `noisyCovariance`, `principalComponents`.
 * A builder takes one object of parameters, of which `neighbours` has no default. The mechanism has `release(input, random)`, `guarantee`, and, where
 * there is a closed form, `law(input)`, `worstPair()`, `privacyLoss()` and `releaseMany(input, out, random)`.
 */
export { type AccuracyQuestion, accuracyAt, type BudgetQuestion, budgetFor, type Releasing } from "./accuracy.ts";
export { analyticGaussian } from "./analytic-gaussian.ts";
export {
  type Bits,
  type BitvectorResponse,
  type BitvectorResponseParameters,
  bitvectorResponse,
} from "./bitvector-response.ts";
export { type ChangeDistance, type ChangeDistanceParameters, changeDistance } from "./change-distance.ts";
export { type ChoiceResponseParameters, choiceResponse, type FractionChoiceParameters } from "./choice-response.ts";
export { classicGaussian } from "./classic-gaussian.ts";
export { type CountTableParameters, countTable } from "./count-table.ts";
export type { GridRange } from "./declared-grid.ts";
export {
  type DensityEstimateParameters,
  type DensityRisk,
  densityEstimate,
  densityEstimateRisk,
} from "./density-estimate.ts";
export { type DiscreteGaussianParameters, discreteGaussian } from "./discrete-gaussian.ts";
export { type DiscreteLaplaceParameters, discreteLaplace } from "./discrete-laplace.ts";
export { exponentialMechanism } from "./exponential-mechanism.ts";
export type { FrequencyOracle, Support, SupportEstimates } from "./frequency-oracle.ts";
export {
  type CalibratedGaussianParameters,
  type GaussianMechanism,
  type GaussianParameters,
  gaussian,
} from "./gaussian.ts";
export { type GridHistogram, type GridHistogramParameters, gridHistogram } from "./grid-histogram.ts";
export { type GridLaplaceParameters, gridLaplace } from "./grid-laplace.ts";
export { type GridMean, type GridMeanParameters, gridMean } from "./grid-mean.ts";
export type { GridBudget } from "./grid-noise.ts";
export { type GridQuantileParameters, gridQuantile } from "./grid-quantile.ts";
export { type GridQuantiles, type GridQuantilesParameters, gridQuantiles } from "./grid-quantiles.ts";
export { type GridSumParameters, gridSum } from "./grid-sum.ts";
export { type HadamardResponse, type HadamardResponseParameters, hadamardResponse } from "./hadamard-response.ts";
export { type HistogramParameters, histogram } from "./histogram.ts";
export {
  type InverseSensitivity,
  type InverseSensitivityParameters,
  inverseSensitivity,
} from "./inverse-sensitivity.ts";
export {
  type InverseSensitivityMeanParameters,
  inverseSensitivityMean,
} from "./inverse-sensitivity-mean.ts";
export {
  type InverseSensitivityMedianParameters,
  inverseSensitivityMedian,
} from "./inverse-sensitivity-median.ts";
export { type JointQuantiles, type JointQuantilesParameters, jointQuantiles } from "./joint-quantiles.ts";
export { type LaplaceParameters, laplace } from "./laplace.ts";
export { type LeakyResponseParameters, leakyResponse } from "./leaky-response.ts";
export {
  type ListAnswer,
  type ListExperiment,
  type ListExperimentParameters,
  listExperiment,
  type Respondent,
} from "./list-experiment.ts";
export {
  type HashedAnswer,
  type LocalHashing,
  type LocalHashingParameters,
  localHashing,
} from "./local-hashing.ts";
export { type MajorityParameters, type MajorityRule, majority } from "./majority.ts";
export { type MatrixMechanism, type MatrixMechanismParameters, matrixMechanism } from "./matrix-mechanism.ts";
export { type NoisyCountParameters, noisyCount } from "./noisy-count.ts";
export { type NoisyCovariance, type NoisyCovarianceParameters, noisyCovariance } from "./noisy-covariance.ts";
export { type NoisyMean, type NoisyMeanParameters, noisyMean } from "./noisy-mean.ts";
export { type NoisyStatisticParameters, noisyStatistic, type Range, type RecordNeighbours } from "./noisy-statistic.ts";
export { type NoisySumParameters, noisySum } from "./noisy-sum.ts";
export { type NoisyVarianceParameters, noisyVariance } from "./noisy-variance.ts";
export { type OptimalStrategy, optimalStrategy } from "./optimal-strategy.ts";
export { permuteAndFlip } from "./permute-and-flip.ts";
export {
  type PiecewiseExponentialParameters,
  type PiecewiseScore,
  piecewiseExponential,
} from "./piecewise-exponential.ts";
export {
  type PrincipalComponents,
  type PrincipalComponentsParameters,
  principalComponents,
} from "./principal-components.ts";
export { type PrivUnit, type PrivUnitParameters, privUnit } from "./priv-unit.ts";
export {
  type ProposeTestRelease,
  type ProposeTestReleaseBudget,
  type ProposeTestReleaseParameters,
  proposeTestRelease,
  type TestedRelease,
} from "./propose-test-release.ts";
export {
  type ProposeTestReleaseMedianParameters,
  proposeTestReleaseMedian,
} from "./propose-test-release-median.ts";
export { type QuantileParameters, quantile } from "./quantile.ts";
export {
  type FractionResponseParameters,
  type RandomizedResponseParameters,
  type ResponseMechanism,
  randomizedResponse,
} from "./randomized-response.ts";
export { type GridNoisyMaxParameters, type NoisyMaxParameters, reportNoisyMax } from "./report-noisy-max.ts";
export type { GridSelectionParameters } from "./scores/grid-selection.ts";
export type { ScoreChange, SelectionParameters } from "./scores/selection.ts";
export { type IndistinguishablePair, type Simulation, simulationLemma } from "./simulation-lemma.ts";
export {
  type SmoothSensitivityMedianParameters,
  type SmoothSensitivityParameters,
  smoothSensitivity,
  smoothSensitivityMedian,
} from "./smooth-sensitivity-median.ts";
export { type SmoothedQuantiles, type SmoothedQuantilesParameters, smoothedQuantiles } from "./smoothed-quantiles.ts";
export {
  type StabilityHistogram,
  type StabilityHistogramParameters,
  stabilityHistogram,
} from "./stability-histogram.ts";
export { type StaircaseParameters, staircase } from "./staircase.ts";
export {
  type TableCount,
  type TableCountable,
  type TableCountParameters,
  tableCount,
} from "./table-count.ts";
export { type TableHistogram, type TableHistogramParameters, tableHistogram } from "./table-histogram.ts";
export { type TableMean, type TableMeanParameters, tableMean } from "./table-mean.ts";
export { type TableQuantile, type TableQuantileParameters, tableQuantile } from "./table-quantile.ts";
export { type TableQuantiles, type TableQuantilesParameters, tableQuantiles } from "./table-quantiles.ts";
export {
  type GridTableSum,
  type GridTableSumParameters,
  type TableSum,
  type TableSumParameters,
  tableSum,
} from "./table-sum.ts";
export type { TableMechanism } from "./table-use.ts";
export {
  type CountThresholdTarget,
  countThresholdFor,
  type KeyedCounts,
  type KeyedRelease,
  type ThresholdedCounts,
  type ThresholdedCountsParameters,
  thresholdedCounts,
} from "./thresholded-counts.ts";
export { type TopK, type TopKParameters, topK } from "./top-k.ts";
export {
  type TruncatedDiscreteLaplaceParameters,
  truncatedDiscreteLaplace,
} from "./truncated-discrete-laplace.ts";
export { type UnaryEncodingParameters, unaryEncoding } from "./unary-encoding.ts";
export {
  type VectorDiscreteGaussian,
  type VectorDiscreteGaussianParameters,
  vectorDiscreteGaussian,
} from "./vector-discrete-gaussian.ts";
export { type VectorGaussianMechanism, type VectorGaussianParameters, vectorGaussian } from "./vector-gaussian.ts";
export { type VectorLaplaceParameters, vectorLaplace } from "./vector-laplace.ts";
export { warnerResponse } from "./warner-response.ts";
export {
  type HierarchicalStrategyParameters,
  hierarchicalStrategy,
  type MarginalWorkloadParameters,
  marginalWorkload,
  prefixWorkload,
  rangeWorkload,
  waveletStrategy,
} from "./workload.ts";
