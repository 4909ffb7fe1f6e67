/**
 * The delta of a mechanism at an epsilon, as a certified interval.
 *
 * `upper` holds for all neighbours: it is that of the dominating pair, or else what the guarantee implies. `lower` is reached by some
 * neighbours: that of the dominating pair where it is attained, else that of the exact laws on the worst pair, else 0.
 * Limits: where the pair is not attained, `estimate` is `upper`.
 */
import { requireNonNegative } from "../../numerics/requirements.ts";
import { RENYI_ORDERS, renyiDelta } from "../conversions/renyi-conversions.ts";
import { zeroConcentratedDelta } from "../conversions/zero-concentrated-conversions.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import type { Mechanism } from "../guarantees/mechanism.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { leakyResponseDelta } from "../loss/leaky-response-profile.ts";
import type { CertifiedInterval } from "../loss/pld-accountant.ts";
import { pldProfile } from "../loss/pld-profile.ts";
import { lawTradeOff } from "../trade-off/law-trade-off.ts";
import { tradeOffDelta } from "../trade-off/trade-off-profile.ts";
import { worstLaws } from "./mechanism-trade-off.ts";

export function deltaAt<Input, Output, Source>(
  mechanism: Mechanism<Input, Output, Source>,
  epsilon: number,
): CertifiedInterval {
  requireNonNegative({ epsilon });
  const loss = mechanism.privacyLoss?.();
  if (loss?.attained) return pldProfile(loss).deltaAt(epsilon);
  const upper =
    loss === undefined ? guaranteeDelta(mechanism.guarantee, epsilon) : pldProfile(loss).deltaAt(epsilon).upper;
  const laws = worstLaws(mechanism);
  const curve = laws && lawTradeOff(...laws);
  // What the supports of infinite laws neglect counts as telling in their curve, and here it must not count.
  const neglected = (laws ?? []).reduce((sum, law) => sum + (law.kind === "discrete" ? law.neglected : 0), 0);
  const seen = curve === undefined ? 0 : tradeOffDelta(curve, epsilon) * (1 - 1e-9) - neglected - 1e-15;
  return { lower: Math.min(upper, Math.max(0, seen)), estimate: upper, upper };
}

function guaranteeDelta(guarantee: Guarantee, epsilon: number): number {
  switch (guarantee.kind) {
    case "pure":
      return leakyResponseDelta({ pureEpsilon: guarantee.epsilon, leak: 0, epsilon });
    case "approximate":
      return leakyResponseDelta({ pureEpsilon: guarantee.epsilon, leak: guarantee.delta, epsilon });
    case "zero-concentrated":
      return zeroConcentratedDelta({ rho: guarantee.rho, epsilon });
    case "gaussian":
      return gaussianDelta({ epsilon, mu: guarantee.mu });
    case "renyi":
      return renyiDelta(guarantee, { epsilon, orders: RENYI_ORDERS });
    case "trade-off":
      return tradeOffDelta(guarantee.curve, epsilon);
    case "privacy-loss":
      return pldProfile(guarantee.loss).deltaAt(epsilon).upper;
  }
}
