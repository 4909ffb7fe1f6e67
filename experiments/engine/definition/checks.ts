/**
 * Checks: the judgements that experiments share, one home for each rule.
 *
 * Exact numbers are compared up to a margin, by default their rounding. What was sampled comes as an estimate with its interval,
 * and the rules are those of `lib/statistics/verdict.ts`: a bound holds if all of the interval satisfies it and is violated if none
 * of it does; otherwise the check is open.
 * @example
 * ```ts
 * import { atMost, equal, estimateNear, shareOf } from "epsilab/experiments";
 * atMost(0.7, Math.LN2).verdict; // => 'violated'
 * equal(0.6931, Math.LN2, { share: 1e-3 }).verdict; // => 'holds'
 * estimateNear(shareOf(5012, { trials: 10000, errorRate: 0.01 }), 0.5, { absolute: 0.02 }).verdict; // => 'holds'
 * ```
 */
import { discreteEpsilon } from "../../../lib/auditing/discrete-audit.ts";
import { expectationInterval } from "../../../lib/statistics/expectation.ts";
import type { Interval } from "../../../lib/statistics/interval.ts";
import { medianInterval } from "../../../lib/statistics/median-interval.ts";
import { type Moments, sampleVariance, standardError } from "../../../lib/statistics/moments.ts";
import { judgeExactDelta, judgeExactEpsilon, type PrivacyVerdict } from "../../../lib/statistics/privacy-verdict.ts";
import { clopperPearson } from "../../../lib/statistics/proportion-interval.ts";
import { studentInterval } from "../../../lib/statistics/student.ts";
import {
  type BoundClaim,
  judgeBound,
  judgeRate,
  type VerdictNote,
  type VerdictWord,
} from "../../../lib/statistics/verdict.ts";
import { type Check, worstVerdict } from "./judgement.ts";
import type { SampleContext } from "./study.ts";

/** How far an exact number may be off: a share of the theory, and an absolute part. */
export interface Margin {
  readonly share?: number;
  readonly absolute?: number;
}

const ROUNDING: Margin = { share: 1e-12 };

function slackOf(theory: number, { share = 0, absolute = 0 }: Margin): number {
  return share * Math.abs(theory) + absolute;
}

/** An exact number that must be at most the theory. */
export function atMost(estimate: number, theory: number, margin: Margin = ROUNDING): Check {
  return { verdict: estimate <= theory + slackOf(theory, margin) ? "holds" : "violated", estimate, theory };
}

/** An exact number that must be at least the theory. */
export function atLeast(estimate: number, theory: number, margin: Margin = ROUNDING): Check {
  return { verdict: estimate >= theory - slackOf(theory, margin) ? "holds" : "violated", estimate, theory };
}

/** An exact number that must be less than the theory, by however little. */
export function lessThan(estimate: number, theory: number): Check {
  return { verdict: estimate < theory ? "holds" : "violated", estimate, theory };
}

/** An exact number that must be the theory's. */
export function equal(estimate: number, theory: number, margin: Margin = ROUNDING): Check {
  return { verdict: Math.abs(estimate - theory) <= slackOf(theory, margin) ? "holds" : "violated", estimate, theory };
}

/**
 * A privacy loss that was found exactly, up to `error`, against a claimed epsilon. Where it is infinite, which no file of results
 * can hold, a note says so.
 */
export function lossAtMost(
  found: number,
  claimed: number,
  { error, unbounded = "no epsilon suffices" }: { readonly error?: number; readonly unbounded?: string } = {},
): Check {
  const { verdict } = judgeExactEpsilon({ found, claimed, ...(error !== undefined && { error }) });
  if (found === Infinity) return { verdict, theory: claimed, notes: [unbounded] };
  return { verdict, estimate: found, theory: claimed };
}

