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
import { refuse, requireInteger, requireOpenProbability } from "../numerics/requirements.ts";
import { type Interval, requireErrorRate } from "./interval.ts";

export interface ProportionSample {
  readonly successes: number;
  readonly trials: number;
  readonly errorRate: number;
}

/**
 * The interval with each side at half the error rate.
 * @example
 * ```ts
 * import { clopperPearson } from "epsilab";
 * clopperPearson({ successes: 10, trials: 1000, errorRate: 0.05 }); // => { lower: 0.0048055..., upper: 0.0183132... }
 * ```
 */
export function clopperPearson({ successes, trials, errorRate }: ProportionSample): Interval {
  requireSample({ successes, trials, errorRate });
  const oneSided = { successes, trials, errorRate: errorRate / 2 };
  return { lower: clopperPearsonLower(oneSided), upper: clopperPearsonUpper(oneSided) };
}

/** The lower limit alone, at the whole error rate. */
export function clopperPearsonLower({ successes, trials, errorRate }: ProportionSample): number {
  requireSample({ successes, trials, errorRate });
  return successes === 0 ? 0 : lowerBetaInverse({ a: successes, b: trials - successes + 1, p: errorRate });
}

/** The upper limit alone, at the whole error rate. */
export function clopperPearsonUpper({ successes, trials, errorRate }: ProportionSample): number {
  requireSample({ successes, trials, errorRate });
  return successes === trials ? 1 : upperBetaInverse({ a: successes + 1, b: trials - successes, q: errorRate });
}

export function wilson({ successes, trials, errorRate }: ProportionSample): Interval {
  requireSample({ successes, trials, errorRate });
  requireErrorRate(errorRate);
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

function requireSample({ successes, trials, errorRate }: ProportionSample): void {
  requireInteger({ trials }, 1);
  requireInteger({ successes }, 0);
  if (successes > trials) refuse("successes", `at most trials = ${trials}`, successes);
  requireOpenProbability({ errorRate });
}
