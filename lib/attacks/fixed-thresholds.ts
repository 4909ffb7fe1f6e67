/**
 * Thresholds at wanted false-positive rates, from the scores of models without the target that are not scored again.
 *
 * The threshold of a level is the least of the given scores that at most that share of them reaches; where the highest score is
 * shared by more, a number just above it, and -Infinity where all may pass. Scores at or above a threshold say "member", but nobody
 * passes the threshold Infinity, which is what scores of Infinity lead to.
 * Theorem: for n exchangeable scores without ties, the k-th highest of which is the threshold, a fresh score passes it with
 * expectation k / (n + 1). On the same scores the share is k / n by construction, whatever the attack: rates counted on the scores
 * that fixed the threshold show nothing of its own error, and with one score the apparent rates are 1 and 0 where the true one is a
 * half.
 * Source: Vovk, Gammerman, Shafer, Algorithmic Learning in a Random World (2005), section 2.2, for exchangeable scores.
 * Limits: the rate of false positives is only near the level; it is counted again, on other models, with its interval.
 * @example
 * ```ts
 * import { fixedThresholds } from "epsilab/attacks";
 * fixedThresholds([5, 1, 4, 2, 3, 3, 0, 0, 0, 0], [0.1, 0.35]); // => [5, 4]
 * ```
 * @claim empirical-membership
 */
import { refuse, refuseData, requireList, requireProbability } from "../numerics/requirements.ts";
import { sortFloat64 } from "../numerics/sort.ts";

export function fixedThresholds(scores: ArrayLike<number>, levels: ArrayLike<number>): number[] {
  requireList("scores", scores);
  if (scores.length === 0) refuse("scores", "at least one score", scores);
  requireList("levels", levels);
  for (let k = 0; k < scores.length; k++)
    if (typeof scores[k] !== "number" || Number.isNaN(scores[k])) refuseData(`scores[${k}]`, "a number");
  const sorted = sortFloat64(Float64Array.from(scores));
  return Array.from(levels, (level, k) => {
    requireProbability({ [`levels[${k}]`]: level });
    // The most scores that may pass; 1e-9 so that a level such as 0.3 of 10 is 3.
    let border = sorted.length - Math.floor(level * sorted.length + 1e-9);
    // All that tie with the first that may not pass stay below, too.
    while (border > 0 && border < sorted.length && sorted[border] === sorted[border - 1]) border++;
    if (border === 0) return -Infinity;
    return border < sorted.length ? sorted[border] : justAbove(sorted[sorted.length - 1]);
  });
}

/** By a rounding error. */
function justAbove(value: number): number {
  if (value === -Infinity) return -Number.MAX_VALUE;
  return value + (Math.abs(value) * Number.EPSILON + Number.MIN_VALUE);
}
