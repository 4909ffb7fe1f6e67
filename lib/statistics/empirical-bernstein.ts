/**
 * Empirical Bernstein interval: for the mean of a bounded variable, from its sample variance, valid for every sample size.
 *
 * Theorem: for independent values in [least, greatest], with probability at least 1 - errorRate the mean lies within
 * sqrt(2 V ln(4 / errorRate) / N) + 7 (greatest - least) ln(4 / errorRate) / (3 (N - 1)) of the sample mean,
 * V being the unbiased sample variance; the two sides share the error rate.
 * Source: Maurer and Pontil, Empirical Bernstein bounds and sample-variance penalization (COLT 2009), theorem 4.
 * Limits: wide for few values; the interval may reach beyond [least, greatest], where the mean cannot be.
 */
import { log } from "../numerics/logarithm.ts";
import { declare, finite, type Given, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { type Interval, intervalAround } from "./interval.ts";
import { meanSampleParameters } from "./student.ts";

const BOUNDED = { ...meanSampleParameters.declared, least: finite, greatest: finite };

export const boundedSampleParameters = declare(BOUNDED, requirePossible);

export interface BoundedSample extends ParametersOf<typeof boundedSampleParameters> {}

export function empiricalBernstein(sample: BoundedSample): Interval {
  const { count, mean, variance, least, greatest, errorRate } = boundedSampleParameters.read(sample);
  const logarithm = log(4 / errorRate);
  return intervalAround(
    mean,
    Math.sqrt((2 * variance * logarithm) / count) + (7 * (greatest - least) * logarithm) / (3 * (count - 1)),
  );
}

/** Whether values in the range can have that mean and that variance. */
function requirePossible({ count, mean, variance, least, greatest }: Given<typeof BOUNDED>): void {
  const range = greatest - least;
  if (!(range > 0)) refuse("greatest", `above least = ${least}`, greatest);
  if (!(mean >= least && mean <= greatest)) refuse("mean", `between least = ${least} and greatest = ${greatest}`, mean);
  // No values in the range have a larger variance than this; the slack is for rounding.
  const largestVariance = ((mean - least) * (greatest - mean) * count) / (count - 1);
  if (variance > largestVariance + 1e-9 * range * range) {
    refuse("variance", `at most ${largestVariance}, by the mean and the range`, variance);
  }
}
