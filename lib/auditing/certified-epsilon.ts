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
import { requireOpenProbability, requireProbability } from "../numerics/requirements.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "../statistics/proportion-interval.ts";

export interface EventCount {
  readonly successes: number;
  readonly trials: number;
}

export interface CertifiedRatio {
  /** Under the neighbour that makes the event likelier. */
  readonly over: EventCount;
  readonly under: EventCount;
  readonly delta: number;
  readonly errorRate: number;
}

/** A lower bound of log((P(E) - delta) / Q(E)). */
export function certifiedLogRatio({ over, under, delta, errorRate }: CertifiedRatio): number {
  requireProbability({ delta });
  requireOpenProbability({ errorRate });
  const lower = clopperPearsonLower({ ...over, errorRate: errorRate / 2 }) - delta;
  const upper = clopperPearsonUpper({ ...under, errorRate: errorRate / 2 });
  return lower > 0 ? log(lower / upper) : -Infinity;
}
