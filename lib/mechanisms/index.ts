/**
 * Mechanisms: each samples, states its guarantee and knows its exact law, so that the three cannot drift apart.
 *
 * - Noise: `laplace`, `gaussian`, of a number, or with a `dimension` of a vector; `laplace` with a `step` exact, on a grid, for
 *   release; `discreteLaplace`, `discreteGaussian`, of whole numbers, the latter with a `dimension` of vectors;
 *   `truncatedDiscreteLaplace`, `boundedLaplace`, `staircase`; of a place on a map `planarLaplace`.
 * - Statistics: `noisyCount`, `noisySum`, `noisyMean`, `histogram`, `quantile`, `quantiles`, of records; with a `step` exact, on a
 *   grid, for release; with a `domain` of a table. Also `noisyVariance`, `countTable`, `thresholdedCounts`, `stabilityHistogram`,
 *   `densityEstimate`, `smoothedQuantiles`.
 * - Choice: `exponentialMechanism`, `permuteAndFlip`, `reportNoisyMax`, `topK`, `majority`, `piecewiseExponential`, `randomRecord`;
 *   how far one falls behind: `shortfallOf`, `shortfallBound`.
 * - Answers of one person: `randomizedResponse`, `choiceResponse`, `bitvectorResponse`, `listExperiment`; with estimates of all
 *   shares `unaryEncoding`, `localHashing`, `hadamardResponse`, `countMeanSketch`; of a mean `oneBitMean`; in two stages `rappor`;
 *   for a unit vector `privUnit`.
 * - Sensitivity of the data at hand: `inverseSensitivity`, `smoothSensitivityMedian`, `proposeTestRelease`, `proposeTestReleaseMedian`.
 * - Many questions at once: `matrixMechanism` with `optimalStrategy` and strategies for ranges and marginals; `noisyCovariance`,
 *   `principalComponents`.
 * - What follows from a release: `postProcess`; how exact it is: `accuracyAt`, `budgetFor`.
 * A builder takes one object of parameters, of which `neighbours` has no default. The mechanism has `release(input, random)`,
 * `guarantee`, and, where there is a closed form, `law(input)`, `worstPair()`, `privacyLoss()` and
 * `releaseMany(input, out, random)`.
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
export { type RandomRecordParameters, randomRecord } from "./choice/random-record.ts";
export { type GridNoisyMaxParameters, type NoisyMaxParameters, reportNoisyMax } from "./choice/report-noisy-max.ts";
export type { GridSelectionParameters } from "./choice/scores/grid-selection.ts";
export type { ScoreChange, SelectionParameters } from "./choice/scores/selection.ts";
export {
  type Choosing,
  type Shortfall,
  type ShortfallQuestion,
  shortfallBound,
  shortfallOf,
} from "./choice/shortfall.ts";
export { type TopK, type TopKParameters, topK } from "./choice/top-k.ts";
export type { Place } from "./laws/planar-side-law.ts";
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
export {
  type CountMeanSketchParameters,
  countMeanSketch,
  type SketchedAnswer,
} from "./local/count-mean-sketch.ts";
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
export { type OneBitMean, type OneBitMeanParameters, oneBitMean } from "./local/one-bit-mean.ts";
export { type PrivUnit, type PrivUnitParameters, privUnit } from "./local/priv-unit.ts";
export {
  type FractionResponseParameters,
  type RandomizedResponseParameters,
  type ResponseMechanism,
  randomizedResponse,
} from "./local/randomized-response.ts";
export { type Rappor, type RapporParameters, rappor } from "./local/rappor.ts";
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
export {
  type BoundedLaplace,
  type BoundedLaplaceParameters,
  boundedLaplace,
} from "./noise/bounded-laplace.ts";
export { type ClassicGaussianParameters, classicGaussian } from "./noise/classic-gaussian.ts";
export {
  type DiscreteGaussianParameters,
  discreteGaussian,
  type VectorDiscreteGaussian,
  type VectorDiscreteGaussianParameters,
} from "./noise/discrete-gaussian.ts";
export { type DiscreteLaplaceParameters, discreteLaplace } from "./noise/discrete-laplace.ts";
export type { BudgetIn, ExactBudget } from "./noise/exact-budget.ts";
export {
  type GaussianMechanism,
  type GaussianParameters,
  gaussian,
  type VectorGaussianMechanism,
  type VectorGaussianParameters,
} from "./noise/gaussian.ts";
export {
  type GridLaplaceParameters,
  type LaplaceNorm,
  type LaplaceParameters,
  laplace,
  type VectorLaplaceParameters,
} from "./noise/laplace.ts";
export { type PlanarLaplace, type PlanarLaplaceParameters, planarLaplace } from "./noise/planar-laplace.ts";
export { type StaircaseParameters, staircase } from "./noise/staircase.ts";
export {
  type TruncatedDiscreteLaplaceParameters,
  truncatedDiscreteLaplace,
} from "./noise/truncated-discrete-laplace.ts";
export { type PostProcessed, type PostProcessedWithLaw, type Processable, postProcess } from "./post-process.ts";
export { type CosineSeries, type CosineSeriesParameters, cosineSeries } from "./statistics/cosine-series.ts";
export { type CountTableParameters, countTable } from "./statistics/count-table.ts";
export type { GridRange } from "./statistics/declared-grid.ts";
export {
  type DensityEstimateParameters,
  type DensityRisk,
  densityEstimate,
  densityEstimateRisk,
} from "./statistics/density-estimate.ts";
export type { GridQuantiles } from "./statistics/grid-quantiles.ts";
export {
  type GridHistogram,
  type GridHistogramParameters,
  type HistogramParameters,
  histogram,
  type TableHistogram,
  type TableHistogramParameters,
} from "./statistics/histogram.ts";
export type { JointQuantiles } from "./statistics/joint-quantiles.ts";
export {
  type NoisyCountParameters,
  noisyCount,
  type TableCount,
  type TableCountable,
  type TableCountParameters,
} from "./statistics/noisy-count.ts";
export {
  type GridMean,
  type GridMeanParameters,
  type GridTableMean,
  type GridTableMeanParameters,
  type NoisyMean,
  type NoisyMeanParameters,
  noisyMean,
  type TableMean,
  type TableMeanParameters,
} from "./statistics/noisy-mean.ts";
export {
  type NoisyStatisticParameters,
  noisyStatistic,
  type Range,
  type RecordNeighbours,
} from "./statistics/noisy-statistic.ts";
export {
  type GridSumParameters,
  type GridTableSum,
  type GridTableSumParameters,
  type NoisySumParameters,
  noisySum,
  type TableSum,
  type TableSumParameters,
} from "./statistics/noisy-sum.ts";
export { type NoisyVarianceParameters, noisyVariance } from "./statistics/noisy-variance.ts";
export {
  type GridQuantileParameters,
  type GridTableQuantile,
  type GridTableQuantileParameters,
  type QuantileParameters,
  quantile,
  type TableQuantile,
  type TableQuantileParameters,
} from "./statistics/quantile.ts";
export {
  type GridQuantilesParameters,
  type GridTableQuantiles,
  type GridTableQuantilesParameters,
  type QuantilesParameters,
  quantiles,
  type TableQuantiles,
  type TableQuantilesParameters,
} from "./statistics/quantiles.ts";
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
