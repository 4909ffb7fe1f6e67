/**
 * Variance: the variance of records clamped to a public range, with Laplace noise.
 *
 * Theorem: the variance of n records in [lower, upper], the mean squared distance from their mean, is the sum of (x_i - x_j)^2 over
 * pairs i < j, over n^2. Replacing a record changes n - 1 of the squares by at most (upper - lower)^2 each, so the variance by at
 * most (n - 1) (upper - lower)^2 / n^2, which is attained; Laplace noise of that over epsilon is epsilon-differentially private
 * under `swap`.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; the sensitivity is elementary, and found again by enumeration
 * in the tests.
 * Limits: two records or more, whose number is public. The release may be negative; for the unbiased variance multiply it by n / (n -
 * 1). The clamp biases the variance of data outside the range; float64 noise leaks in the low-order bits (Mironov 2012), for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { noisyVariance } from "epsilab/mechanisms";
 * const variance = noisyVariance({ epsilon: 1, lower: 0, upper: 10 });
 * variance.release([3, 8, 99, 4], stream(20261115, "example")); // => 20.1229...
 * ```
 * @claim sensitivity
 * @also private variance, dp variance
 */
import type { ParametersOf } from "../../numerics/parameters.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { clamp, noisyStatistic, RANGE, requireRange } from "./noisy-statistic.ts";

export const noisyVarianceParameters = withBudget(["pure"], RANGE, requireRange);

export type NoisyVarianceParameters = ParametersOf<typeof noisyVarianceParameters>;

export function noisyVariance(
  parameters: NoisyVarianceParameters,
): ClosedMechanism<readonly number[], number, Stream, ContinuousLaw> {
  const { guarantee, lower, upper } = noisyVarianceParameters.read(parameters);
  const { epsilon } = guarantee;
  const range = upper - lower;
  return {
    ...noisyStatistic<number>({
      name: "noisy-variance",
      epsilon,
      neighbours: "swap",
      statistic: (records) => {
        requireInteger({ "the number of records": records.length }, 2);
        return varianceOf(records.map((record) => clamp(record, { lower, upper })));
      },
      sensitivity: (count) => ((count - 1) / count) * range * (range / count),
    }),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true }),
    worstPair: () => [
      [lower, lower],
      [lower, upper],
    ],
  };
}

/** In two passes, about the mean. */
function varianceOf(records: readonly number[]): number {
  const mean = records.reduce((sum, record) => sum + record / records.length, 0);
  return records.reduce((sum, record) => sum + (record - mean) * ((record - mean) / records.length), 0);
}
