/**
 * Intervals for a proportion from a count of successes: Clopper-Pearson, which is exact, and Wilson, which is short.
 *
 * Theorem: the Clopper-Pearson limits are the proportions at which a count this high, or this low, has probability
 * errorRate / 2; hence the interval misses with probability at most errorRate, for every number of trials and every proportion.
 * Source: Clopper and Pearson, Biometrika 26 (1934), in beta quantiles; Wilson, JASA 22 (1927).
 * Accuracy: relative error of the Clopper-Pearson limits below 1e-12 against 40-digit values, trials up to 1e9, error rates down to 1e-12;
 * with 0 successes the lower limit is exactly 0, with nothing but successes the upper is exactly 1.
 * Limits: Wilson's holds its error rate on average over proportions, not for each: no verdict may rest on it.
 */
import { lowerBetaInverse, upperBetaInverse } from "../numerics/incomplete-beta.ts";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { count, declare, integer, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyErrorRate, type Interval } from "./interval.ts";

const proportionParameters = declare(
  { successes: integer(0), trials: count, errorRate: openProbability },
  ({ successes, trials }) => {
    if (successes > trials) refuse("successes", `at most trials = ${trials}`, successes);
  },
);

export interface ProportionSample extends ParametersOf<typeof proportionParameters> {}

/**
 * The interval with each side at half the error rate.
 * @example
 * ```ts
 * import { clopperPearson } from "epsilab";
 * clopperPearson({ successes: 10, trials: 1000, errorRate: 0.05 }); // => { lower: 0.0048055..., upper: 0.0183132... }
 * ```
 */
export function clopperPearson(sample: ProportionSample): Interval {
  const { successes, trials, errorRate } = proportionParameters.read(sample);
  const oneSided = { successes, trials, errorRate: errorRate / 2 };
  return { lower: lowerLimit(oneSided), upper: upperLimit(oneSided) };
}

/** The lower limit alone, at the whole error rate. */
export function clopperPearsonLower(sample: ProportionSample): number {
  return lowerLimit(proportionParameters.read(sample));
}

/** The upper limit alone, at the whole error rate. */
export function clopperPearsonUpper(sample: ProportionSample): number {
  return upperLimit(proportionParameters.read(sample));
}

export function wilson(sample: ProportionSample): Interval {
  const { successes, trials, errorRate } = proportionParameters.read(sample);
  anyErrorRate.read(errorRate, "errorRate");
  const score = normalQuantile(errorRate / 2);
  const square = score * score;
  const failures = trials - successes;
  const middle = successes + square / 2;
  const spread = Math.abs(score) * Math.sqrt((successes * failures) / trials + square / 4);
  // The ends are the roots of one quadratic: where middle and spread nearly cancel, their product gives the smaller.
  const upper = (middle + spread) / (trials + square);
  const lower = successes === 0 ? 0 : (successes * successes) / trials / (middle + spread);
  return { lower, upper: failures === 0 ? 1 : Math.max(lower, upper) };
}

function lowerLimit({ successes, trials, errorRate }: ProportionSample): number {
  return successes === 0 ? 0 : lowerBetaInverse({ a: successes, b: trials - successes + 1, p: errorRate });
}

function upperLimit({ successes, trials, errorRate }: ProportionSample): number {
  return successes === trials ? 1 : upperBetaInverse({ a: successes + 1, b: trials - successes, q: errorRate });
}
