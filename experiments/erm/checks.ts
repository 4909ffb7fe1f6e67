/**
 * How cells of the harness are decided: exact comparisons up to rounding, and means of trials by their t-intervals.
 *
 * The excess risks are unbounded, so that intervals of their means rest on the central limit theorem and say so.
 */
import { type Moments, mergeMoments, sampleVariance, standardError } from "../../lib/statistics/moments.ts";
import { studentInterval } from "../../lib/statistics/student.ts";
import { type BoundClaim, judgeBound, type Verdict } from "../../lib/statistics/verdict.ts";
import type { Check } from "../engine/judgement.ts";

export function atMost(estimate: number, theory: number, slack = 1e-12): Check {
  return { verdict: estimate <= theory * (1 + slack) ? "holds" : "violated", estimate, theory };
}

/** Equal up to a share of the theory. */
export function within(estimate: number, theory: number, share: number): Check {
  return { verdict: Math.abs(estimate - theory) <= share * Math.abs(theory) ? "holds" : "violated", estimate, theory };
}

/** A mean of trials against a bound. */
export function meanAgainst(moments: Moments, claim: BoundClaim, errorRate: number): Check {
  const interval = meanInterval(moments, errorRate);
  return meanCheck(moments, judgeBound(interval, claim), claim.bound);
}

/** A mean of trials against a value that is known up to a share of it. */
export function meanNear(
  moments: Moments,
  { value, share }: { value: number; share: number },
  errorRate: number,
): Check {
  const interval = meanInterval(moments, errorRate);
  const [least, most] = [value * (1 - share), value * (1 + share)];
  const inside = interval.lower >= least && interval.upper <= most;
  const apart = interval.lower > most || interval.upper < least;
  return meanCheck(
    moments,
    { verdict: inside ? "holds" : apart ? "violated" : "inconclusive", interval, notes: [] },
    value,
  );
}

export function meanInterval(moments: Moments, errorRate: number) {
  const { count, mean } = moments;
  return studentInterval({ count, mean, variance: sampleVariance(moments), errorRate });
}

function meanCheck(moments: Moments, { verdict, interval, notes }: Verdict, theory: number): Check {
  return {
    verdict,
    estimate: moments.mean,
    ...interval,
    standardError: standardError(moments),
    theory,
    notes: [...notes, "asymptotic"],
  };
}

/** Moments by name: the summary of a block. */
export type NamedMoments = Readonly<Record<string, Moments>>;

export function mergeNamed(one: NamedMoments, other: NamedMoments): NamedMoments {
  return Object.fromEntries(Object.entries(one).map(([name, moments]) => [name, mergeMoments(moments, other[name])]));
}

/** Means and standard errors by name, to be stored beside the checks. */
export function meansOf(moments: NamedMoments): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(moments).map(([name, { mean }]) => [name, mean]));
}
