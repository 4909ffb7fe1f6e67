/**
 * Exact audit of two discrete laws: the smallest epsilon, and the smallest delta at an epsilon, for this pair.
 *
 * Theorem: P and Q are (epsilon, delta)-indistinguishable iff the sums of (P - e^epsilon Q)+ and (Q - e^epsilon P)+ over all outcomes
 * are at most delta; for delta = 0 iff |log P - log Q| <= epsilon at every outcome (0/0 is no outcome, x/0 is Infinity). The sum of
 * (P - e^epsilon Q)+ needs the support of P only, so outcomes of any type are never compared.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006); Barthe, Olmedo (ICALP 2013) for the hockey-stick divergence.
 * Accuracy: the given log-masses are taken to be within 1e-13 (1 + |log P| + |log Q|) of the truth, which covers normalisers that
 * are sums of many terms, and as far off as the totals of the laws are from 1; a verdict is `violated` only where the claim is
 * exceeded whatever they are within that. At an outcome whose ratio is within it of the claimed epsilon nothing is certain, so a
 * delta below the mass of such outcomes times 1e-13 cannot be refuted.
 * Limits: the verdict is for this pair; say why it is the worst, or search (`worst-pair.ts`). Of a law with `neglected` mass only the
 * support is seen: delta is then an interval, and a pure claim is `not-refuted` unless the caller knows the tails to be no worse.
 * @claim def-dp
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { logOneMinusExp, logSumExp } from "../numerics/log-sum.ts";
import {
  declare,
  flag,
  type Given,
  nonNegative,
  optional,
  type ParametersOf,
  probability,
  requireKnownNames,
} from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { type DiscreteLaw, requireListed } from "../privacy/loss/law.ts";
import { judgeExactDelta, judgeExactEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";

const LOG_ERROR = 1e-13;

export interface LawPair<Output> {
  readonly first: DiscreteLaw<Output>;
  readonly second: DiscreteLaw<Output>;
}

export interface DeltaRange {
  readonly lower: number;
  /** `lower` and the mass that neither support shows. */
  readonly upper: number;
}

/** What is claimed, as parameters. */
export const CLAIM = { epsilon: nonNegative, delta: probability };

export interface PrivacyClaim extends Given<typeof CLAIM> {}

export const plainClaim = declare(CLAIM);

export const discreteClaim = declare({ ...CLAIM, tailsAreNoWorse: optional(flag, false) });

/** The largest |log P - log Q| over both supports; Infinity where one law has mass and the other has none. */
export function discreteEpsilon<Output>(pair: LawPair<Output>): number {
  requireLaws(pair);
  const { first, second } = pair;
  requireWhole("first", first);
  requireWhole("second", second);
  return Math.max(0, largestRatio({ first, second }, 0), largestRatio({ first: second, second: first }, 0));
}

/** The sum of (P - e^epsilon Q)+, P being `first`: one direction only. `epsilon` may be negative. */
export function hockeyStick<Output>(pair: LawPair<Output>, epsilon: number): number {
  if (!Number.isFinite(epsilon)) refuse("epsilon", "finite", epsilon);
  requireLaws(pair);
  requireWhole("first", pair.first);
  requireWhole("second", pair.second);
  return excessOf(pair, epsilon, 0);
}

/** The same sum with every log-ratio less its error times `doubt`. */
function excessOf<Output>({ first, second }: LawPair<Output>, epsilon: number, doubt: 0 | 1): number {
  const off = doubt * offTotalOf({ first, second });
  const terms: number[] = [];
  for (const output of first.support) {
    const [logFirst, logSecond] = [first.logMass(output), second.logMass(output)];
    const logOther = epsilon + logSecond + doubt * ratioError(logFirst, logSecond, off);
    if (logFirst > logOther) terms.push(logFirst + logOneMinusExp(logOther - logFirst));
  }
  return Math.min(1, exp(logSumExp(terms)));
}

/** What the difference of two log-masses may be off by. */
function ratioError(logFirst: number, logSecond: number, offTotal: number): number {
  return logSecond === -Infinity ? 0 : LOG_ERROR * (1 + Math.abs(logFirst) + Math.abs(logSecond)) + offTotal;
}

function largestError<Output>(pair: LawPair<Output>): number {
  const { first, second } = pair;
  const off = offTotalOf(pair);
  return [...first.support, ...second.support].reduce((most, output) => {
    const [one, other] = [first.logMass(output), second.logMass(output)];
    return one === -Infinity ? most : Math.max(most, ratioError(one, other, off));
  }, 0);
}

