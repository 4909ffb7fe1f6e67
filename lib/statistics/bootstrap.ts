/**
 * Bootstrap: percentile and basic intervals of a statistic, by drawing from the values with replacement.
 *
 * Method: the quantiles of the statistic over `resamples` samples drawn from the values; the basic interval reflects them at the estimate.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; Davison and Hinkley (1997), section 5.2.
 * Limits: asymptotic: right for smooth statistics of many values, wrong for extremes and heavy tails, and short for few values.
 * An error rate needs at least 20 / errorRate resamples for its quantiles to be estimated at all; fewer are refused.
 */
import { quantileSorted } from "simple-statistics";
import {
  refuse,
  requireFinite,
  requireInteger,
  requireList,
  requireOpenProbability,
} from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import type { Random } from "../random/random.ts";
import type { Interval } from "./interval.ts";

export interface BootstrapSample {
  readonly values: ArrayLike<number>;
  readonly statistic: (sample: Float64Array) => number;
  readonly resamples: number;
  readonly errorRate: number;
}

export interface Bootstrap {
  readonly estimate: number;
  readonly percentile: Interval;
  readonly basic: Interval;
}

export function bootstrap({ values, statistic, resamples, errorRate }: BootstrapSample, random: Random): Bootstrap {
  requireList("values", values);
  requireInteger({ "the number of values": values.length }, 2);
  requireOpenProbability({ errorRate });
  requireInteger({ resamples }, Math.ceil(20 / errorRate));
  const original = Float64Array.from(values);
  const estimate = statistic(original);
  requireFinite({ "the statistic of the values": estimate });
  const resample = new Float64Array(original.length);
  const replicates = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    for (let i = 0; i < resample.length; i++) resample[i] = original[sampleBoundedInteger(original.length, random)];
    replicates[r] = statistic(resample);
    if (!Number.isFinite(replicates[r])) refuse(`the statistic of resample ${r}`, "finite", replicates[r]);
  }
  const sorted = Array.from(replicates.sort());
  const lower = quantileSorted(sorted, errorRate / 2);
  const upper = quantileSorted(sorted, 1 - errorRate / 2);
  return {
    estimate,
    percentile: { lower, upper },
    basic: { lower: 2 * estimate - upper, upper: 2 * estimate - lower },
  };
}
