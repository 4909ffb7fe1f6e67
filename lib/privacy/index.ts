/**
 * Privacy: neighbours, guarantees and what follows from what, distributions of the privacy loss, trade-off curves.
 *
 * - Guarantees are plain data: `pure(1)`, `approximate(1, 1e-6)`, `zeroConcentrated(0.5)`, `gaussianDp(1)`. What one implies of another
 *   is a conversion: `convert(pure(1), { to: "zero-concentrated" })`.
 * - A privacy-loss distribution (`...Pld`) is the law of log(P(x) / Q(x)), in both directions, of a pair of laws that dominates all
 *   neighbours.
 * - A trade-off curve (`...TradeOff`) gives, for each false-positive rate, the least false-negative rate of any test between two
 *   neighbours.
 * - A profile gives delta at each epsilon: `gaussianDelta`, `laplaceDelta`, `pldProfile`.
 * How releases add up is in `epsilab/accounting`.
 */
export { type Conversions, type Converted, convert, type Sums } from "./conversions/convert.ts";
export { RENYI_ORDERS, type RenyiConversion } from "./conversions/renyi-conversions.ts";
export { zeroConcentratedRhoFor, zeroConcentratedRhoForClassic } from "./conversions/zero-concentrated-conversions.ts";
export { groupPrivacy } from "./guarantees/group-privacy.ts";
export {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  type Guarantee,
  gaussianDp,
  type PrivacyLossGuarantee,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  type TradeOffGuarantee,
  type TruncatedConcentratedGuarantee,
  truncatedConcentrated,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "./guarantees/guarantee.ts";
export type { ClosedMechanism, DominatingPair, Mechanism, MechanismWithLaw } from "./guarantees/mechanism.ts";
export { areNeighbours, convertNeighbours, type RecordConvention } from "./guarantees/neighbour-check.ts";
export type { Neighbours } from "./guarantees/neighbours.ts";
export { boundedRangePld } from "./loss/bounded-range-pld.ts";
export {
  type DiscreteGaussianPldParameters,
  type DiscreteLaplacePldParameters,
  discreteGaussianPld,
  discreteLaplacePld,
  discretePld,
  randomizedResponsePld,
  worstCasePld,
} from "./loss/discrete-pld.ts";
export { type ContinuousShape, continuousLaw, numberLaw } from "./loss/distribution.ts";
export { type GaussianPldParameters, gaussianPld, type SubsampledGaussianPldParameters } from "./loss/gaussian-pld.ts";
export {
  type GaussianDeltaTarget,
  type GaussianProfilePoint,
  gaussianDelta,
  gaussianEpsilon,
  gaussianLogDelta,
} from "./loss/gaussian-profile.ts";
export { type LaplacePldParameters, laplacePld } from "./loss/laplace-pld.ts";
export {
  type LaplaceDeltaTarget,
  type LaplaceProfilePoint,
  laplaceDelta,
  laplaceEpsilon,
} from "./loss/laplace-profile.ts";
export type {
  AnyLaw,
  ContinuousDensity,
  ContinuousLaw,
  DiscreteLaw,
  Distribution,
  IndependentLaw,
  Law,
  LawFamily,
  NumberLaw,
  ProductLaw,
} from "./loss/law.ts";
export { type LeakyResponse, leakyResponseDelta } from "./loss/leaky-response-profile.ts";
export { type MixtureGaussianPldParameters, mixtureGaussianPld } from "./loss/mixture-gaussian-pld.ts";
export type { CertifiedInterval } from "./loss/pld-accountant.ts";
export { type PldProfile, pldProfile } from "./loss/pld-profile.ts";
export type {
  PldPair,
  PrivacyLoss,
  PrivacyLossAtom,
  PrivacyLossDensity,
  PrivacyLossPieces,
  ReleaseName,
} from "./loss/privacy-loss.ts";
export { replacedGaussianPld } from "./loss/replaced-gaussian-pld.ts";
export { sampledFinitePld } from "./loss/sampled-pld.ts";
export { splitLaplacePld } from "./loss/split-laplace-pld.ts";
export { type TruncatedSubsampledPldParameters, truncatedSubsampledPld } from "./loss/truncated-subsampled-pld.ts";
export { type BatchOfRecords, withoutReplacementPld } from "./loss/without-replacement-pld.ts";
export { approximateTradeOff, type MassPair, tradeOffOfLaws, tradeOffOfMasses } from "./trade-off/finite-trade-off.ts";
export { groupTradeOff } from "./trade-off/group-trade-off.ts";
export { lawTradeOff } from "./trade-off/law-trade-off.ts";
export { pldTradeOff } from "./trade-off/pld-trade-off.ts";
export {
  type FiniteTradeOff,
  type GaussianTradeOff,
  gaussianTradeOff,
  type LaplaceTradeOff,
  laplaceTradeOff,
  type TradeOff,
} from "./trade-off/trade-off.ts";
export { invertTradeOff, symmetrise, tensor, tensorPower } from "./trade-off/trade-off-operations.ts";
export { convexify, type SupportingLine, type TradeOffPoint, tradeOffAbove } from "./trade-off/trade-off-points.ts";
export {
  type ProfilePoint,
  tradeOffDelta,
  tradeOffEpsilon,
  tradeOffFromProfile,
} from "./trade-off/trade-off-profile.ts";
export {
  advantage,
  areaUnderCurve,
  bestBalancedAccuracy,
  coveringMu,
  truePositiveRate,
} from "./trade-off/trade-off-readings.ts";
