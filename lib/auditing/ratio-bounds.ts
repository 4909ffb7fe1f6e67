/**
 * Lower bounds for the ratio of two binomial proportions by large-sample methods: Katz, adjusted logarithm, Bailey, inverse sinh.
 *
 * Source: Katz, Baptista, Azen, Pike (Biometrics 1978); Walter (Biometrics 1975) for the adjusted logarithm; Bailey (Biometrics 1987);
 * Newcombe (2001) for the inverse sinh.
 * Limits: they hold their error rate approximately, in large samples only: to compare with published audits, not for verdicts. For
 * those, `certifiedLogRatio`. Both counts must be positive, but for the adjusted logarithm.
 * @example
 * ```ts
 * import { katzRatioLower } from "epsilab/auditing";
 * const counts = { over: { successes: 731, trials: 1000 }, under: { successes: 269, trials: 1000 } };
 * katzRatioLower({ ...counts, errorRate: 0.05 }); // => 2.4801...
 * ```
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { normalUpperQuantile } from "../numerics/normal-quantile.ts";
import { refuse, requireInteger, requireOpenProbability } from "../numerics/requirements.ts";
import type { EventCount } from "./certified-epsilon.ts";

export interface RatioSample {
  readonly over: EventCount;
  readonly under: EventCount;
  readonly errorRate: number;
}

export function katzRatioLower(sample: RatioSample): number {
  const { over, under, score } = checked(sample, 1);
  const sigma = Math.sqrt(relativeVariance(over) + relativeVariance(under));
  return (rate(over) / rate(under)) * exp(-score * sigma);
}

export function adjustedLogRatioLower(sample: RatioSample): number {
  const { over, under, score } = checked(sample, 0);
  const [more, less] = [over, under].map(({ successes, trials }) => ({
    successes: successes + 0.5,
    trials: trials + 0.5,
  }));
  const sigma = Math.sqrt(relativeVariance(more) + relativeVariance(less));
  return (rate(more) / rate(less)) * exp(-score * sigma);
}

export function baileyRatioLower(sample: RatioSample): number {
  const { over, under, score } = checked(sample, 1);
  const [more, less] = [over, under].map((count) => (1 - rate(count)) / count.successes);
  const square = (score * score) / 9;
  const root = (1 - (score / 3) * Math.sqrt(Math.max(0, more + less - square * more * less))) / (1 - square * less);
  return (rate(over) / rate(under)) * root * root * root;
}

export function inverseSinhRatioLower(sample: RatioSample): number {
  const { over, under, score } = checked(sample, 1);
  const half = (score / 2) * Math.sqrt(relativeVariance(over) + relativeVariance(under));
  return (rate(over) / rate(under)) * exp(-2 * log(half + Math.sqrt(1 + half * half)));
}

function rate({ successes, trials }: EventCount): number {
  return successes / trials;
}

/** The variance of the logarithm of a proportion. */
function relativeVariance({ successes, trials }: EventCount): number {
  return 1 / successes - 1 / trials;
}

function checked(
  { over, under, errorRate }: RatioSample,
  least: number,
): Omit<RatioSample, "errorRate"> & { score: number } {
  requireOpenProbability({ errorRate });
  for (const { successes, trials } of [over, under]) {
    requireInteger({ trials }, 1);
    requireInteger({ successes }, least);
    if (successes > trials) refuse("successes", `at most trials = ${trials}`, successes);
  }
  return { over, under, score: normalUpperQuantile(errorRate) };
}
