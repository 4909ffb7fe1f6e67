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
  callable,
  count,
  declare,
  finite,
  listOf,
  openProbability,
  type ParametersOf,
} from "../numerics/parameters.ts";
import { refuse, requireFinite, requireInteger } from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import type { Random } from "../random/random.ts";
import type { Interval } from "./interval.ts";

export const bootstrapParameters = declare(
  {
    values: listOf(finite, 2),
    statistic: callable<(sample: Float64Array) => number>(),
    resamples: count,
    errorRate: openProbability,
  },
  ({ resamples, errorRate }) => requireInteger({ resamples }, Math.ceil(20 / errorRate)),
);

export interface BootstrapSample extends ParametersOf<typeof bootstrapParameters> {}

export interface Bootstrap {
  readonly estimate: number;
  readonly percentile: Interval;
  readonly basic: Interval;
}

export function bootstrap(sample: BootstrapSample, random: Random): Bootstrap {
  const { values, statistic, resamples, errorRate } = bootstrapParameters.read(sample);
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
