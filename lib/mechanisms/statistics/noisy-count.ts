/**
 * Count: how many records satisfy a predicate, with Laplace noise.
 *
 * Theorem: one record changes the count by at most 1 under `swap` and under `add-remove`, so Laplace(1 / epsilon) is
 * epsilon-differentially private. The error does not depend on the number of records.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), example 1.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { noisyCount, stream } from "epsilab";
 * const count = noisyCount<number>({ epsilon: 1, neighbours: "add-remove", counts: (age) => age >= 40 });
 * count.release([23, 35, 41, 62], stream(20261115, "example")); // => 2.6365...
 * ```
 * @claim counting-histogram-noisymax-accuracy, sensitivity
 */
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { noisyStatistic, type RecordNeighbours } from "./noisy-statistic.ts";

export interface NoisyCountParameters<Row> {
  readonly epsilon: number;
  readonly neighbours: RecordNeighbours;
  counts(record: Row): boolean;
}

export function noisyCount<Row>({
  epsilon,
  neighbours,
  counts,
}: NoisyCountParameters<Row>): MechanismWithLaw<readonly Row[], number, Stream, ContinuousLaw> {
  return noisyStatistic<Row>({
    name: "noisy-count",
    epsilon,
    neighbours,
    statistic: (records) => records.reduce((total, record) => total + (counts(record) ? 1 : 0), 0),
    sensitivity: () => 1,
  });
}
