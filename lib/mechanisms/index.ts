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
export { exponentialMechanism } from "./choice/exponential-mechanism.ts";
export { type MajorityParameters, type MajorityRule, majority } from "./choice/majority.ts";
export { permuteAndFlip } from "./choice/permute-and-flip.ts";
export {
  type PiecewiseExponentialParameters,
  type PiecewiseScore,
  piecewiseExponential,
} from "./choice/piecewise-exponential.ts";
export { type GridNoisyMaxParameters, type NoisyMaxParameters, reportNoisyMax } from "./choice/report-noisy-max.ts";
export type { GridSelectionParameters } from "./choice/scores/grid-selection.ts";
export type { ScoreChange, SelectionParameters } from "./choice/scores/selection.ts";
export { type TopK, type TopKParameters, topK } from "./choice/top-k.ts";
export { type MatrixMechanism, type MatrixMechanismParameters, matrixMechanism } from "./linear/matrix-mechanism.ts";
export { type NoisyCovariance, type NoisyCovarianceParameters, noisyCovariance } from "./linear/noisy-covariance.ts";
export { type OptimalStrategy, optimalStrategy } from "./linear/optimal-strategy.ts";
export {
  type PrincipalComponents,
  type PrincipalComponentsParameters,
  principalComponents,
} from "./linear/principal-components.ts";
export {
  type HierarchicalStrategyParameters,
  hierarchicalStrategy,
  type MarginalWorkloadParameters,
  marginalWorkload,
  prefixWorkload,
  rangeWorkload,
  waveletStrategy,
} from "./linear/workload.ts";
export {
  type Bits,
  type BitvectorResponse,
  type BitvectorResponseParameters,
  bitvectorResponse,
} from "./local/bitvector-response.ts";
export {
  type ChoiceResponseParameters,
  choiceResponse,
  type FractionChoiceParameters,
} from "./local/choice-response.ts";
export type { FrequencyOracle, Support, SupportEstimates } from "./local/frequency-oracle.ts";
export { type HadamardResponse, type HadamardResponseParameters, hadamardResponse } from "./local/hadamard-response.ts";
export { type LeakyResponseParameters, leakyResponse } from "./local/leaky-response.ts";
export {
  type ListAnswer,
  type ListExperiment,
  type ListExperimentParameters,
  listExperiment,
  type Respondent,
} from "./local/list-experiment.ts";
export {
  type HashedAnswer,
  type LocalHashing,
  type LocalHashingParameters,
  localHashing,
} from "./local/local-hashing.ts";
export { type PrivUnit, type PrivUnitParameters, privUnit } from "./local/priv-unit.ts";
export {
  type FractionResponseParameters,
  type RandomizedResponseParameters,
  type ResponseMechanism,
  randomizedResponse,
} from "./local/randomized-response.ts";
export { type IndistinguishablePair, type Simulation, simulationLemma } from "./local/simulation-lemma.ts";
export { type UnaryEncodingParameters, unaryEncoding } from "./local/unary-encoding.ts";
export { warnerResponse } from "./local/warner-response.ts";
export {
  type ChangeDistance,
  type ChangeDistanceParameters,
  changeDistance,
} from "./local-sensitivity/change-distance.ts";
export {
  type InverseSensitivity,
  type InverseSensitivityParameters,
  inverseSensitivity,
} from "./local-sensitivity/inverse-sensitivity.ts";
export {
  type InverseSensitivityMeanParameters,
  inverseSensitivityMean,
} from "./local-sensitivity/inverse-sensitivity-mean.ts";
export {
  type InverseSensitivityMedianParameters,
  inverseSensitivityMedian,
} from "./local-sensitivity/inverse-sensitivity-median.ts";
export {
  type ProposeTestRelease,
  type ProposeTestReleaseBudget,
  type ProposeTestReleaseParameters,
  proposeTestRelease,
  type TestedRelease,
} from "./local-sensitivity/propose-test-release.ts";
export {
  type ProposeTestReleaseMedianParameters,
  proposeTestReleaseMedian,
} from "./local-sensitivity/propose-test-release-median.ts";
export {
  type SmoothSensitivityMedianParameters,
  type SmoothSensitivityParameters,
  smoothSensitivity,
  smoothSensitivityMedian,
} from "./local-sensitivity/smooth-sensitivity-median.ts";
export { analyticGaussian } from "./noise/analytic-gaussian.ts";
export { classicGaussian } from "./noise/classic-gaussian.ts";
export { type DiscreteGaussianParameters, discreteGaussian } from "./noise/discrete-gaussian.ts";
export { type DiscreteLaplaceParameters, discreteLaplace } from "./noise/discrete-laplace.ts";
export {
  type CalibratedGaussianParameters,
  type GaussianMechanism,
  type GaussianParameters,
  gaussian,
} from "./noise/gaussian.ts";
export { type GridLaplaceParameters, gridLaplace } from "./noise/grid-laplace.ts";
export type { GridBudget } from "./noise/grid-noise.ts";
export { type LaplaceParameters, laplace } from "./noise/laplace.ts";
export { type StaircaseParameters, staircase } from "./noise/staircase.ts";
export {
  type TruncatedDiscreteLaplaceParameters,
  truncatedDiscreteLaplace,
} from "./noise/truncated-discrete-laplace.ts";
export {
  type VectorDiscreteGaussian,
  type VectorDiscreteGaussianParameters,
  vectorDiscreteGaussian,
} from "./noise/vector-discrete-gaussian.ts";
export {
  type VectorGaussianMechanism,
  type VectorGaussianParameters,
  vectorGaussian,
} from "./noise/vector-gaussian.ts";
export { type VectorLaplaceParameters, vectorLaplace } from "./noise/vector-laplace.ts";
export { type CountTableParameters, countTable } from "./statistics/count-table.ts";
export type { GridRange } from "./statistics/declared-grid.ts";
export {
  type DensityEstimateParameters,
  type DensityRisk,
  densityEstimate,
  densityEstimateRisk,
} from "./statistics/density-estimate.ts";
export { type GridHistogram, type GridHistogramParameters, gridHistogram } from "./statistics/grid-histogram.ts";
export { type GridMean, type GridMeanParameters, gridMean } from "./statistics/grid-mean.ts";
export { type GridQuantileParameters, gridQuantile } from "./statistics/grid-quantile.ts";
export { type GridQuantiles, type GridQuantilesParameters, gridQuantiles } from "./statistics/grid-quantiles.ts";
export { type GridSumParameters, gridSum } from "./statistics/grid-sum.ts";
export { type HistogramParameters, histogram } from "./statistics/histogram.ts";
export { type JointQuantiles, type JointQuantilesParameters, jointQuantiles } from "./statistics/joint-quantiles.ts";
export { type NoisyCountParameters, noisyCount } from "./statistics/noisy-count.ts";
export { type NoisyMean, type NoisyMeanParameters, noisyMean } from "./statistics/noisy-mean.ts";
export {
  type NoisyStatisticParameters,
  noisyStatistic,
  type Range,
  type RecordNeighbours,
} from "./statistics/noisy-statistic.ts";
export { type NoisySumParameters, noisySum } from "./statistics/noisy-sum.ts";
export { type NoisyVarianceParameters, noisyVariance } from "./statistics/noisy-variance.ts";
export { type QuantileParameters, quantile } from "./statistics/quantile.ts";
export {
  type SmoothedQuantiles,
  type SmoothedQuantilesParameters,
  smoothedQuantiles,
} from "./statistics/smoothed-quantiles.ts";
export {
  type StabilityHistogram,
  type StabilityHistogramParameters,
  stabilityHistogram,
} from "./statistics/stability-histogram.ts";
export {
  type TableCount,
  type TableCountable,
  type TableCountParameters,
  tableCount,
} from "./statistics/table-count.ts";
export { type TableHistogram, type TableHistogramParameters, tableHistogram } from "./statistics/table-histogram.ts";
export { type TableMean, type TableMeanParameters, tableMean } from "./statistics/table-mean.ts";
export { type TableQuantile, type TableQuantileParameters, tableQuantile } from "./statistics/table-quantile.ts";
export { type TableQuantiles, type TableQuantilesParameters, tableQuantiles } from "./statistics/table-quantiles.ts";
export {
  type GridTableSum,
  type GridTableSumParameters,
  type TableSum,
  type TableSumParameters,
  tableSum,
} from "./statistics/table-sum.ts";
export type { TableMechanism } from "./statistics/table-use.ts";
export {
  type CountThresholdTarget,
  countThresholdFor,
  type KeyedCounts,
  type KeyedRelease,
  type ThresholdedCounts,
  type ThresholdedCountsParameters,
  thresholdedCounts,
} from "./statistics/thresholded-counts.ts";