/** How far the totals of both laws are from 1: so far their logarithms may be off together. */
function offTotalOf<Output>({ first, second }: LawPair<Output>): number {
  return Math.abs(totalOf(first) - 1) + Math.abs(totalOf(second) - 1);
}

function totalOf<Output>(law: DiscreteLaw<Output>): number {
  return exp(logSumExp(law.support.map((output) => law.logMass(output)))) + law.neglected;
}

/** The larger of both directions, between what the supports show and what the neglected mass could add. */
export function discreteDelta<Output>(pair: LawPair<Output>, epsilon: number): DeltaRange {
  requireLaws(pair);
  const { first, second } = pair;
  const there = hockeyStick({ first, second }, epsilon);
  const back = hockeyStick({ first: second, second: first }, epsilon);
  return {
    lower: Math.max(there, back),
    upper: Math.min(1, Math.max(there + first.neglected, back + second.neglected)),
  };
}

/** The mass that the other law cannot give, the larger of both: no epsilon makes delta smaller. Above 0, the pure epsilon is Infinity. */
export function impossibleMass<Output>(pair: LawPair<Output>): number {
  requireLaws(pair);
  const { first, second } = pair;
  requireWhole("first", first);
  requireWhole("second", second);
  return Math.max(bareMass({ first, second }), bareMass({ first: second, second: first }));
}

function bareMass<Output>({ first, second }: LawPair<Output>): number {
  const bare = first.support.filter((output) => second.logMass(output) === -Infinity);
  return Math.min(1, exp(logSumExp(bare.map((output) => first.logMass(output)))));
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
  claimed: ParametersOf<typeof discreteClaim>,
): DiscreteAudit {
  const claim = discreteClaim.read(claimed, "claim");
  const epsilon = discreteEpsilon(pair);
  const turned = { first: pair.second, second: pair.first };
  const { lower, upper } = discreteDelta(pair, claim.epsilon);
  const unseen = pair.first.neglected + pair.second.neglected > 0 && !claim.tailsAreNoWorse;
  if (claim.delta === 0) {
    const certain = Math.max(0, largestRatio(pair, 1), largestRatio(turned, 1));
    const error = epsilon === Infinity ? 0 : epsilon - certain;
    const judged = judgeExactEpsilon({ found: epsilon, claimed: claim.epsilon, error });
    const verdict = judged.verdict === "holds" && unseen ? "not-refuted" : judged.verdict;
    return { ...judged, verdict, epsilon, delta: lower };
  }
  // The masses themselves have the error of their logarithms.
  const certain = largestOf([pair, turned].map((one) => excessOf(one, claim.epsilon, 1)));
  const error = lower - certain * (1 - 1e-12);
  const exact = judgeExactDelta({ found: lower, claimed: claim.delta, error });
  // Of outcomes that attain epsilon only its rounding is found: what is off by no more than 1e-9 of epsilon holds.
  const isAttained = exact.verdict === "not-refuted" && largestError(pair) <= 1e-9 * claim.epsilon;
  const judged: PrivacyVerdict = isAttained ? { ...exact, verdict: "holds" } : exact;
  const unsure = unseen && judgeExactDelta({ found: upper, claimed: claim.delta, error }).verdict !== "holds";
  return {
    ...judged,
    verdict: judged.verdict === "holds" && unsure ? "not-refuted" : judged.verdict,
    epsilon,
    delta: lower,
  };
}

/** With every log-ratio less its error times `doubt`. */
function largestRatio<Output>({ first, second }: LawPair<Output>, doubt: 0 | 1): number {
  const off = doubt * offTotalOf({ first, second });
  let largest = -Infinity;
  for (const output of first.support) {
    const logFirst = first.logMass(output);
    if (logFirst === -Infinity) continue;
    const logSecond = second.logMass(output);
    largest = Math.max(largest, logFirst - logSecond - doubt * ratioError(logFirst, logSecond, off));
  }
  return largest;
}

/** Refuses what is no pair of laws of listed outputs. */
export function requireLaws<Output>(pair: LawPair<Output>): void {
  requireEach(pair, requireListed);
}

/** Refuses what is no pair, and each of the two that is none of its kind. */
export function requireEach<Each>(
  pair: { readonly first: Each; readonly second: Each },
  require: (name: string, each: Each) => void,
  ...others: readonly string[]
): void {
  requireKnownNames(pair, ["first", "second", ...others], "pair");
  for (const name of ["first", "second"] as const) require(name, pair[name]);
}

/** An outcome left out, or listed twice, shows in the total. */
function requireWhole<Output>(name: string, law: DiscreteLaw<Output>): void {
  const total = totalOf(law);
  if (!(Math.abs(total - 1) <= 1e-9)) refuse(`total mass of ${name}`, "1", total);
}
