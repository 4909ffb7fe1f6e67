/**
 * Noise on every record: the second naive counter, whose estimates are the running sums of noisy records.
 *
 * Theorem: Laplace noise of scale D / epsilon on each record, or Gaussian noise of deviation D / mu, is epsilon-differentially or
 * mu-Gaussian private, for streams of any length: a record is released once. The error at time t is a sum of t independent draws:
 * variance 2 t (D / epsilon)^2 or t (D / mu)^2, deviation sqrt(2 t) D / epsilon, not sqrt(2) t D / epsilon. Adaptive streams are
 * allowed: each record is released by itself.
 * Source: Dwork, Naor, Pitassi, Rothblum (STOC 2010), section 1, doi:10.1145/1806689.1806787; the same as the local model.
 * Limits: errs less than the tree below a horizon of about 1200, much more beyond. Float64 noise leaks its input in the low-order
 * bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { noisyRecordsSum } from "epsilab/continual";
 * const counter = noisyRecordsSum({ horizon: 100, records: { lower: 0, upper: 1 }, epsilon: 1, neighbours: "event" });
 * counter.variance(50); // => 100
 * ```
 * @claim counter-naive
 */
import type { Factorisation } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, type RunningSumParameters, runningSumParameters } from "./running-sum.ts";

export function noisyRecordsSum<Range extends RecordRange>(
  parameters: RunningSumParameters<Range>,
): RunningSumOf<Range> {
  const read = runningSumParameters.read(parameters);
  const { horizon } = read;
  const factorisation = recordsFactorisation(horizon);
  return factorisedSum({ name: "noisy-records-sum", parameters: read, factorisation });
}

/** B = A, C = 1. */
function recordsFactorisation(horizon: number): Factorisation {
  return {
    horizon,
    columnNorm: { l1: 1, l2: 1 },
    worst: { length: 1, at: 0, entries: 1 },
    draws: 1,
    rowSquare: (t) => t,
    mixer: (dimension) => {
      const sums = new Float64Array(dimension);
      return {
        next: (fresh, from, out, at) => {
          for (let i = 0; i < dimension; i++) {
            sums[i] += fresh[from + i];
            out[at + i] = sums[i];
          }
        },
      };
    },
    encode: (records) => records.slice(),
  };
}
