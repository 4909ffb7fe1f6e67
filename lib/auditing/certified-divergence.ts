/**
 * Certified mu and certified Renyi divergence: lower confidence bounds from how often one event happens under each of two neighbours.
 *
 * Theorem: mu-Gaussian privacy gives P(E) <= Phi(Phi^-1(Q(E)) + mu) for every event E, so mu >= Phi^-1(P(E)) - Phi^-1(Q(E)).
 * Whether E happened is post-processing, so D(P || Q) of any order is at least that of two Bernoulli laws, which rises with P(E)
 * and falls with Q(E) while P(E) > Q(E). With a lower Clopper-Pearson limit for P(E) and an upper one for Q(E), each at half the
 * error rate, both bounds are right with probability at least 1 - errorRate, and at all orders together, provided that the event
 * was chosen without these counts.
 * Source: Dong, Roth, Su (JRSS B 2022) for the curve; van Erven, Harremoes (IEEE Trans. IT 2014), theorem 1, for the data processing.
 * Limits: 0 where the limits do not part. One event cannot show all of a divergence: of N(0, 1) and N(1, 1) at order 2 the best
 * shows 0.66 of 1.
 * @claim sampled-divergence-audit
 */
import { logSumExp } from "../numerics/log-sum.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { requireOpenProbability, requireProbability } from "../numerics/requirements.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "../statistics/proportion-interval.ts";
import type { EventCount } from "./certified-epsilon.ts";

interface CertifiedEvent {
  /** Under the neighbour that makes the event likelier. */
  readonly over: EventCount;
  readonly under: EventCount;
  readonly errorRate: number;
}

/** The limits that hold together: P(E) is at least `lower`, Q(E) at most `upper`. */
export function limitsOf({ over, under, errorRate }: CertifiedEvent): {
  readonly lower: number;
  readonly upper: number;
} {
  requireOpenProbability({ errorRate });
  return {
    lower: clopperPearsonLower({ ...over, errorRate: errorRate / 2 }),
    upper: clopperPearsonUpper({ ...under, errorRate: errorRate / 2 }),
  };
}

/** The least mu of two laws of which one has the event with probability at least `lower`, the other at most `upper`. */
export function muBetween(lower: number, upper: number): number {
  requireProbability({ lower, upper });
  return lower > upper ? normalQuantile(lower) - normalQuantile(upper) : 0;
}

/** The least divergence of two such laws. */
export function renyiBetween(lower: number, upper: number, order: number): number {
  requireProbability({ lower, upper });
  if (!(lower > upper)) return 0;
  if (upper === 0) return Infinity;
  const terms = [order * log(lower) + (1 - order) * log(upper)];
  if (lower < 1) terms.push(order * log1p(-lower) + (1 - order) * log1p(-upper));
  return Math.max(0, logSumExp(terms) / (order - 1));
}
