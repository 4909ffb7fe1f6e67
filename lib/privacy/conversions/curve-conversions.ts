/**
 * Conversions from and to the guarantees that are curves: a trade-off function, or the loss of a dominating pair.
 *
 * Theorems: (epsilon, delta) is the trade-off max(0, 1 - delta - e^epsilon a, e^-epsilon (1 - delta - a)), and mu-Gaussian the one of a
 * normal shift (Wasserman, Zhou 2010; Dong, Roth, Su 2022). A trade-off f gives (epsilon, delta) where delta = 1 + f*(-e^epsilon), and is
 * mu-Gaussian for the least mu whose curve lies below it. A dominating pair gives (epsilon, delta) by its hockey-stick divergence
 * and a curve by duality; both are taken from the certified upper end.
 * Limits: a curve that gives some outcome away has no mu, and a delta below the mass of infinite losses no epsilon: both are refused.
 */
import { refuse, requireOpenProbability } from "../../numerics/requirements.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  gaussianDp,
  type PrivacyLossGuarantee,
  type PureGuarantee,
  type TradeOffGuarantee,
} from "../guarantees/guarantee.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";
import { approximateTradeOff } from "../trade-off/finite-trade-off.ts";
import { pldTradeOff } from "../trade-off/pld-trade-off.ts";
import { gaussianTradeOff } from "../trade-off/trade-off.ts";
import { tradeOffEpsilon } from "../trade-off/trade-off-profile.ts";
import { coveringMu } from "../trade-off/trade-off-readings.ts";

export function approximateToTradeOff(guarantee: PureGuarantee | ApproximateGuarantee): TradeOffGuarantee {
  const delta = guarantee.kind === "pure" ? 0 : guarantee.delta;
  return { kind: "trade-off", curve: approximateTradeOff({ epsilon: guarantee.epsilon, delta }) };
}

export function gaussianToTradeOff({ mu }: GaussianGuarantee): TradeOffGuarantee {
  return { kind: "trade-off", curve: gaussianTradeOff(mu) };
}

export function tradeOffToApproximate({ curve }: TradeOffGuarantee, delta: number): ApproximateGuarantee {
  const epsilon = tradeOffEpsilon(curve, delta);
  return Number.isFinite(epsilon)
    ? approximate(epsilon, delta)
    : refuse("delta", "at least what the curve gives away", delta);
}

export function tradeOffToGaussian({ curve }: TradeOffGuarantee): GaussianGuarantee {
  const mu = coveringMu(curve);
  return Number.isFinite(mu) ? gaussianDp(mu) : refuse("curve", "one that gives no outcome away", mu);
}

export function pldToApproximate({ loss }: PrivacyLossGuarantee, delta: number): ApproximateGuarantee {
  requireOpenProbability({ delta });
  const { upper } = pldEpsilon({ events: [{ loss, times: 1 }], delta });
  return Number.isFinite(upper)
    ? approximate(upper, delta)
    : refuse("delta", "above the mass of infinite losses", delta);
}

export function pldToTradeOff({ loss }: PrivacyLossGuarantee): TradeOffGuarantee {
  return { kind: "trade-off", curve: pldTradeOff(loss) };
}
