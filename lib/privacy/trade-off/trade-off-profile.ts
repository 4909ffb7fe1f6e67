/**
 * Duality of trade-off curves and privacy profiles: delta(epsilon) from the curve, and the curve from delta(epsilon).
 *
 * Theorem: the least delta with Q(S) <= e^epsilon P(S) + delta for all events is 1 + f*(-e^epsilon), the largest
 * 1 - f(alpha) - e^epsilon alpha, f* the convex conjugate of f = T(P, Q); and f is the largest of the curves f_{epsilon, delta(epsilon)}.
 * Source: Dong, Roth, Su (2022), propositions 2.5 and 2.12, corollary 2.13.
 * A guarantee needs both orders of the pair: `tradeOffDelta` and `tradeOffEpsilon` take the larger; `directedDelta` only P as the null.
 * Accuracy: that of exp on each outcome for finite curves, that of the profiles for the others; the epsilon is rounded up.
 * Limits: tradeOffEpsilon is Infinity where no finite epsilon has that delta. `tradeOffFromProfile` bounds the true curve from below and
 * touches it where its slope is one of e^epsilon, e^-epsilon given; it is exact for a finite pair at all its ratios.
 * @claim fdp
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { raiseUntil } from "../../numerics/outward-rounding.ts";
import { declare, nonNegative, type ParametersOf, probability } from "../../numerics/parameters.ts";
import { requireFinite, requireList, requireProbability } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { gaussianDelta, gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { laplaceDelta, laplaceEpsilon } from "../loss/laplace-profile.ts";
import { type FiniteTradeOff, requireTradeOff, type TradeOff } from "./trade-off.ts";
import { invertTradeOff } from "./trade-off-operations.ts";
import { tradeOffAbove } from "./trade-off-points.ts";

const profilePoint = declare({ epsilon: nonNegative, delta: probability });

export interface ProfilePoint extends ParametersOf<typeof profilePoint> {}

/** The least delta for which Q(S) <= e^epsilon P(S) + delta, with P the null. */
export function directedDelta(tradeOff: TradeOff, epsilon: number): number {
  if (tradeOff.kind === "gaussian") return gaussianDelta({ epsilon, mu: tradeOff.mu });
  if (tradeOff.kind === "laplace") return laplaceDelta({ epsilon, pureEpsilon: tradeOff.epsilon });
  requireFinite({ epsilon });
  let sum = 0;
  for (let k = 0; k < tradeOff.logNull.length; k++) {
    const logAlternative = tradeOff.logAlternative[k];
    const beyond = epsilon + tradeOff.logNull[k] - logAlternative;
    if (!(beyond < 0)) break; // ratios fall
    sum += exp(logAlternative) * -expm1(beyond);
  }
  return Math.min(1, sum);
}

/** The least delta at epsilon, for both orders of the pair. */
export function tradeOffDelta(tradeOff: TradeOff, epsilon: number): number {
  requireTradeOff(tradeOff);
  return Math.max(directedDelta(tradeOff, epsilon), directedDelta(invertTradeOff(tradeOff), epsilon));
}

/** The least epsilon, at least 0, at delta, for both orders of the pair. */
export function tradeOffEpsilon(tradeOff: TradeOff, delta: number): number {
  requireTradeOff(tradeOff);
  requireProbability({ delta });
  if (tradeOff.kind === "gaussian") return gaussianEpsilon({ delta, mu: tradeOff.mu });
  if (tradeOff.kind === "laplace") return laplaceEpsilon({ delta, pureEpsilon: tradeOff.epsilon });
  const inverse = invertTradeOff(tradeOff);
  const excess = (epsilon: number) =>
    Math.max(directedDelta(tradeOff, epsilon), directedDelta(inverse, epsilon)) - delta;
  if (excess(0) <= 0) return 0;
  const upper = largestFiniteLoss(tradeOff);
  if (upper === 0 || excess(upper) > 0) return Infinity;
  return Math.min(
    upper,
    raiseUntil(findRoot(excess, { lower: 0, upper }), (epsilon) => excess(epsilon) <= 0),
  );
}

/** The largest curve that the (epsilon, delta) pairs imply, each for both orders of a pair. */
export function tradeOffFromProfile(points: readonly ProfilePoint[]): FiniteTradeOff {
  requireList("points", points);
  return tradeOffAbove(
    Array.from(points).flatMap((point, k) => {
      const { epsilon, delta } = profilePoint.read(point, `points[${k}]`);
      const shallow = exp(-epsilon);
      const lines = [{ slope: shallow, intercept: shallow * (1 - delta) }];
      // A slope beyond float64 is a line that has fallen before any alpha above 0.
      if (epsilon < 700) lines.push({ slope: exp(epsilon), intercept: 1 - delta });
      return lines;
    }),
  );
}

/** Rounded up, so that no outcome's loss exceeds it by the rounding of its logarithms. */
function largestFiniteLoss({ logNull, logAlternative }: FiniteTradeOff): number {
  let largest = 0;
  for (let k = 0; k < logNull.length; k++) {
    const loss = Math.abs(logAlternative[k] - logNull[k]);
    const rounding = 4 * Number.EPSILON * (Math.abs(logNull[k]) + Math.abs(logAlternative[k]));
    if (loss < Infinity) largest = Math.max(largest, loss + rounding);
  }
  return largest;
}
