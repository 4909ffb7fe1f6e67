/**
 * Paired log-ratio: a lower confidence bound on log(P(E) / Q(E)) from pairs of outputs, one of each neighbour.
 *
 * Theorem: of the pairs in which E held of one output only, the share in which it was that of P is binomial with odds
 * P(E) (1 - Q(E)) / (Q(E) (1 - P(E))). If l is a lower limit of that share at nine tenths of the error rate, o = l / (1 - l), and q an
 * upper limit of Q(E) at the last tenth, then P(E) / Q(E) >= min(o, o / (1 - q + q o)) with probability at least 1 - errorRate:
 * at the true odds and the true Q(E) the fraction is the ratio itself; it grows in o; where o > 1 it falls in q, and where o <= 1 it
 * is at least o.
 * Why: two limits, one for each probability, add their errors; here the errors of both counts add as variances do, and at nearly the
 * whole error rate. For events of small and similar probabilities the bound is about half as far from the truth.
 * Source: the exact test of Clopper and Pearson (1934) on discordant pairs (McNemar 1947), odds turned into a ratio.
 * Limits: the event must be fixed before the pairs are drawn, and delta is 0. Pairs in which both held are wasted: where P(E) is large and
 * Q(E) small, `certifiedLogRatio` is better; which one is taken must not depend on these counts.
 */
import { log } from "../numerics/logarithm.ts";
import { openProbability } from "../numerics/parameters.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "../statistics/proportion-interval.ts";
import { type PairCounts, pairCounts } from "./event-e-value.ts";

/** The share of the error rate that the limit of Q(E) has. */
const SHARE = 0.1;

/** -Infinity where E never held of an output of P alone. */
export function pairedLogRatio(counts: PairCounts, errorRate: number): number {
  const { both, overOnly, underOnly, neither } = pairCounts.read(counts, "counts");
  openProbability.read(errorRate, "errorRate");
  const discordant = overOnly + underOnly;
  if (overOnly === 0) return -Infinity;
  const share = clopperPearsonLower({
    successes: overOnly,
    trials: discordant,
    errorRate: (1 - SHARE) * errorRate,
  });
  const under = clopperPearsonUpper({
    successes: both + underOnly,
    trials: discordant + both + neither,
    errorRate: SHARE * errorRate,
  });
  const odds = share / (1 - share);
  return log(Math.min(odds, odds / (1 - under + odds * under)));
}
