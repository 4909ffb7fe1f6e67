/**
 * Exact audit of two discrete laws: the smallest epsilon, and the smallest delta at an epsilon, for this pair.
 *
 * Theorem: P and Q are (epsilon, delta)-indistinguishable iff the sums of (P - e^epsilon Q)+ and (Q - e^epsilon P)+ over all outcomes
 * are at most delta; for delta = 0 iff |log P - log Q| <= epsilon at every outcome (0/0 is no outcome, x/0 is Infinity). The sum of
 * (P - e^epsilon Q)+ needs the support of P only, so outcomes of any type are never compared.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006); Barthe, Olmedo (ICALP 2013) for the hockey-stick divergence.
 * Accuracy: rounding of the given log-masses, plus 1e-15 of each term; the margins of the verdict cover both.
 * Limits: the verdict is for this pair; say why it is the worst, or search (`worst-pair.ts`). Of a law with `neglected` mass only the
 * support is seen: delta is then an interval, and a pure claim is `not-refuted` unless the caller knows the tails to be no worse.
 */
import { exp } from "../numerics/exponential.ts";
import { logOneMinusExp, logSumExp } from "../numerics/log-sum.ts";
import { refuse, requireNonNegative, requireProbability } from "../numerics/requirements.ts";
import type { DiscreteLaw } from "../privacy/law.ts";
import { judgeExactDelta, judgeExactEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";

export interface LawPair<Output> {
  readonly first: DiscreteLaw<Output>;
  readonly second: DiscreteLaw<Output>;
}

export interface DeltaRange {
  readonly lower: number;
  /** `lower` and the mass that neither support shows. */
  readonly upper: number;
}

export interface Claim {
  readonly epsilon: number;
  readonly delta: number;
}

/** The largest |log P - log Q| over both supports; Infinity where one law has mass and the other has none. */
export function discreteEpsilon<Output>({ first, second }: LawPair<Output>): number {
  requireWhole("first", first);
  requireWhole("second", second);
  return Math.max(0, largestRatio(first, second), largestRatio(second, first));
}

/** The sum of (P - e^epsilon Q)+, P being `first`: one direction only. `epsilon` may be negative. */
export function hockeyStick<Output>({ first, second }: LawPair<Output>, epsilon: number): number {
  if (!Number.isFinite(epsilon)) refuse("epsilon", "finite", epsilon);
  requireWhole("first", first);
  requireWhole("second", second);
  const terms: number[] = [];
  for (const output of first.support) {
    const logFirst = first.logMass(output);
    const logOther = epsilon + second.logMass(output);
    if (logFirst > logOther) terms.push(logFirst + logOneMinusExp(logOther - logFirst));
  }
  return Math.min(1, exp(logSumExp(terms)));
}

/** The larger of both directions, between what the supports show and what the neglected mass could add. */
export function discreteDelta<Output>({ first, second }: LawPair<Output>, epsilon: number): DeltaRange {
  const there = hockeyStick({ first, second }, epsilon);
  const back = hockeyStick({ first: second, second: first }, epsilon);
  return {
    lower: Math.max(there, back),
    upper: Math.min(1, Math.max(there + first.neglected, back + second.neglected)),
  };
}

export interface DiscreteAudit extends PrivacyVerdict {
  /** What the pair needs at delta = 0. */
  readonly epsilon: number;
  /** What the pair needs at the claimed epsilon. */
  readonly delta: number;
}

/** Judges a claimed (epsilon, delta); with delta = 0 by ratios, else by the divergence. `tailsAreNoWorse` vouches for unseen outcomes. */
export function auditDiscrete<Output>(
  pair: LawPair<Output>,
  claim: Claim & { readonly tailsAreNoWorse?: boolean },
): DiscreteAudit {
  requireNonNegative({ epsilon: claim.epsilon });
  requireProbability({ delta: claim.delta });
  const epsilon = discreteEpsilon(pair);
  const { lower, upper } = discreteDelta(pair, claim.epsilon);
  const unseen = pair.first.neglected + pair.second.neglected > 0 && claim.tailsAreNoWorse !== true;
  if (claim.delta === 0) {
    const judged = judgeExactEpsilon({ found: epsilon, claimed: claim.epsilon });
    const verdict = judged.verdict === "holds" && unseen ? "not-refuted" : judged.verdict;
    return { ...judged, verdict, epsilon, delta: lower };
  }
  const judged = judgeExactDelta({ found: lower, claimed: claim.delta });
  const unsure = unseen && judgeExactDelta({ found: upper, claimed: claim.delta }).verdict === "violated";
  return {
    ...judged,
    verdict: judged.verdict === "holds" && unsure ? "not-refuted" : judged.verdict,
    epsilon,
    delta: lower,
  };
}

function largestRatio<Output>(first: DiscreteLaw<Output>, second: DiscreteLaw<Output>): number {
  let largest = -Infinity;
  for (const output of first.support) {
    const logFirst = first.logMass(output);
    if (logFirst === -Infinity) continue;
    largest = Math.max(largest, logFirst - second.logMass(output));
  }
  return largest;
}

/** An outcome left out, or listed twice, shows in the total. */
function requireWhole<Output>(name: string, law: DiscreteLaw<Output>): void {
  const total = exp(logSumExp(law.support.map((output) => law.logMass(output)))) + law.neglected;
  if (!(Math.abs(total - 1) <= 1e-9)) refuse(`total mass of ${name}`, "1", total);
}
