/**
 * One-run audit of a trade-off curve: how many right guesses about canaries a claim of f-differential privacy allows, and the least
 * mu that a run needs.
 *
 * Theorem: m canaries are in by fair coins of their own, and an attack makes c guesses from the output, W of them right. If the
 * change of one coin obeys the curve f both ways, then for every j from 1 to c
 *
 *     f(1 - E[W; W >= j] / m) <= E[c - W; W >= j - 1] / m.
 *
 * Proof: fix canary i and the coins of the others. "i is guessed, and at least j - 1 of the others are right" is an event S+ or S-
 * of the output, by what is guessed of i; its probability x under the coin that makes the guess right and y under the other coin
 * obey f(1 - x) <= y. As f is convex, that survives the mean over both coins, over the coins of the others and over the m canaries.
 * Summed over i, right guesses with W >= j make E[W; W >= j], wrong ones with W >= j - 1 make E[c - W; W >= j - 1]. So the tails
 * t_i = P(W >= i) obey t_i >= (m f(1 - R) + S) / (c - i), with S = t_(i+1) + ... + t_c and R = (i t_(i+1) + S) / m. The right side
 * grows with each of the later tails; hence from t_v = p alone (and none beyond v) the recursion gives tails that no run with P(W >=
 * v) >= p falls below. Where it leads to t_0 > 1, P(W >= v) < p. The same chance is also below the bound of `oneRunPValue` at each
 * (epsilon, delta) that the curve implies, and the least of all of them is returned: for a pure claim that is the binomial tail,
 * which the recursion alone does not reach.
 * Source: Mahloujifar, Melis, Chaudhuri (arXiv 2410.22235, 2024; ICML 2025), theorem and algorithm for guesses with abstentions;
 * proved here as above. Steinke, Nasr, Jagielski (NeurIPS 2023) for the (epsilon, delta) bound.
 * Accuracy: every step of the recursion is rounded down by 1e-11 of itself, more than its arithmetic is off; p-values are rounded up.
 * Limits: as for `auditOneRun`: independent fair coins, numbers of guesses fixed beforehand, guesses that do not see the coins (at
 * tied scores none counts as right); `f` must hold for the change that a coin makes, in or out (add-remove), or one of two records
 * (swap).
 * @example
 * ```ts
 * import { oneRunEpsilon, oneRunMu, tradeOffOneRunPValue } from "epsilab/auditing";
 * import { gaussianEpsilon, gaussianTradeOff } from "epsilab/privacy";
 * const counts = { canaries: 1000, guesses: 100, correct: 95 };
 * tradeOffOneRunPValue(counts, gaussianTradeOff(0.5)); // => 0.00050...
 * const mu = oneRunMu(counts, { errorRate: 0.05 }); // => 0.7868...
 * gaussianEpsilon({ mu, delta: 1e-5 }); // => 3.3233...
 * oneRunEpsilon(counts, { delta: 1e-5, errorRate: 0.05 }); // => 2.1651...
 * ```
 * @claim one-run-trade-off
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { declare, made, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { gaussianTradeOff, requireTradeOff, type TradeOff } from "../privacy/trade-off/trade-off.ts";
import { tradeOffEpsilon } from "../privacy/trade-off/trade-off-profile.ts";
import type { PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import type { PrivacyClaim } from "./discrete-audit.ts";
import { countedGuesses, countedRun, type Guesses, guessCounts, oneRunPValue } from "./one-run-audit.ts";
import type { CanaryScores } from "./receiver-operating-curve.ts";

/** The deltas at which the curve is also read as a claim of (epsilon, delta). */
const DELTAS = [0, 1e-12, 1e-8, 1e-5, 1e-3];
/** What each step is lowered by, as a share. */
const STEP_ERROR = 1e-11;
/** The least probability that is distinguished from 0. */
const LEAST = 1e-300;

/** An upper bound of the chance of this many right guesses if the curve holds for the change of one coin, both ways. */
export function tradeOffOneRunPValue(counts: Guesses, curve: TradeOff): number {
  countedRun.read(counts, "counts");
  requireCurve(curve);
  if (counts.correct === 0) return 1;
  let least = 1;
  for (const claim of impliedClaims(curve)) least = Math.min(least, oneRunPValue(counts, claim));
  // The chances that the recursion refutes are those above a border, which is an upper bound.
  if (!recursionRefutes(counts, curve, least)) return least;
  let [lower, upper] = [log(LEAST), log(least)];
  for (let step = 0; step < 50; step++) {
    const middle = (lower + upper) / 2;
    if (recursionRefutes(counts, curve, exp(middle))) upper = middle;
    else lower = middle;
  }
  return Math.min(least, exp(upper) * (1 + 1e-12));
}

