/**
 * False discoveries: which of many null hypotheses to reject, all at once or one after another, with and without privacy.
 *
 * All at once: `bonferroni`, `holm`, `benjaminiHochberg`, `benjaminiYekutieli`. One after another, as sessions that can be saved:
 * `alphaInvesting`, `generalisedAlphaInvesting`, `lond`, `lord` (LORD++), `saffron`, `addis`. Whether p-values are valid:
 * `superUniformity`.
 * Privately: `privateBenjaminiHochberg` and `privateLord`, from the sensitivity of the p-values (`binomialSensitivity`,
 * `gaussianSensitivity`, `chiSquareSensitivity`). `paprikaLiteral` is for study: what is claimed of it does not hold.
 */
export { type AddisParameters, addis } from "./addis.ts";
export { type AlphaInvestingParameters, alphaInvesting } from "./alpha-investing.ts";
export { type BatchDecisions, benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "./batch-rules.ts";
export {
  type BinomialSensitivityParameters,
  binomialSensitivity,
  binomialSensitivityBound,
} from "./binomial-sensitivity.ts";
export {
  type ChiSquareSensitivityParameters,
  chiSquareSensitivity,
  goodnessOfFitChange,
} from "./chi-square-sensitivity.ts";
export {
  type GammaSequence,
  givenSequence,
  logarithmicSequence,
  type PowerSequence,
  powerSequence,
  type SequenceHorizon,
} from "./gamma-sequence.ts";
export { type GaussianSensitivityParameters, gaussianSensitivity } from "./gaussian-sensitivity.ts";
export { type GeneralisedAlphaInvestingParameters, generalisedAlphaInvesting } from "./generalised-alpha-investing.ts";
export { type LondParameters, lond } from "./lond.ts";
export { type LordParameters, lord } from "./lord.ts";
export type { Decision, Decisions, OnlineRule, OnlineSession, SavedSession } from "./online-rule.ts";
export { type BinomialTest, binomialPValue, zPValue } from "./p-values.ts";
export { type PaprikaLiteral, type PaprikaParameters, paprikaLiteral } from "./paprika-literal.ts";
export { type PeelingParameters, peelingScale } from "./peeling-scale.ts";
export {
  type PrivateBenjaminiHochberg,
  type PrivateBenjaminiHochbergParameters,
  privateBenjaminiHochberg,
} from "./private-benjamini-hochberg.ts";
export {
  type PrivateLord,
  type PrivateLordParameters,
  type PrivateLordSession,
  privateLord,
  type SavedPrivateSession,
} from "./private-lord.ts";
export { noiseRejects, type RejectionNoise, rejectionShift } from "./private-rejections.ts";
export { type SaffronParameters, saffron } from "./saffron.ts";
export { type PValueLaw, type SuperUniformity, superUniformity } from "./super-uniformity.ts";
