/**
 * Privacy verdict: what an audit says about a claimed epsilon or delta.
 *
 * An exact audit, over pairs that contain the worst one, gives `holds` or `violated`; the margins are for the rounding of the audit
 * itself. An audit by sampling gives `violated` or `not-refuted` with a certified lower bound, never `holds`: it sees some
 * pairs and events only, and has no power against a delta that its trials cannot see.
 */
import { refuse, requireNonNegative, requireProbability } from "../numerics/requirements.ts";
import type { VerdictWord } from "./verdict.ts";

export interface PrivacyVerdict {
  readonly verdict: Extract<VerdictWord, "holds" | "violated" | "not-refuted">;
  /** The epsilon, or delta, that is at least needed: found exactly, or certified at the audit's error rate. */
  readonly lowerBound: number;
}

/** `found`, the largest absolute log-ratio over all pairs and outcomes, may be Infinity. */
export function judgeExactEpsilon({
  found,
  claimed,
}: {
  readonly found: number;
  readonly claimed: number;
}): PrivacyVerdict {
  requireNonNegative({ claimed });
  requireEpsilon("found", found);
  const margin = 1e-9 * Math.max(1, claimed);
  return { verdict: found > claimed + margin ? "violated" : "holds", lowerBound: found };
}

/** `found` is the largest hockey-stick divergence at the claimed epsilon, over all pairs and both directions. */
export function judgeExactDelta({
  found,
  claimed,
}: {
  readonly found: number;
  readonly claimed: number;
}): PrivacyVerdict {
  requireProbability({ found, claimed });
  const margin = 1e-12 + 1e-9 * claimed;
  return { verdict: found > claimed + margin ? "violated" : "holds", lowerBound: found };
}

/** `certified` is a lower confidence bound of epsilon at the claimed delta. */
export function judgeSampledEpsilon(audit: { readonly certified: number; readonly claimed: number }): PrivacyVerdict {
  const { certified, claimed } = audit;
  requireNonNegative({ claimed });
  requireEpsilon("certified", certified);
  return { verdict: certified > claimed ? "violated" : "not-refuted", lowerBound: certified };
}

function requireEpsilon(name: string, epsilon: number): void {
  if (!(epsilon >= 0)) refuse(name, "non-negative", epsilon);
}
