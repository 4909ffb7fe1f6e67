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
import { count, declare, optional, type ParametersOf } from "../numerics/parameters.ts";
import {
  refuse,
  requireFinite,
  requireInteger,
  requirePositive,
  requireProbability,
} from "../numerics/requirements.ts";
import { type Expectation, expectationInterval } from "./expectation.ts";
import { halfWidth, type Interval, intervalAround } from "./interval.ts";
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

export interface BoundClaim {
  readonly relation: "at-most" | "at-least";
  readonly bound: number;
  readonly tight?: boolean;
}

/** A claim on a probability, by the exact Clopper-Pearson interval. */
export function judgeProbabilityBound(sample: ProportionSample, claim: BoundClaim): Verdict {
  requireProbability({ bound: claim.bound });
  return judgeBound(clopperPearson(sample), claim);
}

export function judgeExpectationBound(expectation: Expectation, claim: BoundClaim): Verdict {
  return noted(expectation, judgeBound(expectationInterval(expectation), claim));
}

/** Holds if all of the interval satisfies the claim, the bound itself included; violated if none of it does. */
export function judgeBound(interval: Interval, { relation, bound, tight = false }: BoundClaim): Verdict {
  requireInterval(interval);
  requireFinite({ bound });
  if (relation !== "at-most" && relation !== "at-least") refuse("relation", "at-most or at-least", relation);
  const [holds, violated] =
    relation === "at-most"
      ? [interval.upper <= bound, interval.lower > bound]
      : [interval.lower >= bound, interval.upper < bound];
  if (holds || violated) return { verdict: holds ? "holds" : "violated", interval, notes: [] };
  return { verdict: "inconclusive", interval, notes: tight ? ["touching"] : [] };
}

export interface EqualityClaim {
  readonly value: number;
  /** Absolute. The default is 2 % of |value|, and 0.02 where the value is 0. */
  readonly tolerance?: number;
}

/** E X = value, where the value is exact: violated if the interval excludes it, holds if besides it is no wider than the tolerance. */
export function judgeExactEquality(expectation: Expectation, claim: EqualityClaim): Verdict {
  const interval = expectationInterval(expectation);
  const { value, tolerance } = settled(claim);
  const excluded = value < interval.lower || value > interval.upper;
  const verdict = excluded ? "violated" : halfWidth(interval) <= tolerance ? "holds" : "inconclusive";
  return noted(expectation, { verdict, interval, notes: [] });
}

export interface RateClaim {
  readonly slope: number;
  readonly tolerance?: number;
}

/**
 * A claim on the median log-log slope, from its exact interval over at least 20 replications of a grid of at least 5 points. The mean of skewed slopes is another number, which
 * more replications refute.
 */
export function judgeRate({ interval, gridPoints, replications }: ReplicatedSlope, claim: RateClaim): Verdict {
  const { slope, tolerance = 0.15 } = claim;
  requireInteger({ gridPoints }, 5);
  requireInteger({ replications }, 20);
  requireFinite({ slope });
  requirePositive({ tolerance });
  // Too few replications for the error rate say nothing.
  if (interval.lower === -Infinity) return { verdict: "inconclusive", interval, notes: [] };
  return judgeInside(interval, intervalAround(slope, tolerance));
}

/** Holds if the interval is inside the target, violated if they are disjoint. */
function judgeInside(interval: Interval, target: Interval): Verdict {
  requireInterval(interval);
  const inside = interval.lower >= target.lower && interval.upper <= target.upper;
  const disjoint = interval.lower > target.upper || interval.upper < target.lower;
  return { verdict: inside ? "holds" : disjoint ? "violated" : "inconclusive", interval, notes: [] };
}

function noted(expectation: Expectation, verdict: Verdict): Verdict {
  return expectation.kind === "batch-means" ? { ...verdict, notes: [...verdict.notes, "asymptotic"] } : verdict;
}

function settled({ value, tolerance }: EqualityClaim): Required<EqualityClaim> {
  requireFinite({ value });
  const chosen = tolerance ?? (value === 0 ? 0.02 : 0.02 * Math.abs(value));
  requirePositive({ tolerance: chosen });
  return { value, tolerance: chosen };
}

function requireInterval({ lower, upper }: Interval): void {
  requireFinite({ lower, upper });
  if (lower > upper) refuse("upper", `at least lower = ${lower}`, upper);
}
