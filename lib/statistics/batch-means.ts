/**
 * Batch means: the t-interval of a mean from the means of batches, for variables without known bounds.
 *
 * Method: the means of equal batches of independent draws are nearly normal; their mean has Student's t interval.
 * Source: claims protocol for unbounded expectations; Student, Biometrika 6 (1908).
 * Limits: asymptotic: exact for normal draws only. 30 small batches of a skewed variable miss 5 to 44 times as often as they say,
 * so a verdict asks for at least 1000 batches of at least 1000 draws and is flagged "asymptotic" even then.
 */
import { refuse, requireInteger } from "../numerics/requirements.ts";
import type { Interval } from "./interval.ts";
import { momentsOf, sampleVariance } from "./moments.ts";
import { studentInterval } from "./student.ts";

/** The mean of each batch of consecutive values; all batches are full. */
export function batchMeans(values: Float64Array, batchSize: number): Float64Array {
  requireInteger({ batchSize }, 1);
  const batches = values.length / batchSize;
  if (!Number.isInteger(batches) || batches === 0) {
    refuse("values", `of a length that ${batchSize} divides`, values.length);
  }
  return Float64Array.from(
    { length: batches },
    (_, i) => momentsOf(values.subarray(i * batchSize, (i + 1) * batchSize)).mean,
  );
}

export function batchMeansInterval(means: ArrayLike<number>, errorRate: number): Interval {
  const moments = momentsOf(means);
  return studentInterval({ count: moments.count, mean: moments.mean, variance: sampleVariance(moments), errorRate });
}
