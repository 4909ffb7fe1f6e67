/**
 * Sum: the sum of records clamped to a public range, with Laplace noise.
 *
 * Theorem: over records in [lower, upper] the sum changes by at most upper - lower under `swap` and by at most
 * max(|lower|, |upper|) under `add-remove`; Laplace noise of that over epsilon is epsilon-differentially private.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; the sensitivities are elementary.
 * Limits: the clamp biases sums of data outside the range; float64 noise leaks in the low-order bits (Mironov 2012), for study.
 * @example
 * ```ts
 * import { noisySum, stream } from "epsilab";
 * const sum = noisySum({ epsilon: 1, lower: 0, upper: 10, neighbours: "add-remove" });
 * sum.release([3, 8, 99], stream(20261115, "example")); // => 27.3655...
 * ```
 * @claim sensitivity
 */

import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { clamp, noisyStatistic, type Range, type RecordNeighbours, requireRange } from "./noisy-statistic.ts";

export interface NoisySumParameters extends Range {
  readonly epsilon: number;
  readonly neighbours: RecordNeighbours;
}

export function noisySum({
  epsilon,
  lower,
  upper,
  neighbours,
}: NoisySumParameters): ClosedMechanism<readonly number[], number, Stream, ContinuousLaw> {
  requireRange({ lower, upper });
  const sensitivity = neighbours === "swap" ? upper - lower : Math.max(Math.abs(lower), Math.abs(upper));
  const largest = Math.abs(lower) > Math.abs(upper) ? lower : upper;
  return {
    ...noisyStatistic<number>({
      name: "noisy-sum",
      epsilon,
      neighbours,
      statistic: (records) => records.reduce((total, record) => total + clamp(record, { lower, upper }), 0),
      sensitivity: () => sensitivity,
    }),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true }),
    worstPair: () => (neighbours === "swap" ? [[lower], [upper]] : [[], [largest]]),
  };
}
