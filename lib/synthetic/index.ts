/**
 * Synthetic data: tables that look like the private one, and what they cost.
 */
export { type Aim, type AimParameters, aim } from "./aim.ts";
export {
  type Attribute,
  type AttributeSpace,
  type AttributeSpaceParameters,
  attributeSpace,
  codedRecords,
  type PlainValue,
} from "./attribute-space.ts";
export type { FittedModel } from "./fitted-release.ts";
export {
  type IndependentMarginals,
  type IndependentMarginalsParameters,
  independentMarginals,
} from "./independent-marginals.ts";
export { type LargestNoise, type LargestNoiseParameters, largestNoise } from "./largest-noise.ts";
export { exactMarginal, kWayMarginals, type MarginalQuery, marginalQuery, type Workload } from "./marginal.ts";
export {
  type MarginalQuality,
  type MarginalQualityParameters,
  marginalQuality,
  tableModel,
} from "./marginal-quality.ts";
export type { CellQueries } from "./multiplicative-weights.ts";
export { type Mwem, type MwemParameters, mwem } from "./mwem.ts";
export { type MwemErrorParameters, mwemErrorBound } from "./mwem-error-bound.ts";
export { type NoisyHistogram, type NoisyHistogramParameters, noisyHistogram } from "./noisy-histogram.ts";
export type { MeasuredMarginals } from "./noisy-marginals.ts";
export { type FittedSynthesiser, type PrivatePgm, type PrivatePgmParameters, privatePgm } from "./private-pgm.ts";
export type { RhoGuarantee } from "./rho-budget.ts";
export {
  type MarginalModel,
  type Measurement,
  type Selection,
  type Spending,
  type SpentGuarantee,
  type Synthesiser,
  type SynthesiserNeighbours,
  type SyntheticRelease,
  totalSpent,
} from "./synthesiser.ts";
