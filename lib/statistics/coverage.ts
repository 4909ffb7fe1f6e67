/**
 * Coverage: how likely an honest interval is to miss its target as often as this one did, by the exact binomial tail.
 *
 * An interval that misses with probability at most `errorRate` has at least `misses` of them in `intervals` with at most
 * the returned probability; one far below any reasonable level convicts the interval.
 */
import { binomialUpperTail } from "../numerics/binomial.ts";
import { count, declare, integer, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";

const coverageParameters = declare(
  { misses: integer(0), intervals: count, errorRate: openProbability },
  ({ misses, intervals }) => {
    if (misses > intervals) refuse("misses", `at most intervals = ${intervals}`, misses);
  },
);

export function coverageTail(parameters: ParametersOf<typeof coverageParameters>): number {
  const { misses, intervals, errorRate } = coverageParameters.read(parameters);
  return binomialUpperTail({ trials: intervals, successes: misses, probability: errorRate });
}
