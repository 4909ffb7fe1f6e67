/**
 * False discoveries: which of many null hypotheses to reject, all at once or one after another, with and without privacy.
 */
export {
  type GammaSequence,
  givenSequence,
  logarithmicSequence,
  type PowerSequence,
  powerSequence,
  type SequenceHorizon,
} from "./gamma-sequence.ts";
export { type LordParameters, lord } from "./lord.ts";
export type { Decision, Decisions, OnlineRule, OnlineSession, SavedSession } from "./online-rule.ts";
export { type SaffronParameters, saffron } from "./saffron.ts";
