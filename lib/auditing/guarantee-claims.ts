/**
 * What a guarantee claims, as (epsilon, delta) pairs that an audit can check.
 *
 * A pure or approximate guarantee is one pair, and the pair is all of it. The other kinds imply a delta at every epsilon; of these some are
 * listed, so that an audit of them can refute the guarantee but not show that it holds.
 * Source of the deltas: `zeroConcentratedDelta`, `renyiDelta`, `gaussianDelta`, `tradeOffDelta` and `pldProfile`.
 */

import { RENYI_ORDERS, renyiDelta, renyiToApproximate } from "../privacy/conversions/renyi-conversions.ts";
import {
  truncatedConcentratedDelta,
  truncatedConcentratedEpsilon,
} from "../privacy/conversions/truncated-concentrated-conversions.ts";
import {
  zeroConcentratedDelta,
  zeroConcentratedEpsilon,
} from "../privacy/conversions/zero-concentrated-conversions.ts";
import type { Guarantee } from "../privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../privacy/loss/gaussian-profile.ts";
import { pldEpsilon } from "../privacy/loss/pld-accountant.ts";
import { pldProfile } from "../privacy/loss/pld-profile.ts";
import type { TradeOff } from "../privacy/trade-off/trade-off.ts";
import { tradeOffDelta, tradeOffEpsilon } from "../privacy/trade-off/trade-off-profile.ts";
import type { PrivacyClaim } from "./discrete-audit.ts";

interface GuaranteeClaims {
  readonly claims: readonly PrivacyClaim[];
  /** Whether the claims together are the guarantee. */
  readonly whole: boolean;
}

/** The largest epsilon tried is where delta is this. */
const SMALL_DELTA = 1e-4;
const SHARES = [0, 0.25, 0.5, 0.75, 1];

export function guaranteeClaims(guarantee: Guarantee): GuaranteeClaims {
  switch (guarantee.kind) {
    case "pure":
      return { claims: [{ epsilon: guarantee.epsilon, delta: 0 }], whole: true };
    case "approximate":
      return { claims: [{ epsilon: guarantee.epsilon, delta: guarantee.delta }], whole: true };
    case "gaussian": {
      const { mu } = guarantee;
      return implied(mu * (mu / 2 + 3), (epsilon) => gaussianDelta({ epsilon, mu }));
    }
    case "trade-off":
      return implied(largestEpsilon(guarantee.curve), (epsilon) => tradeOffDelta(guarantee.curve, epsilon));
    case "privacy-loss": {
      const { deltaAt } = pldProfile(guarantee.loss);
      const { upper } = pldEpsilon({ events: [{ loss: guarantee.loss, times: 1 }], delta: SMALL_DELTA });
      return implied(Number.isFinite(upper) ? upper : 0, (epsilon) => deltaAt(epsilon).upper);
    }
    case "zero-concentrated": {
      const { rho } = guarantee;
      const largest = rho === 0 ? 0 : zeroConcentratedEpsilon({ rho, delta: SMALL_DELTA });
      return implied(largest, (epsilon) => zeroConcentratedDelta({ rho, epsilon }));
    }
    case "truncated-concentrated": {
      const { rho, omega } = guarantee;
      const largest = truncatedConcentratedEpsilon({ rho, omega, delta: SMALL_DELTA });
      return implied(largest, (epsilon) => truncatedConcentratedDelta({ rho, omega, epsilon }));
    }
    case "renyi": {
      const { epsilon: largest } = renyiToApproximate(guarantee, { delta: SMALL_DELTA, orders: RENYI_ORDERS });
      return implied(largest, (epsilon) => renyiDelta(guarantee, { epsilon, orders: RENYI_ORDERS }));
    }
  }
}

/** An epsilon at which a curve that begins below 1 has nearly the delta that it keeps at every epsilon. */
const LARGE = 100;

function largestEpsilon(curve: TradeOff): number {
  const usual = tradeOffEpsilon(curve, SMALL_DELTA);
  if (usual < Infinity) return usual;
  const delta = tradeOffDelta(curve, LARGE) + SMALL_DELTA;
  return delta < 1 ? Math.min(LARGE, tradeOffEpsilon(curve, delta)) : 0;
}

function implied(largest: number, deltaAt: (epsilon: number) => number): GuaranteeClaims {
  const epsilons = SHARES.map((share) => share * largest);
  return { claims: epsilons.map((epsilon) => ({ epsilon, delta: deltaAt(epsilon) })), whole: false };
}
