/**
 * Attacks: what an adversary makes of an output, and what noise of the right size leaves to make.
 *
 * - Differencing: two exact counts, with and without a person, tell that person's bit, and refusing small sets does not help
 *   (`guardedCounts`, `trackerAttack`). With noise, `differenceTest` and `answersTest` are the best guesses, and `guessBound` is
 *   what no guess beats.
 * - Linkage and k-anonymity: a table without names is named by a public list (`linkageAttack`), as often as people are alone with
 *   their values (`uniqueness`, `expectedUniqueness`; from a sample `matchRisk`, `populationUniqueness`). Coarsened by a
 *   `generalisation` (`generalisedTable`, `minimalGeneralisations`) it may keep `kAnonymity`, `lDiversity`, `tCloseness`, and still
 *   fall to `homogeneityAttack`, `backgroundAttack` and `intersectionAttack`.
 * - Reconstruction: too many sums, answered too well, give back the whole table. `subsetQueries` asks how many of some records have
 *   a secret bit; `leastSquaresReconstruction`, `linearProgramReconstruction` and `exhaustiveReconstruction` find the bits from
 *   noisy answers. `publishedTables` counts records as statistical offices do; `tableReconstruction`, `certainRecords` and
 *   `consistentTables` find the records again.
 * - Inversion: `modelInversion` guesses an attribute from a model; privacy bounds not its success, but what membership adds
 *   (`sharpExpectedGap` of `epsilab/adaptive`).
 * - Membership: `optimalAttack` is the best test at every false-positive rate, from the exact laws of two neighbours. Of trained
 *   models nobody knows the laws: there an attack is a function from what is seen of a model to a score, `lossThresholdAttack`,
 *   `likelihoodRatioAttack` (LiRA) and `relativeMembershipAttack` (RMIA), the latter two with `offline...` forms. `referenceModels`
 *   and `attackScores` train the models, `fixedThresholds` fixes thresholds on other models, `operatingBoxes` (of
 *   `epsilab/auditing`) judges them. `densityRatioScore` and `nearestRecordScore` guess from a synthetic table whether a record was
 *   in its data.
 * - Poisoning: `poisoningCanary` is a record whose presence a training shows best, for an audit of the training as it is run.
 * - What an output says about one record when all others are known: `posterior` over candidates, its best guess, and how often that
 *   is right (`guessSuccess`).
 * - Floating point: `releaseFloatLaplace` is textbook noise that leaves gaps which differ between neighbours.
 *   `isFloatLaplaceOutput` sees them, and `auditSupport` (of `epsilab/auditing` too) makes a verdict of what only one neighbour can
 *   give.
 */

export { type AnswersTest, type AnswersTestParameters, answersTest } from "./answers-test.ts";
export { type BackgroundAttack, backgroundAttack } from "./background-attack.ts";
export { type BlindGuess, type BlindGuessParameters, blindGuess } from "./blind-guess.ts";
export { type ConsistentTables, consistentTables } from "./consistent-tables.ts";
export { type DensityRatioEvidence, densityRatioScore } from "./density-ratio-score.ts";
export {
  type CountPair,
  type DifferenceTest,
  type DifferenceTestParameters,
  differenceTest,
} from "./difference-test.ts";
export {
  type ExhaustiveReconstruction,
  type ExhaustiveReconstructionParameters,
  exhaustiveReconstruction,
} from "./exhaustive-reconstruction.ts";
export { fixedThresholds } from "./fixed-thresholds.ts";
export { type FloatLaplace, isFloatLaplaceOutput, releaseFloatLaplace } from "./float-laplace.ts";
export { type Generalisation, generalisation, type LatticeNode, type Levels } from "./generalisation.ts";
export {
  type EquivalenceClass,
  type GeneralisedTable,
  type GeneralisedTableParameters,
  generalisedTable,
} from "./generalised-table.ts";
export { type GuessBound, guessBound } from "./guess-bound.ts";
export { type HomogeneityAttack, homogeneityAttack } from "./homogeneity-attack.ts";
export { type Appearance, intersectionAttack } from "./intersection-attack.ts";
export { type Anonymity, kAnonymity } from "./k-anonymity.ts";
export { type LDiversityParameters, lDiversity } from "./l-diversity.ts";
export {
  type LeastSquaresReconstruction,
  leastSquaresReconstruction,
  type ReconstructedBits,
  type ReconstructionAccuracy,
  type ReconstructionAccuracyParameters,
  reconstructionAccuracy,
} from "./least-squares-reconstruction.ts";
export { likelihoodRatioAttack, offlineLikelihoodRatioAttack } from "./likelihood-ratio-attack.ts";
export {
  type AnswerFit,
  type LinearProgramReconstruction,
  type LinearProgramReconstructionParameters,
  linearProgramReconstruction,
} from "./linear-program-reconstruction.ts";
export { type Linkage, type LinkageParameters, linkageAttack } from "./linkage-attack.ts";
export { logitConfidence } from "./logit-confidence.ts";
export { lossThresholdAttack } from "./loss-threshold-attack.ts";
export type { MembershipAttack, ModelView, ReferenceViews } from "./membership-attack.ts";
export { attackScores, type GameTrials, type MembershipGame, referenceModels } from "./membership-game.ts";
export { type MinimalGeneralisationsParameters, minimalGeneralisations } from "./minimal-generalisations.ts";
export {
  type ModelInversion,
  type ModelInversionParameters,
  modelInversion,
} from "./model-inversion.ts";
export { nearestRecordScore } from "./nearest-record-score.ts";
export { type OptimalAttack, optimalAttack } from "./optimal-attack.ts";
export { type PoisoningCanary, type PoisoningCanaryParameters, poisoningCanary } from "./poisoning-canary.ts";
export { matchRisk, populationUniqueness, type SampleCells } from "./population-uniqueness.ts";
export {
  type Candidates,
  guessSuccess,
  type Observation,
  type Observed,
  type Posterior,
  posterior,
} from "./posterior.ts";
export {
  cellCounts,
  type PublishedTable,
  type PublishedTables,
  publishedTables,
  recordsInCommon,
  tableRecords,
} from "./published-tables.ts";
export {
  type OfflineRelativeMembership,
  offlineRelativeMembershipAttack,
  type RelativeMembership,
  relativeMembershipAttack,
} from "./relative-membership-attack.ts";
export { everySubset, type SubsetQueries, type SubsetQueryParameters, subsetQueries } from "./subset-queries.ts";
export { auditSupport, type SupportAudit } from "./support-audit.ts";
export type { CodedRecord, SyntheticEvidence } from "./synthetic-record.ts";
export { type TClosenessParameters, tCloseness } from "./t-closeness.ts";
export {
  type CertainRecords,
  certainRecords,
  type TableReconstruction,
  type TableReconstructionParameters,
  tableReconstruction,
} from "./table-reconstruction.ts";
export { type CountQuery, type Formula, guardedCounts, trackerAttack } from "./tracker-attack.ts";
export { type CellLaw, expectedUniqueness, type Uniqueness, uniqueness } from "./uniqueness.ts";
