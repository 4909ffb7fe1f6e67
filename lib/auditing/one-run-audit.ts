/**
 * One-run audit: a lower bound on epsilon from a single run with many canaries, each included or not by its own fair coin.
 *
 * Theorem: if the run is (epsilon, delta)-private under add-remove and an attack makes r guesses about m canaries from the output, the
 * chance that at least v of them are right is at most P(W >= v) + 2 m delta max_i P(v - i <= W < v) / i over 1 <= i <= v, W being
 * Binomial(r, e^epsilon / (1 + e^epsilon)).
 * Source: Steinke, Nasr, Jagielski (NeurIPS 2023), theorem 5.2 and its algorithm for the p-value.
 * Limits: the coins must be independent, and the guesses may look at the scores, never at the coins. Guesses are "included" for the
 * highest scores. Several numbers of guesses share the error rate, and must be fixed beforehand.
 */
import { binomialLogMass, binomialUpperTail } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import {
  arrayOf,
  count,
  declare,
  integer,
  openProbability,
  type ParametersOf,
  probability,
} from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { findRoot } from "../numerics/root.ts";
import { sortFloat64 } from "../numerics/sort.ts";
import { judgeSampledEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { CLAIM, type PrivacyClaim, plainClaim } from "./discrete-audit.ts";
import { countHits } from "./event-choice.ts";
import { type CanaryScores, requireScores } from "./receiver-operating-curve.ts";

export const countedRun = declare(
  { canaries: count, guesses: integer(0), correct: integer(0) },
  ({ canaries, guesses, correct }) => {
    if (guesses > canaries) refuse("guesses", `at most canaries = ${canaries}`, guesses);
    if (correct > guesses) refuse("correct", `at most guesses = ${guesses}`, correct);
  },
);

export interface Guesses extends ParametersOf<typeof countedRun> {}

/** An upper bound of the chance of this many right guesses under the claim. */
export function oneRunPValue(counts: Guesses, claim: PrivacyClaim): number {
  const { canaries, guesses, correct } = countedRun.read(counts, "counts");
  const { epsilon, delta } = plainClaim.read(claim, "claim");
  if (correct === 0) return 1;
  const probability = 1 / (1 + exp(-epsilon));
  const tail = binomialUpperTail({ trials: guesses, successes: correct, probability });
  if (delta === 0) return tail;
  // The largest mean of consecutive masses below `correct`: past the mode the masses fall, and the mean with them once they are below it.
  let [sum, largest, mass] = [0, 0, 0];
  for (let i = 1; i <= correct; i++) {
    const successes = correct - i;
    // By the ratio of neighbouring masses, but for the first and those near underflow.
    if (mass > 1e-280) mass *= ((successes + 1) / (guesses - successes)) * exp(-epsilon);
    else mass = exp(binomialLogMass({ trials: guesses, successes, probability }));
    if (mass < largest && successes < guesses * probability - 1) break;
    sum += mass;
    largest = Math.max(largest, sum / i);
  }
  return Math.min(1, tail + 2 * canaries * delta * largest);
}

export const oneRunTarget = declare({ delta: probability, errorRate: openProbability });

/** The largest epsilon that these guesses refute at the error rate; 0 where they refute none. */
export function oneRunEpsilon(counts: Guesses, wanted: ParametersOf<typeof oneRunTarget>): number {
  const { delta, errorRate } = oneRunTarget.read(wanted);
  const excess = (epsilon: number) => oneRunPValue(counts, { epsilon, delta }) - errorRate;
  if (excess(0) >= 0) return 0;
  let [lower, upper] = [0, 1];
  while (excess(upper) < 0) [lower, upper] = [upper, 2 * upper];
  // The claim of a smaller epsilon is the stronger one: what refutes the root refutes all below it.
  return findRoot(excess, { lower, upper, tolerance: 1e-12 }) * (1 - 1e-11);
}

/** How many of the highest scores to call included, each count at its share of the error rate; fixed before the scores are seen. */
export const guessCounts = arrayOf(count);

export const oneRunClaim = declare({ ...CLAIM, errorRate: openProbability, guessCounts });

export interface OneRunClaim extends ParametersOf<typeof oneRunClaim> {}

/** @also one training run, canaries, one-run audit, privacy auditing */
export function auditOneRun(scores: CanaryScores, claim: OneRunClaim): PrivacyVerdict {
  const { epsilon, delta, errorRate, guessCounts } = oneRunClaim.read(claim, "claim");
  const share = { delta, errorRate: errorRate / guessCounts.length };
  const bounds = countedGuesses(scores, guessCounts).map((counts) =>
    counts.guesses === 0 ? 0 : oneRunEpsilon(counts, share),
  );
  return judgeSampledEpsilon({ certified: largestOf(bounds), claimed: epsilon });
}

/**
 * For each count, guesses for the highest scores. Ties at the border are not guessed: which of them to take must not depend on the
 * coins.
 */
export function countedGuesses(scores: CanaryScores, guessCounts: readonly number[]): Guesses[] {
  requireScores(scores);
  const all = checkedScores([...Array.from(scores.members), ...Array.from(scores.others)]);
  const members = checkedScores(Array.from(scores.members));
  return guessCounts.map((count) => {
    if (count > all.length) refuse("guessCount", `at most the ${all.length} canaries`, count);
    const border = count === all.length ? -Infinity : all[all.length - count - 1];
    const above = (values: Float64Array) => values.length - countHits(values, border, false);
    const guesses = border === -Infinity ? all.length : above(all);
    const correct = border === -Infinity ? members.length : above(members);
    return { canaries: all.length, guesses, correct };
  });
}

function checkedScores(values: readonly number[]): Float64Array {
  for (const score of values) if (Number.isNaN(score)) refuse("score", "a number", score);
  return sortFloat64(Float64Array.from(values));
}
