/**
 * Synthetic data: tables that look like the private one, and what they cost.
 *
 * - What is kept: `attributeSpace` codes the columns of a domain, numbers in bins, as attributes of finitely many values. A
 *   workload is a list of sets of columns, the marginals that matter: `kWayMarginals` has all of k columns. The same bins go to the
 *   synthesiser.
 * - From the whole universe: `noisyHistogram` puts noise on every cell, for small universes (`largestNoise` is its largest error);
 *   `mwem` learns a distribution over all cells from the queries that it answers worst (`mwemErrorBound`).
 * - From marginals: `independentMarginals` measures each column alone, the baseline. `privatePgm` measures the marginals that it is
 *   given and fits a graphical model, for universes that nobody could list; `aim` chooses them as well, round by round: the one to
 *   begin with.
 * - What comes out: every synthesiser has `release(table, random)`, which gives columns of made-up records, the `model` behind
 *   them, and what each step `spent`, `totalSpent` together.
 * - How good it is: `marginalQuality` compares a model with the table over a workload; `tableModel` makes a model of a table,
 *   private or synthetic, to compare with. Both are exact, hence not private.
 */
export { type Aim, aim } from "./aim.ts";
export type { AimParameters } from "./aim-rules.ts";
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