/** The largest log-ratio of two discrete laws, both ways, against a claimed epsilon. */
export function epsilonAtMost(laws: Parameters<typeof discreteEpsilon>[0], claimed: number): Check {
  const unbounded = "infinite: one input has an outcome that the other cannot have";
  return lossAtMost(discreteEpsilon(laws), claimed, { unbounded });
}

/** A hockey-stick divergence at the claimed epsilon that was found exactly, against a claimed delta. */
export function deltaAtMost(found: number, claimed: number): Check {
  return { verdict: judgeExactDelta({ found, claimed }).verdict, estimate: found, theory: claimed };
}

/** What must hold where it is expected, and nowhere else: elsewhere the check is violated because it holds. */
export function holdsOnlyWhere(expected: boolean, check: Check): Check {
  return { ...check, verdict: (check.verdict === "holds") === expected ? "holds" : "violated" };
}

/** What a claim presupposes: where it fails, a note says that the claim promised nothing. */
export function assumed(check: Check): Check {
  if (check.verdict !== "violated") return check;
  return { ...check, notes: [...(check.notes ?? []), "assumption violated"] };
}

/** Numbers that must all be at most a bound as one check: the largest, with the worst verdict of any. */
export function allAtMost(checks: readonly Check[]): Check {
  const verdict = worstVerdict(checks.map((check) => check.verdict));
  const size = ({ estimate = Infinity }: Check) => estimate;
  return { ...checks.reduce((largest, each) => (size(each) > size(largest) ? each : largest)), verdict };
}

/** What an audit by draws found: its own verdict, and the bound that it certifies beside the claimed one. */
export function audited({ verdict, lowerBound }: PrivacyVerdict, claimed: number): Check {
  return { verdict, estimate: lowerBound, theory: claimed };
}

/** What was measured, with its interval. */
export interface Estimate extends Interval {
  readonly estimate: number;
  readonly standardError?: number;
  readonly notes?: readonly VerdictNote[];
}

/**
 * A mean of trials with Student's interval, which rests on the central limit theorem and says so. The moments are those of
 * `momentsOf` (epsilab/statistics) in a block; `context` is that of `judge`.
 */
export function meanOf(moments: Moments, context: Pick<SampleContext, "errorRate">): Estimate {
  const { count, mean } = moments;
  const errorRate = requireErrorRate(context);
  const { lower, upper } = studentInterval({ count, mean, variance: sampleVariance(moments), errorRate });
  return { estimate: mean, lower, upper, standardError: standardError(moments), notes: ["asymptotic"] };
}

/**
 * A mean of trials that are known to lie from `least` to `greatest`, with an interval that rests on that alone; the moments as in
 * `meanOf`.
 */
export function boundedMeanOf(
  moments: Moments,
  limits: { readonly least: number; readonly greatest: number; readonly errorRate: number },
): Estimate {
  const { count, mean } = moments;
  const interval = expectationInterval({ kind: "bounded", count, mean, variance: sampleVariance(moments), ...limits });
  return { estimate: mean, ...interval, standardError: standardError(moments) };
}

/** A share of trials with the exact interval of Clopper and Pearson; `context` is that of `judge`. */
export function shareOf(successes: number, context: SampleContext): Estimate {
  const errorRate = requireErrorRate(context);
  const { trials } = context;
  const estimate = successes / trials;
  const interval = clopperPearson({ successes, trials, errorRate });
  return { estimate, ...interval, standardError: Math.sqrt((estimate * (1 - estimate)) / trials) };
}

/** An estimate without its standard error, which results leave out where the interval says enough. */
export function intervalAlone({ standardError: _, ...found }: Estimate): Estimate {
  return found;
}

/** By how much the first is larger: right wherever both intervals are, whether or not the two depend on each other. */
export function differenceOf(one: Estimate, other: Estimate): Estimate {
  return {
    estimate: one.estimate - other.estimate,
    lower: one.lower - other.upper,
    upper: one.upper - other.lower,
  };
}

