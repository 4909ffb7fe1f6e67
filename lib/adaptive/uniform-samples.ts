/**
 * All samples of n records, uniform on m values, by how often each value comes, and the hypotheses about them: the subsets of the values.
 *
 * Whatever a mechanism releases from these numbers is then known exactly: the chance of every sample and of every output, and for
 * each subset the gap between the share of the records in it and its share of the values.
 */
import { exp } from "../numerics/exponential.ts";
import { logGamma } from "../numerics/log-gamma.ts";
import { log } from "../numerics/logarithm.ts";

export interface Sample {
  /** The number of records of each value. */
  readonly counts: readonly number[];
  readonly probability: number;
}

export function allSamples(size: number, values: number): readonly Sample[] {
  const logTotal = logGamma(size + 1) - size * log(values);
  return countsOf(size, values).map((counts) => ({
    counts,
    probability: exp(counts.reduce((sum, count) => sum - logGamma(count + 1), logTotal)),
  }));
}

function countsOf(size: number, values: number): readonly (readonly number[])[] {
  if (values === 1) return [[size]];
  return Array.from({ length: size + 1 }, (_, first) =>
    countsOf(size - first, values - 1).map((rest) => [first, ...rest]),
  ).flat();
}

/** A subset of the values, as the bits of a number. */
export type Subset = number;

export function allSubsets(values: number): readonly Subset[] {
  return Array.from({ length: 1 << values }, (_, subset) => subset);
}

export const isIn = (value: number, subset: Subset) => ((subset >> value) & 1) === 1;

/** The share of the records in the subset, less its share of the values. */
export function gapOf({ counts }: Pick<Sample, "counts">, subset: Subset): number {
  const size = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, value) => (isIn(value, subset) ? sum + count / size - 1 / counts.length : sum), 0);
}
