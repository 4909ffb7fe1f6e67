/**
 * Coupled log-ratio: a lower confidence bound on log(P(E) / Q(E)) from pairs of outputs, one of each neighbour, drawn with the same noise.
 *
 * Theorem: Q(E) / P(E) = a + b, where of the pairs in which E held of P's output, a is the probability that it held of Q's, too, and of
 * the pairs in which it held of any output, that it held of Q's alone has odds b. Given how many pairs there are of each kind, both
 * counts are binomial, however the two outputs of a pair depend on each other. With an upper limit of a at nine tenths of the error
 * rate and one of b at the last tenth, -log(a + b) is at most log(P(E) / Q(E)) with probability at least 1 - errorRate.
 * Why: with the same noise most outputs are in E under both neighbours or under neither, and only the others have an error. Where E
 * holds of P's output whenever it holds of Q's, log(P(E) / Q(E)) = epsilon is missed by about sqrt(epsilon / pairs in E), by two
 * independent counts by about sqrt(2 / pairs in E).
 * Source: the exact limits of Clopper and Pearson (1934) on pairs; drawing with common random numbers (Hammersley and Handscomb 1964).
 * Limits: the program must take its noise, or a seed, from outside. The event must be fixed before the pairs are drawn, and delta is 0.
 * Where E often holds of Q's output alone, `pairedLogRatio` of independent outputs is better; which one is taken must not depend on
 * these counts.
 */
import { log } from "../numerics/logarithm.ts";
import { openProbability } from "../numerics/parameters.ts";
import { clopperPearsonUpper } from "../statistics/proportion-interval.ts";
import { type PairCounts, pairCounts } from "./event-e-value.ts";

/** The share of the error rate that the limit of b has. */
export const ALONE_SHARE = 0.1;

/** -Infinity where E never held of an output of P. */
export function coupledLogRatio(counts: PairCounts, errorRate: number): number {
  const { both, overOnly, underOnly } = pairCounts.read(counts, "counts");
  openProbability.read(errorRate, "errorRate");
  const over = both + overOnly;
  if (over === 0) return -Infinity;
  const shared = clopperPearsonUpper({ successes: both, trials: over, errorRate: (1 - ALONE_SHARE) * errorRate });
  const alone = clopperPearsonUpper({
    successes: underOnly,
    trials: over + underOnly,
    errorRate: ALONE_SHARE * errorRate,
  });
  return alone === 1 ? -Infinity : -log(shared + alone / (1 - alone));
}
