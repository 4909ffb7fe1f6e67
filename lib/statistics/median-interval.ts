/**
 * Interval of a median by order statistics: exact for any law, however skewed or heavy its tails.
 *
 * Theorem: of n independent values at most j fall below a median with probability P(Bin(n, 1/2) <= j) at most, and so above. So the k-th
 * smallest and the k-th largest have it between them but for 2 P(Bin(n, 1/2) <= k - 1).
 * Source: Thompson (Annals of Mathematical Statistics 7, 1936), doi:10.1214/aoms/1177732502.
 * Limits: the error rate is met exactly or undercut, as k is whole. Below 1 + log2(1 / errorRate) values nothing is said: all numbers.
 */
import { binomialLowerTail } from "../numerics/binomial.ts";
import { declare, finite, listOf, type ParametersOf } from "../numerics/parameters.ts";
import { sortFloat64 } from "../numerics/sort.ts";
import { anyErrorRate, type Interval } from "./interval.ts";

export const medianSampleParameters = declare({ values: listOf(finite), errorRate: anyErrorRate });

export interface MedianSample extends ParametersOf<typeof medianSampleParameters> {}

export interface MedianEstimate {
  readonly median: number;
  readonly interval: Interval;
}

export function medianInterval(sample: MedianSample): MedianEstimate {
  const { values, errorRate } = medianSampleParameters.read(sample);
  const trials = values.length;
  const sorted = sortFloat64(Float64Array.from(values));
  const misses = (rank: number) => 2 * binomialLowerTail({ trials, successes: rank - 1, probability: 0.5 });
  // The largest rank that misses rarely enough; the probability grows with the rank.
  let [rank, tooFar] = [0, Math.floor(trials / 2) + 1];
  while (tooFar - rank > 1) {
    const middle = (rank + tooFar) >>> 1;
    if (misses(middle) <= errorRate) rank = middle;
    else tooFar = middle;
  }
  const half = trials >> 1;
  return {
    median: trials % 2 === 1 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2,
    interval:
      rank === 0 ? { lower: -Infinity, upper: Infinity } : { lower: sorted[rank - 1], upper: sorted[trials - rank] },
  };
}