function requireErrorRate(context: Pick<SampleContext, "errorRate">): number {
  if (typeof context?.errorRate === "number") return context.errorRate;
  throw new RangeError(`context must be that of judge, with its errorRate, got ${String(context)}`);
}

/**
 * At most the bound: all of the interval, to hold; none of it, to be violated. `tight` says that the bound is attained: an interval
 * that contains it is then `inconclusive` with the note "touching", and no trials are added.
 */
export function estimateAtMost(found: Estimate, bound: number, tight = false): Check {
  return bounded(found, { relation: "at-most", bound, tight });
}

/** At least the bound; `tight` as in `estimateAtMost`. */
export function estimateAtLeast(found: Estimate, bound: number, tight = false): Check {
  return bounded(found, { relation: "at-least", bound, tight });
}

/**
 * At most the bound, which draws can refute and never certify, as of privacy: violated if all of the interval is above, otherwise
 * not refuted. With the bound 0 for the share of outputs that must not occur, a single one refutes.
 */
export function refutableAtMost(found: Pick<Estimate, "estimate" | "lower">, bound: number): Check {
  return { ...found, verdict: found.lower > bound ? "violated" : "not-refuted", theory: bound };
}

/** At least the bound, otherwise as `refutableAtMost`. */
export function refutableAtLeast(found: Pick<Estimate, "estimate" | "upper">, bound: number): Check {
  return { ...found, verdict: found.upper < bound ? "violated" : "not-refuted", theory: bound };
}

/** A number that is known to be the estimate or larger, and no larger than `upper`: at most the bound. */
export function surelyAtMost({ estimate, upper }: Pick<Estimate, "estimate" | "upper">, bound: number): Check {
  return { verdict: decided(upper <= bound, estimate > bound), estimate, upper, theory: bound };
}

/** The exponents that replications of a grid of sizes found, one of each. */
interface Slopes {
  readonly slopes: readonly number[];
  /** How many sizes a replication has. */
  readonly gridPoints: number;
  readonly errorRate: number;
}

/** The median exponent, by its exact interval, up to the 0.15 of `judgeRate`; where they are too few for one, a note says so. */
export function medianSlopeNear({ slopes, gridPoints, errorRate }: Slopes, claimed: number): Check {
  const { median, interval } = medianInterval({ values: slopes, errorRate });
  const measured = { slope: median, interval, gridPoints, replications: slopes.length };
  const { verdict } = judgeRate(measured, { slope: claimed });
  const ends = interval.lower === -Infinity ? { notes: ["too few replications for the error rate"] } : interval;
  return { verdict, estimate: median, theory: claimed, ...ends };
}

function bounded(found: Estimate, claim: BoundClaim): Check {
  const { verdict, notes } = judgeBound({ lower: found.lower, upper: found.upper }, claim);
  const all = [...notes, ...(found.notes ?? [])];
  return { ...found, verdict, theory: claim.bound, ...(all.length === 0 ? {} : { notes: all }) };
}

/** The theory's value up to a margin: all of the interval, to hold; none of it, to be violated. */
export function estimateNear(found: Estimate, theory: number, margin: Margin): Check {
  const tolerance = slackOf(theory, margin);
  const inside = found.lower >= theory - tolerance && found.upper <= theory + tolerance;
  const apart = found.lower > theory + tolerance || found.upper < theory - tolerance;
  return { ...found, verdict: decided(inside, apart), theory };
}

/** Equal to the theory: the interval contains it, and is no wider than `tolerance` each way. */
export function estimateEquals(found: Estimate, theory: number, tolerance: number): Check {
  const apart = theory < found.lower || theory > found.upper;
  return { ...found, verdict: decided(!apart && (found.upper - found.lower) / 2 <= tolerance, apart), theory };
}

function decided(holds: boolean, violated: boolean): VerdictWord {
  return holds ? "holds" : violated ? "violated" : "inconclusive";
}
