/**
 * Privacy verdict: what an audit says about a claimed epsilon or delta.
 *
 * An exact audit, over pairs that contain the worst one, gives `holds` or `violated`. A claim is violated if what was found exceeds
 * it by more than the error of the audit, which the audit states; without a word it is 1e-12 of what was found. It holds if what
 * was found does not exceed it, or only by an error below 1e-9 of the claim, as of claims that are attained; where the error is
 * larger than that, nothing is decided: `not-refuted`. No margin is absolute: one of 1e-12 would let a claim of delta = 1e-15 pass
 * for true where 1e-12 is needed. An audit by sampling gives `violated` or `not-refuted` with a certified lower bound, never
 * `holds`: it sees some pairs and events only, and has no power against a delta that its trials cannot see.
 */
import { declare, nonNegative, number, optional, type ParametersOf, probability } from "../numerics/parameters.ts";
import { NON_NEGATIVE } from "../numerics/requirements.ts";
import type { VerdictWord } from "./verdict.ts";

/** Of what an audit found, where it does not know its error. */
const ROUNDING = 1e-12;
/** Of a claim: what an audit that decides it may be off by. */
const RESOLUTION = 1e-9;

export interface PrivacyVerdict {
  readonly verdict: Extract<VerdictWord, "holds" | "violated" | "not-refuted">;
  /** The epsilon, or delta, that is at least needed: found exactly, or certified at the audit's error rate. */
  readonly lowerBound: number;
}

/** Infinity where no epsilon is enough. */
const anyEpsilon = number({ ...NON_NEGATIVE, expected: "non-negative", most: Infinity });

export const exactEpsilonParameters = declare({
  found: anyEpsilon,
  claimed: nonNegative,
  /** How far the truth may be below `found`, by the rounding of the audit and of the laws it was given. */
  error: optional(nonNegative),
});
export const exactDeltaParameters = declare({
  ...exactEpsilonParameters.declared,
  found: probability,
  claimed: probability,
});
export const sampledEpsilonParameters = declare({ certified: anyEpsilon, claimed: nonNegative });

export interface ExactFinding extends ParametersOf<typeof exactEpsilonParameters> {}

/** `found`, the largest absolute log-ratio over all pairs and outcomes, may be Infinity. */
export function judgeExactEpsilon(finding: ExactFinding): PrivacyVerdict {
  const { found, claimed, error } = exactEpsilonParameters.read(finding);
  return judgeExact(found, claimed, error ?? ROUNDING * Math.min(found, Number.MAX_VALUE));
}

/** `found` is the largest hockey-stick divergence at the claimed epsilon, over all pairs and both directions. */
export function judgeExactDelta(finding: ExactFinding): PrivacyVerdict {
  const { found, claimed, error } = exactDeltaParameters.read(finding);
  return judgeExact(found, claimed, error ?? ROUNDING * found);
}

function judgeExact(found: number, claimed: number, error: number): PrivacyVerdict {
  // A claim is itself rounded.
  const stated = claimed * (1 + 8 * Number.EPSILON);
  if (found - error > stated) return { verdict: "violated", lowerBound: found };
  return { verdict: found <= stated || error <= RESOLUTION * claimed ? "holds" : "not-refuted", lowerBound: found };
}

/** `certified` is a lower confidence bound of epsilon at the claimed delta. */
export function judgeSampledEpsilon(audit: ParametersOf<typeof sampledEpsilonParameters>): PrivacyVerdict {
  const { certified, claimed } = sampledEpsilonParameters.read(audit);
  return { verdict: certified > claimed ? "violated" : "not-refuted", lowerBound: certified };
}
