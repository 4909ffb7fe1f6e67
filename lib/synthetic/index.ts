/**
 * Synthetic data: tables that look like the private one, and what they cost.
 */
export {
  type Attribute,
  type AttributeSpace,
  type AttributeSpaceParameters,
  attributeSpace,
  type PlainValue,
} from "./attribute-space.ts";
export { exactMarginal, kWayMarginals, type MarginalQuery, marginalQuery, type Workload } from "./marginal.ts";
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
