/**
 * The kit: all that the file of an experiment imports, and nothing of how it is run. Our own experiments are its first users.
 */
export { z } from "zod";
export type { Area, Claim, Evidence, Lecture, Source } from "./claims/claim.ts";
export { type ClaimDraft, defineClaim } from "./claims/define-claim.ts";
export type { Contest, Erratum, ErratumKind, WithdrawnErratum } from "./claims/erratum.ts";
export { type Axes, type Axis, type AxisValue, axis, type Cell } from "./engine/definition/axis.ts";
export { type AuditedVariant, brokenControl } from "./engine/definition/broken-control.ts";
export {
  allAtMost,
  assumed,
  atLeast,
  atMost,
  audited,
  boundedMeanOf,
  deltaAtMost,
  differenceOf,
  type Estimate,
  epsilonAtMost,
  equal,
  estimateAtLeast,
  estimateAtMost,
  estimateEquals,
  estimateNear,
  holdsOnlyWhere,
  intervalAlone,
  lessThan,
  lossAtMost,
  type Margin,
  meanOf,
  medianSlopeNear,
  refutableAtLeast,
  refutableAtMost,
  shareOf,
  surelyAtMost,
} from "./engine/definition/checks.ts";
export { meanStudy, shareStudy } from "./engine/definition/estimated-study.ts";
export {
  type Control,
  defineExperiment,
  type Experiment,
  type ExperimentDraft,
  type FigureOfRows,
  type Part,
  type PartDraft,
} from "./engine/definition/experiment.ts";
export {
  ascending,
  by,
  type Column,
  type EstimateColumns,
  type FigureDeclaration,
  figureOf,
  type Grouping,
  likeFirst,
  logPlaces,
  nearest,
  type PanelColumns,
  type RowChoice,
  type RowGroup,
  spread,
  type TheoryColumns,
  where,
} from "./engine/definition/figure-of-rows.ts";
export type { Check, Judgement } from "./engine/definition/judgement.ts";
export {
  type CellRow,
  cellNumber,
  cellText,
  claimRows,
  distinct,
  estimateOf,
  intervalOf,
  storedAs,
  storedList,
  storedNumber,
  theoryOf,
} from "./engine/definition/row.ts";
export {
  type ExactStudy,
  type ExactStudyOf,
  exactStudy,
  type SampleContext,
  type SampledStudy,
  type SampledStudyOf,
  type Study,
  sampledStudy,
  type TrialCounts,
} from "./engine/definition/study.ts";
export { type StudyData, studyData } from "./engine/definition/study-data.ts";
export { variant } from "./engine/definition/variant.ts";
export { sampledRows } from "./engine/execution/sampled-rows.ts";
