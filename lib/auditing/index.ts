/**
 * Audits: exact where the law is known, by sampling where it is not.
 * What of this folder is public.
 */
export { type Exhibit, gallery } from "./broken/index.ts";
export { adaptiveLaw, productLaw } from "./composed-law.ts";
export {
  auditContinuous,
  continuousDelta,
  continuousEpsilon,
  type DensityPair,
  type RatioShape,
} from "./continuous-audit.ts";
export {
  auditDiscrete,
  type DiscreteAudit,
  discreteDelta,
  discreteEpsilon,
  type LawPair,
} from "./discrete-audit.ts";
export { audit, type MechanismAudit } from "./mechanism-audit.ts";
export { auditOneRun, hullOneRunEpsilon, oneRunEpsilon, oneRunPValue } from "./one-run-audit.ts";
export {
  type CanaryScores,
  type OperatingCurve,
  operatingCurve,
  operatingHull,
  truePositiveRateAt,
} from "./receiver-operating-curve.ts";
export { auditZeroConcentrated, discreteRenyi } from "./renyi-audit.ts";
export {
  auditRelease,
  auditSamples,
  type ReleaseAudit,
  type SampledClaim,
  type SampledPair,
} from "./sampled-audit.ts";
export { auditSupport, type SupportAudit } from "./support-audit.ts";
export { auditTradeOff, type ScorePair, type TradeOffClaim } from "./trade-off-audit.ts";
export { type DatasetPair, type SmallDomain, type WorstPair, worstPair } from "./worst-pair.ts";
