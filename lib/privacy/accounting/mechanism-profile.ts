/**
 * The privacy profile of a mechanism, an event, or a list of either: its delta at an epsilon, and its epsilon at a delta, as certified
 * intervals. Of a mechanism it is that of one release, in which the laws on its worst pair count too; of others that of `compose`.
 *
 * `upper` holds for all neighbours: it is that of the dominating pair, or else what the guarantee implies. `lower` is reached by some
 * neighbours: that of the dominating pair where it is attained, else that of the exact laws on the worst pair, else 0.
 * Limits: where the pair is not attained, `estimate` is `upper`.
 * @example
 * ```ts
 * import { deltaAt, epsilonAt, laplace } from "epsilab";
 * const mechanism = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
 * deltaAt(mechanism, 0.5).upper; // => 0.2211...
 * epsilonAt(mechanism, 0.1).upper; // => 0.7892...
 * epsilonAt([mechanism, { kind: "gaussian", sigma: 4, sensitivity: 1 }], 0.1).upper; // => 0.8431...
 * ```
 */
import { requireNonNegative, requireProbabilityBelowOne } from "../../numerics/requirements.ts";
import { RENYI_ORDERS, renyiDelta, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import {
  truncatedConcentratedDelta,
  truncatedConcentratedEpsilon,
} from "../conversions/truncated-concentrated-conversions.ts";
import { zeroConcentratedDelta, zeroConcentratedEpsilon } from "../conversions/zero-concentrated-conversions.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import type { Mechanism } from "../guarantees/mechanism.ts";
import { worstCasePld } from "../loss/discrete-pld.ts";
import { gaussianDelta, gaussianEpsilon } from "../loss/gaussian-profile.ts";
import type { AnyLaw } from "../loss/law.ts";
import { leakyResponseDelta } from "../loss/leaky-response-profile.ts";
import { type CertifiedInterval, pldEpsilon } from "../loss/pld-accountant.ts";
import { pldProfile } from "../loss/pld-profile.ts";
import { lawTradeOff } from "../trade-off/law-trade-off.ts";
import { tradeOffDelta, tradeOffEpsilon } from "../trade-off/trade-off-profile.ts";
import { compose } from "./composed-privacy.ts";
import { isMechanism, type Profiled, worstLaws } from "./mechanism-trade-off.ts";

/**
 * The least epsilon at which the releases have this delta: where `deltaAt` comes down to it. `upper` is Infinity where no finite epsilon
 * is certainly enough.
 */
export function epsilonAt<Input, Output, Source>(
  given: Profiled<Input, Output, Source>,
  delta: number,
): CertifiedInterval {
  return isMechanism(given) ? mechanismEpsilon(given, delta) : compose(given).epsilonAt(delta);
}

export function deltaAt<Input, Output, Source>(
  given: Profiled<Input, Output, Source>,
  epsilon: number,
): CertifiedInterval {
  return isMechanism(given) ? mechanismDelta(given, epsilon) : compose(given).deltaAt(epsilon);
}

function mechanismEpsilon<Input, Output, Source>(
  mechanism: Mechanism<Input, Output, Source>,
  delta: number,
): CertifiedInterval {
  requireProbabilityBelowOne({ delta });
  const loss = mechanism.privacyLoss?.();
  if (loss?.attained) return pldEpsilon({ events: [{ loss, times: 1 }], delta });
  const upper =
    loss === undefined
      ? guaranteeEpsilon(mechanism.guarantee, delta)
      : pldEpsilon({ events: [{ loss, times: 1 }], delta }).upper;
  const laws = worstLaws(mechanism);
  const curve = laws && lawTradeOff(...laws);
  // Mass that the supports of infinite laws neglect counts as telling in their curve: granted on top of delta, it finds nothing.
  const granted = (delta + neglectedBy(laws) + 1e-15) * (1 + 1e-9);
  const seen = curve === undefined || granted >= 1 ? 0 : tradeOffEpsilon(curve, granted) * (1 - 1e-9);
  return { lower: Math.min(upper, Math.max(0, seen)), estimate: upper, upper };
}

function mechanismDelta<Input, Output, Source>(
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
  const seen = curve === undefined ? 0 : tradeOffDelta(curve, epsilon) * (1 - 1e-9) - neglectedBy(laws) - 1e-15;
  return { lower: Math.min(upper, Math.max(0, seen)), estimate: upper, upper };
}

function neglectedBy(laws: readonly AnyLaw[] = []): number {
  return laws.reduce((sum, law) => sum + (law.kind === "discrete" ? law.neglected : 0), 0);
}

const MOMENTS: ReadonlySet<Guarantee["kind"]> = new Set(["zero-concentrated", "truncated-concentrated", "renyi"]);

function guaranteeEpsilon(guarantee: Guarantee, delta: number): number {
  // Moments of the loss, however small, say nothing of its largest value.
  if (delta === 0 && MOMENTS.has(guarantee.kind)) return Infinity;
  switch (guarantee.kind) {
    case "pure":
      return leakyEpsilon(guarantee.epsilon, 0, delta);
    case "approximate":
      return leakyEpsilon(guarantee.epsilon, guarantee.delta, delta);
    case "zero-concentrated":
      return zeroConcentratedEpsilon({ rho: guarantee.rho, delta });
    case "truncated-concentrated":
      return truncatedConcentratedEpsilon({ rho: guarantee.rho, omega: guarantee.omega, delta });
    case "gaussian":
      return guarantee.mu === 0 ? 0 : gaussianEpsilon({ delta, mu: guarantee.mu });
    case "renyi":
      return renyiToApproximate(guarantee, { delta, orders: RENYI_ORDERS }).epsilon;
    case "trade-off":
      return tradeOffEpsilon(guarantee.curve, delta);
    case "privacy-loss":
      return pldEpsilon({ events: [{ loss: guarantee.loss, times: 1 }], delta }).upper;
  }
}

/** Of the worst (epsilon, leak)-private mechanism, whose delta falls from (e^epsilon - e^x) (1 - leak) / (e^epsilon + 1) + leak. */
function leakyEpsilon(epsilon: number, leak: number, delta: number): number {
  if (delta < leak) return Infinity;
  if (epsilon === 0) return 0;
  return pldEpsilon({ events: [{ loss: worstCasePld({ epsilon, delta: leak }), times: 1 }], delta }).upper;
}

function guaranteeDelta(guarantee: Guarantee, epsilon: number): number {
  switch (guarantee.kind) {
    case "pure":
      return leakyResponseDelta({ pureEpsilon: guarantee.epsilon, leak: 0, epsilon });
    case "approximate":
      return leakyResponseDelta({ pureEpsilon: guarantee.epsilon, leak: guarantee.delta, epsilon });
    case "zero-concentrated":
      return zeroConcentratedDelta({ rho: guarantee.rho, epsilon });
    case "truncated-concentrated":
      return truncatedConcentratedDelta({ rho: guarantee.rho, omega: guarantee.omega, epsilon });
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
