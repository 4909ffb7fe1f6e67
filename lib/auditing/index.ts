/**
 * Audits: does a mechanism keep its guarantee?
 *
 * `audit(mechanism)` looks at the worst pair of neighbours: exactly where the laws are known, by sampling where they are not. Exact
 * audits of two laws are `auditDiscrete` and `auditContinuous`; `auditRelease` and `auditSamples` know draws only,
 * `auditGaussianRelease` and `auditRenyiRelease` too, against those claims; `watchAudit` may be looked at while it runs,
 * `searchPair` finds the inputs; `auditOneRun` and `auditOneRunTradeOff` know one training run with canaries; `operatingBoxes` many
 * runs with one target each; `auditSupport` finds outputs that only one neighbour can have; `auditReplay` replays a program
 * that draws through a recorder. `gallery` is a collection of broken
 * mechanisms that every one of them must catch. Sampling can refute privacy and never certify it: then the verdict is `violated` or
 * `not-refuted`.
 */

export { auditSupport, type SupportAudit } from "../attacks/support-audit.ts";
export { type Exhibit, gallery } from "./broken/index.ts";
export { type CertifiedRatio, certifiedLogRatio, type EventCount } from "./certified-epsilon.ts";
export { classifierEvent } from "./classifier-event.ts";
export { adaptiveLaw, productLaw } from "./composed-law.ts";
export {
  auditContinuous,
  continuousDelta,
  continuousEpsilon,
  type DensityPair,
  type EpsilonRange,
  type RatioShape,
} from "./continuous-audit.ts";
export {
  auditDiscrete,
  type DeltaRange,
  type DiscreteAudit,
  discreteDelta,
  discreteEpsilon,
  impossibleMass,
  type LawPair,
  type PrivacyClaim,
} from "./discrete-audit.ts";
export {
  cellEvent,
  type Event,
  type EventChoice,
  type EventView,
  halfLineEvent,
  type Training,
} from "./event-choice.ts";
export { eventEValue, type PairCounts } from "./event-e-value.ts";
export {
  type AuditPlan,
  audit,
  type ExactAudit,
  type MechanismAudit,
  type SampledAudit,
} from "./mechanism-audit.ts";
export { networkEvent } from "./network-event.ts";
export { auditOneRun, type Guesses, type OneRunClaim, oneRunEpsilon, oneRunPValue } from "./one-run-audit.ts";
export {
  auditOneRunTradeOff,
  type OneRunTradeOffAudit,
  type OneRunTradeOffClaim,
  oneRunMu,
  tradeOffOneRunPValue,
} from "./one-run-trade-off-audit.ts";
export {
  type BoxJudgement,
  type BoxPlan,
  judgeOperatingBoxes,
  type OperatingBox,
  type OperatingCounts,
  operatingBox,
  operatingBoxes,
  type RateEstimate,
} from "./operating-boxes.ts";
export { outputEvent } from "./output-event.ts";
export {
  type FoundPair,
  type PairSearch,
  type SearchedPair,
  type SearchRound,
  searchPair,
  searchRounds,
} from "./pair-search.ts";
export {
  type CanaryScores,
  type OperatingCurve,
  type OperatingPoint,
  operatingCurve,
  truePositiveRateAt,
} from "./receiver-operating-curve.ts";
export type { GaussianDraw, LaplaceDraw, Recorder, ReleaseDraw } from "./recorder.ts";
export { auditZeroConcentrated, discreteRenyi } from "./renyi-audit.ts";
export { auditReplay, type ReplayPlan } from "./replay-audit.ts";
export type { FoundByReplay, ReplayAudit, ReplayFinding, ReplayNorm } from "./replay-findings.ts";
export {
  auditRelease,
  auditSamples,
  type DrawPlan,
  type ReleaseAudit,
  type SampledClaim,
  type SampledEvent,
  type SampledPair,
  type SampledVerdict,
} from "./sampled-audit.ts";
export {
  auditGaussianRelease,
  auditRenyiRelease,
  type GaussianReleaseAudit,
  type RenyiReleaseAudit,
  type RenyiVerdict,
} from "./sampled-divergence-audit.ts";
export { type Look, type WatchedClaim, watchAudit } from "./watched-audit.ts";
export { type DatasetPair, neighbouringPairs, type SmallDomain, type WorstPair, worstPair } from "./worst-pair.ts";
