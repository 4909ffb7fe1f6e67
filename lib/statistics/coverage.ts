/**
 * Coverage: how likely an honest interval is to miss its target as often as this one did, by the exact binomial tail.
 *
 * An interval that misses with probability at most `errorRate` has at least `misses` of them in `repetitions` with at most
 * the returned probability; one far below any reasonable level convicts the interval.
 */
import { binomialUpperTail } from "../numerics/binomial.ts";
import { refuse, requireInteger, requireOpenProbability } from "../numerics/requirements.ts";

interface Misses {
  readonly misses: number;
  readonly repetitions: number;
  readonly errorRate: number;
}

export function coverageTail({ misses, repetitions, errorRate }: Misses): number {
  requireInteger({ repetitions }, 1);
  requireInteger({ misses }, 0);
  if (misses > repetitions) refuse("misses", `at most repetitions = ${repetitions}`, misses);
  requireOpenProbability({ errorRate });
  return binomialUpperTail({ trials: repetitions, successes: misses, probability: errorRate });
}
