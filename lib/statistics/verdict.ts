/**
 * Verdict: what an interval says about a claim, by rules written down before the data are seen.
 *
 * `holds`, `violated` and `inconclusive` are the words for claims on probabilities, expectations and rates; `not-refuted` is for privacy
 * judged by sampling (`privacy-verdict.ts`), which nothing can certify.
 * Protocol: the family-wise error of a harness, 0.01, is shared equally by all its intervals (every claim, direction, pair and threshold)
 * and by all looks at a growing sample; by the union bound, false verdicts are then no likelier than 0.01 in all.
 * An interval that straddles a bound known to be tight is `inconclusive` with the note "touching": more trials would not decide.
 * Limits: a verdict noted "asymptotic" rests on batch means and is outside the family-wise statement.
 */
import {
  count,
  declare,
  finite,
  flag,
  group,
  integer,
  oneOf,
  optional,
  type ParametersOf,
  positive,
  probability,
} from "../numerics/parameters.ts";
import { requireInteger, requirePositive } from "../numerics/requirements.ts";
import { type Expectation, expectationInterval } from "./expectation.ts";
import { finiteIntervalParameters, halfWidth, type Interval, intervalAround, intervalParameters } from "./interval.ts";
import type { ReplicatedSlope } from "./log-log-slope.ts";
import { clopperPearson, type ProportionSample } from "./proportion-interval.ts";

export type VerdictWord = "holds" | "violated" | "inconclusive" | "not-refuted";
export type VerdictNote = "touching" | "asymptotic";

export interface Verdict {
  readonly verdict: VerdictWord;
  readonly interval: Interval;
  readonly notes: readonly VerdictNote[];
}

export const FAMILY_ERROR_RATE = 0.01;

export const looksParameters = declare(
  { initialTrials: count, maximumTrials: count },
  ({ initialTrials, maximumTrials }) => requireInteger({ maximumTrials }, initialTrials),
);

/** 1 + ceil(log2(maximumTrials / initialTrials)): how often a sample doubled up to its maximum is looked at. */
export function countLooks(sizes: ParametersOf<typeof looksParameters>): number {
  const { initialTrials, maximumTrials } = looksParameters.read(sizes);
  let looks = 1;
  for (let trials = initialTrials; trials < maximumTrials; trials *= 2) looks++;
  return looks;
}

export const sharedErrorRateParameters = declare({ intervals: count, looks: optional(count, 1) });

/** The error rate of one interval at one look. */
export function sharedErrorRate(parameters: ParametersOf<typeof sharedErrorRateParameters>): number {
  const { intervals, looks } = sharedErrorRateParameters.read(parameters);
  return FAMILY_ERROR_RATE / (intervals * looks);
}

export const boundClaimParameters = declare({
  relation: oneOf("at-most", "at-least"),
  bound: finite,
  tight: optional(flag, false),
});
export const probabilityClaimParameters = declare({ ...boundClaimParameters.declared, bound: probability });

export interface BoundClaim extends ParametersOf<typeof boundClaimParameters> {}

/** A claim on a probability, by the exact Clopper-Pearson interval. */
export function judgeProbabilityBound(sample: ProportionSample, claim: BoundClaim): Verdict {
  return judgeBound(clopperPearson(sample), probabilityClaimParameters.read(claim, "claim"));
}

export function judgeExpectationBound(expectation: Expectation, claim: BoundClaim): Verdict {
  return noted(expectation, judgeBound(expectationInterval(expectation), claim));
}

/** Holds if all of the interval satisfies the claim, the bound itself included; violated if none of it does. */
export function judgeBound(given: Interval, claim: BoundClaim): Verdict {
  const interval = finiteIntervalParameters.read(given, "interval");
  const { relation, bound, tight } = boundClaimParameters.read(claim, "claim");
  const [holds, violated] =
    relation === "at-most"
      ? [interval.upper <= bound, interval.lower > bound]
      : [interval.lower >= bound, interval.upper < bound];
  if (holds || violated) return { verdict: holds ? "holds" : "violated", interval, notes: [] };
  return { verdict: "inconclusive", interval, notes: tight ? ["touching"] : [] };
}

export const equalityClaimParameters = declare({
  value: finite,
  /** Absolute. The default is 2 % of |value|, and 0.02 where the value is 0. */
  tolerance: optional(positive),
});

export interface EqualityClaim extends ParametersOf<typeof equalityClaimParameters> {}

/** E X = value, where the value is exact: violated if the interval excludes it, holds if besides it is no wider than the tolerance. */
export function judgeExactEquality(expectation: Expectation, claim: EqualityClaim): Verdict {
  const interval = expectationInterval(expectation);
  const { value, tolerance } = settled(claim);
  const excluded = value < interval.lower || value > interval.upper;
  const verdict = excluded ? "violated" : halfWidth(interval) <= tolerance ? "holds" : "inconclusive";
  return noted(expectation, { verdict, interval, notes: [] });
}

const measuredRateParameters = declare({
  slope: finite,
  interval: group(intervalParameters),
  gridPoints: integer(5),
  replications: integer(20),
});
export const rateClaimParameters = declare({ slope: finite, tolerance: optional(positive, 0.15) });

export interface RateClaim extends ParametersOf<typeof rateClaimParameters> {}

/**
 * A claim on the median log-log slope, from its exact interval over at least 20 replications of a grid of at least 5 points. The
 * mean of skewed slopes is another number, which more replications refute.
 */
export function judgeRate(measured: ReplicatedSlope, claim: RateClaim): Verdict {
  const { interval } = measuredRateParameters.read(measured, "measured");
  const { slope, tolerance } = rateClaimParameters.read(claim, "claim");
  // Too few replications for the error rate say nothing.
  if (interval.lower === -Infinity) return { verdict: "inconclusive", interval, notes: [] };
  return judgeInside(interval, intervalAround(slope, tolerance));
}

/** Holds if the interval is inside the target, violated if they are disjoint. */
function judgeInside(interval: Interval, target: Interval): Verdict {
  finiteIntervalParameters.read(interval, "interval");
  const inside = interval.lower >= target.lower && interval.upper <= target.upper;
  const disjoint = interval.lower > target.upper || interval.upper < target.lower;
  return { verdict: inside ? "holds" : disjoint ? "violated" : "inconclusive", interval, notes: [] };
}

function noted(expectation: Expectation, verdict: Verdict): Verdict {
  return expectation.kind === "batch-means" ? { ...verdict, notes: [...verdict.notes, "asymptotic"] } : verdict;
}

function settled(claim: EqualityClaim): { readonly value: number; readonly tolerance: number } {
  const { value, tolerance } = equalityClaimParameters.read(claim, "claim");
  const chosen = tolerance ?? (value === 0 ? 0.02 : 0.02 * Math.abs(value));
  requirePositive({ tolerance: chosen });
  return { value, tolerance: chosen };
}
