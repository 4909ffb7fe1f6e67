/**
 * The trade-off curve of a mechanism, an event, or a list of either: what the best attack on any two neighbours can reach, and none
 * can pass.
 *
 * In this order: the exact curve of the laws on the worst pair, where the dominating pair is said to be attained there and the laws have a
 * known curve; else the curve of the dominating pair, which bounds every attack from below and may not be reached; else, without a
 * loss distribution, the lowest curve that the guarantee allows. Both orders of the neighbours are covered. Of events and lists it is
 * that of `compose`.
 * Source: Dong, Roth, Su (JRSS B 2022), definitions 2.1 and 2.3; Kairouz, Oh, Viswanath (2015) for the curve of (epsilon, delta).
 * Limits: a zero-concentrated or Renyi guarantee alone gives the curve above the (epsilon, delta) pairs that it implies on a grid.
 * @example
 * ```ts
 * import { laplace, tradeOff } from "epsilab";
 * const curve = tradeOff(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }));
 * curve.evaluate(0.1); // => 0.7281...
 * curve.power(0.1); // => 0.2718...
 * ```
 * @claim mia-exact-tradeoffs
 */

import { requireMechanism } from "../../numerics/requirements.ts";
import { RENYI_ORDERS, renyiDelta, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import {
  truncatedConcentratedDelta,
  truncatedConcentratedEpsilon,
} from "../conversions/truncated-concentrated-conversions.ts";
import { zeroConcentratedDelta, zeroConcentratedEpsilon } from "../conversions/zero-concentrated-conversions.ts";
import { type Guarantee, requireGuarantee } from "../guarantees/guarantee.ts";
import type { Mechanism } from "../guarantees/mechanism.ts";
import type { AnyLaw } from "../loss/law.ts";
import { approximateTradeOff } from "../trade-off/finite-trade-off.ts";
import { lawTradeOff } from "../trade-off/law-trade-off.ts";
import { pldTradeOff } from "../trade-off/pld-trade-off.ts";
import { gaussianTradeOff, type TradeOff } from "../trade-off/trade-off.ts";
import { symmetrise } from "../trade-off/trade-off-operations.ts";
import { tradeOffFromProfile } from "../trade-off/trade-off-profile.ts";
import { compose } from "./composed-privacy.ts";
import type { Releases } from "./privacy-event.ts";

/** What has a profile: one release of a mechanism, or what `compose` takes. */
export type Profiled<Input, Output, Source> = Mechanism<Input, Output, Source> | Releases;

/** Whether it is a mechanism, of which more is known than of its event: the laws on its worst pair, a guarantee alone. */
export function isMechanism<Input, Output, Source>(
  given: Profiled<Input, Output, Source>,
): given is Mechanism<Input, Output, Source> {
  if (typeof (Object(given) as { readonly release?: unknown }).release !== "function") return false;
  requireMechanism(given);
  requireGuarantee((given as Mechanism<Input, Output, Source>).guarantee, "mechanism.guarantee");
  return true;
}

export function tradeOff<Input, Output, Source>(given: Profiled<Input, Output, Source>): TradeOff {
  return isMechanism(given) ? mechanismTradeOff(given) : compose(given).tradeOff;
}

function mechanismTradeOff<Input, Output, Source>(mechanism: Mechanism<Input, Output, Source>): TradeOff {
  const loss = mechanism.privacyLoss?.();
  if (loss === undefined) return guaranteeTradeOff(mechanism.guarantee);
  const laws = loss.attained ? worstLaws(mechanism) : undefined;
  const exact = laws && lawTradeOff(...laws);
  if (exact === undefined) return pldTradeOff(loss);
  return loss.add === loss.remove ? exact : symmetrise(exact);
}

/** The laws on the worst pair, if the mechanism names one and has laws. */
export function worstLaws<Input, Output, Source>(
  mechanism: Mechanism<Input, Output, Source>,
): readonly [AnyLaw, AnyLaw] | undefined {
  const pair = mechanism.worstPair?.();
  if (pair === undefined || mechanism.law === undefined) return undefined;
  return [mechanism.law(pair[0]) as AnyLaw, mechanism.law(pair[1]) as AnyLaw];
}

const GRID = 256;
/** The grid ends where delta is this small. */
const LEAST_DELTA = 1e-15;

function guaranteeTradeOff(guarantee: Guarantee): TradeOff {
  switch (guarantee.kind) {
    case "pure":
      return approximateTradeOff({ epsilon: guarantee.epsilon, delta: 0 });
    case "approximate":
      return approximateTradeOff({ epsilon: guarantee.epsilon, delta: guarantee.delta });
    case "gaussian":
      return gaussianTradeOff(guarantee.mu);
    case "trade-off":
      return guarantee.curve;
    case "privacy-loss":
      return pldTradeOff(guarantee.loss);
    case "zero-concentrated": {
      const { rho } = guarantee;
      return tradeOffOnGrid(zeroConcentratedEpsilon({ rho, delta: LEAST_DELTA }), (epsilon) =>
        zeroConcentratedDelta({ rho, epsilon }),
      );
    }
    case "truncated-concentrated": {
      const { rho, omega } = guarantee;
      return tradeOffOnGrid(truncatedConcentratedEpsilon({ rho, omega, delta: LEAST_DELTA }), (epsilon) =>
        truncatedConcentratedDelta({ rho, omega, epsilon }),
      );
    }
    case "renyi": {
      const { epsilon: largest } = renyiToApproximate(guarantee, { delta: LEAST_DELTA, orders: RENYI_ORDERS });
      return tradeOffOnGrid(largest, (epsilon) => renyiDelta(guarantee, { epsilon, orders: RENYI_ORDERS }));
    }
  }
}

function tradeOffOnGrid(largest: number, deltaAt: (epsilon: number) => number): TradeOff {
  return tradeOffFromProfile(
    Array.from({ length: GRID + 1 }, (_, k) => {
      const epsilon = (largest * k) / GRID;
      return { epsilon, delta: deltaAt(epsilon) };
    }),
  );
}