export const oneRunMuTarget = declare({ errorRate: openProbability });

/** The largest mu whose claim of Gaussian privacy these guesses refute at the error rate; 0 where they refute none. */
export function oneRunMu(counts: Guesses, wanted: ParametersOf<typeof oneRunMuTarget>): number {
  const { errorRate } = oneRunMuTarget.read(wanted);
  countedRun.read(counts, "counts");
  const refutes = (mu: number) => refutesTradeOff(counts, gaussianTradeOff(mu), errorRate);
  if (!refutes(0)) return 0;
  let [lower, upper] = [0, 1];
  while (refutes(upper)) [lower, upper] = [upper, 2 * upper];
  while (upper - lower > 1e-9 * upper) {
    const middle = (lower + upper) / 2;
    if (refutes(middle)) lower = middle;
    else upper = middle;
  }
  return lower;
}

/** Whether the chance of this many right guesses is at most the error rate, by either bound. */
export function refutesTradeOff(counts: Guesses, curve: TradeOff, errorRate: number): boolean {
  if (counts.correct === 0) return false;
  if (recursionRefutes(counts, curve, errorRate)) return true;
  for (const claim of impliedClaims(curve)) if (oneRunPValue(counts, claim) <= errorRate) return true;
  return false;
}

export const oneRunTradeOffClaim = declare({
  curve: made<TradeOff>(requireCurve),
  errorRate: openProbability,
  guessCounts,
});

export interface OneRunTradeOffClaim extends ParametersOf<typeof oneRunTradeOffClaim> {}

export interface OneRunTradeOffAudit extends PrivacyVerdict {
  /** The least over the numbers of guesses, times how many there are. */
  readonly pValue: number;
}

/** `lowerBound` is the mu that the run needs at least, whatever the claimed curve is. */
export function auditOneRunTradeOff(scores: CanaryScores, claim: OneRunTradeOffClaim): OneRunTradeOffAudit {
  const { curve, errorRate, guessCounts } = oneRunTradeOffClaim.read(claim, "claim");
  const share = errorRate / guessCounts.length;
  let [pValue, lowerBound] = [1, 0];
  for (const [k, { canaries, correct }] of countedGuesses(scores, guessCounts).entries()) {
    // The theorem is on a fixed number of guesses: of those at a tied border none counts as right, whichever were taken.
    const counts = { canaries, guesses: guessCounts[k], correct };
    if (correct === 0) continue;
    pValue = Math.min(pValue, guessCounts.length * tradeOffOneRunPValue(counts, curve));
    lowerBound = Math.max(lowerBound, oneRunMu(counts, { errorRate: share }));
  }
  return { verdict: pValue <= errorRate ? "violated" : "not-refuted", lowerBound, pValue };
}

/** Whether the recursion shows that P(W >= correct) < `tail`. */
function recursionRefutes({ canaries, guesses, correct }: Guesses, curve: TradeOff, tail: number): boolean {
  const least = leastFalsePositives(curve);
  let [current, sum] = [tail, tail]; // t_(i+1), and the sum of the tails from there
  for (let i = correct - 1; i >= 0; i--) {
    const reached = (i * current + sum) / canaries;
    if (reached > 1) return true;
    const next = ((1 - STEP_ERROR) * (canaries * least(reached) + sum)) / (guesses - i);
    // Without more mass here none is needed further down either.
    if (!(next > current)) return false;
    if (next > 1) return true;
    current = next;
    sum += next;
  }
  return false;
}

/** The least false-positive rate f(1 - power) of any test of that power, rounded down. */
function leastFalsePositives(curve: TradeOff): (power: number) => number {
  if (curve.kind === "gaussian") return (power) => normalCdf(normalQuantile(power) - curve.mu);
  return (power) => curve.evaluate(Math.min(1, 1 - power + 2 * Number.EPSILON));
}

/** The curve as claims of (epsilon, delta), of which each holds. */
function* impliedClaims(curve: TradeOff): Generator<PrivacyClaim> {
  for (const delta of DELTAS) {
    const epsilon = tradeOffEpsilon(curve, delta);
    if (epsilon < Infinity) yield { epsilon, delta };
  }
}

function requireCurve(curve: TradeOff): void {
  requireTradeOff(curve, "curve");
}
