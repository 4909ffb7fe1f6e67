/**
 * Student's t distribution: tails, quantiles, and the t-interval of a mean.
 *
 * Method: P(T > t) = I_x(v/2, 1/2) / 2 with x = v / (v + t^2), by whichever of x and 1 - x is the smaller, so that no digit is lost
 * for many degrees of freedom nor far out. Source: DLMF 8.17; Student, Biometrika 6 (1908).
 * Accuracy: relative error below 1e-12 (tails) and 1e-12 (quantiles) against 40-digit values, for 1 to 1e6 degrees of freedom,
 * fractional ones included, and tails down to 1e-100.
 * Limits: studentUpperQuantile is Infinity at 0 and -Infinity at 1, and where the quantile is beyond float64 (below one degree of
 * freedom). The interval is exact for normal values only.
 */
import { lowerBeta, lowerBetaInverse, upperBeta, upperBetaInverse } from "../numerics/incomplete-beta.ts";
import { declare, finite, integer, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { requireNumber, requirePositive, requireProbability } from "../numerics/requirements.ts";
import { anyErrorRate, type Interval, intervalAround } from "./interval.ts";

/** P(T > t). */
export function studentUpperTail(t: number, degreesOfFreedom: number): number {
  requireNumber({ t });
  requirePositive({ degreesOfFreedom });
  if (t < 0) return 1 - studentUpperTail(-t, degreesOfFreedom);
  if (t === Infinity) return 0;
  const half = degreesOfFreedom / 2;
  const ratio = (t / degreesOfFreedom) * t;
  if (ratio <= 1) return upperBeta({ a: 0.5, b: half, x: ratio / (1 + ratio) }) / 2;
  return lowerBeta({ a: half, b: 0.5, x: 1 / (1 + ratio) }) / 2;
}

/** The t with P(T > t) = tail. */
export function studentUpperQuantile(tail: number, degreesOfFreedom: number): number {
  requireProbability({ tail });
  requirePositive({ degreesOfFreedom });
  if (tail > 0.5) return -studentUpperQuantile(1 - tail, degreesOfFreedom);
  if (tail === 0) return Infinity;
  const half = degreesOfFreedom / 2;
  const near = upperBetaInverse({ a: 0.5, b: half, q: 2 * tail });
  if (near <= 0.5) return Math.sqrt(degreesOfFreedom * (near / (1 - near)));
  const far = lowerBetaInverse({ a: half, b: 0.5, p: 2 * tail });
  return Math.sqrt(degreesOfFreedom) * Math.sqrt((1 - far) / far);
}

export const meanSampleParameters = declare({
  count: integer(2),
  mean: finite,
  /** The unbiased sample variance. */
  variance: nonNegative,
  errorRate: anyErrorRate,
});

export interface MeanSample extends ParametersOf<typeof meanSampleParameters> {}

/**
 * mean +- t sqrt(variance / count) with count - 1 degrees of freedom.
 * @example
 * ```ts
 * import { studentInterval } from "epsilab";
 * studentInterval({ count: 10, mean: 5, variance: 4, errorRate: 0.05 }); // => { lower: 3.5692..., upper: 6.4307... }
 * ```
 */
export function studentInterval(sample: MeanSample): Interval {
  const { count, mean, variance, errorRate } = meanSampleParameters.read(sample);
  return intervalAround(mean, studentUpperQuantile(errorRate / 2, count - 1) * Math.sqrt(variance / count));
}
