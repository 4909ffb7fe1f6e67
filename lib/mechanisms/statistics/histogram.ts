/**
 * Histogram: noisy counts of records in disjoint bins.
 *
 * Theorem: one record changes the counts by at most 2 in the l1 norm under `swap` (it leaves a bin and enters another) and by at
 * most 1 under `add-remove`, so independent Laplace noise of scale 2 / epsilon, or 1 / epsilon, in every bin is
 * epsilon-differentially private. The error of a bin depends neither on the number of records nor on the number of bins; the
 * largest error of m bins is about scale ln m.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), example 2.
 * Limits: the bins are public and fixed beforehand; float64 noise leaks in the low-order bits (Mironov 2012), for study.
 * @example
 * ```ts
 * import { histogram, stream } from "epsilab";
 * const counts = histogram({ epsilon: 1, bins: 3, neighbours: "add-remove" });
 * counts.release([0, 2, 2, 0, 1, 2], stream(20261115, "example")); // => Float64Array(3) [2.6365..., 0.8345..., 3.7426...]
 * ```
 * @claim counting-histogram-noisymax-accuracy, max-error, sensitivity
 */
import { refuseData, requireInteger, requireList, requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import { splitLaplacePld } from "../../privacy/loss/split-laplace-pld.ts";
import { fillLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { type RecordNeighbours, requireRecordNeighbours } from "./noisy-statistic.ts";

export interface HistogramParameters {
  readonly epsilon: number;
  readonly neighbours: RecordNeighbours;
  /** The number of bins; a record is the index of its bin, from 0. */
  readonly bins: number;
}

export function histogram({
  epsilon,
  neighbours,
  bins,
}: HistogramParameters): ClosedMechanism<readonly number[], Float64Array, Stream, ProductLaw> {
  requirePositive({ epsilon });
  requireRecordNeighbours(neighbours);
  requireInteger({ bins }, 1);
  const scale = (neighbours === "swap" ? 2 : 1) / epsilon;
  requirePositive({ "sensitivity / epsilon": scale });
  return {
    name: "histogram",
    neighbours,
    guarantee: pure(epsilon),
    release: (records, random) => {
      const counts = countsOf(records, bins);
      const noisy = fillLaplace(scale, new Float64Array(bins), random);
      for (let bin = 0; bin < bins; bin++) noisy[bin] += counts[bin];
      return noisy;
    },
    law: (records) => ({
      kind: "product",
      coordinates: Array.from(countsOf(records, bins), (centre) => laplaceLaw(centre, scale)),
    }),
    // A swap moves two bins by half of epsilon each.
    privacyLoss: () =>
      neighbours === "swap"
        ? { ...splitLaplacePld(epsilon), attained: bins > 1 }
        : { ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true },
    // A swap within the only bin changes nothing.
    worstPair: () => (neighbours === "add-remove" ? [[], [0]] : [[0], [bins - 1]]),
  };
}

function countsOf(records: readonly number[], bins: number): Float64Array {
  requireList("records", records);
  const counts = new Float64Array(bins);
  for (const record of records) {
    if (!(Number.isInteger(record) && record >= 0 && record < bins)) {
      refuseData("a record", `an integer from 0 to ${bins - 1}`);
    }
    counts[record]++;
  }
  return counts;
}
