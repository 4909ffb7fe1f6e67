/**
 * Certified epsilon: a lower confidence bound on epsilon from how often one event happens under each of two neighbours.
 *
 * Theorem: (epsilon, delta)-privacy gives P(E) <= e^epsilon Q(E) + delta for every event E, so epsilon >= log((P(E) - delta) / Q(E)). With
 * a lower Clopper-Pearson limit for P(E) and an upper one for Q(E), each at half the error rate, the bound is right with probability at
 * least 1 - errorRate, provided that the event was chosen without these counts.
 * Source: Jagielski, Ullman, Oprea (NeurIPS 2020).
 * Limits: -Infinity where the lower limit does not exceed delta; the largest bound that `trials` can give is about
 * log(trials / log(2 / errorRate)).
 * @example
 * ```ts
 * import { certifiedLogRatio } from "epsilab/auditing";
 * const counts = { over: { successes: 731, trials: 1000 }, under: { successes: 269, trials: 1000 } };
 * certifiedLogRatio({ ...counts, delta: 0, errorRate: 0.05 }); // => 0.8585...
 * ```
 */
import { log } from "../numerics/logarithm.ts";
import {
  count,
  declare,
  group,
  integer,
  openProbability,
  type ParametersOf,
  probability,
} from "../numerics/parameters.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "../statistics/proportion-interval.ts";

const eventCount = declare({ successes: integer(0), trials: count });

export interface EventCount extends ParametersOf<typeof eventCount> {}

export const certifiedRatio = declare({
  /** Under the neighbour that makes the event likelier. */
  over: group(eventCount),
  under: group(eventCount),
  delta: probability,
  errorRate: openProbability,
});

export interface CertifiedRatio extends ParametersOf<typeof certifiedRatio> {}

/** A lower bound of log((P(E) - delta) / Q(E)). */
export function certifiedLogRatio(ratio: CertifiedRatio): number {
  const { over, under, delta, errorRate } = certifiedRatio.read(ratio);
  const lower = clopperPearsonLower({ ...over, errorRate: errorRate / 2 }) - delta;
  const upper = clopperPearsonUpper({ ...under, errorRate: errorRate / 2 });
  return lower > 0 ? log(lower / upper) : -Infinity;
}
