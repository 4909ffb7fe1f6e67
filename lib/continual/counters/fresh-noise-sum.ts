/**
 * Fresh noise on every running sum: the first idea for a counter, and a bad one.
 *
 * Theorem: a record changes all T sums from its time on, each by up to D. Laplace noise of scale T D / epsilon on each makes them together
 * epsilon-differentially private, and no less does; Gaussian noise of deviation sqrt(T) D / mu makes them exactly mu-Gaussian
 * private. The variance is the same at every time: 2 (T D / epsilon)^2, or T (D / mu)^2. The price in (epsilon, delta) of T sums
 * with noise of scale D / epsilon' is sqrt(2 T ln(1 / delta)) epsilon' + T epsilon' tanh(epsilon' / 2) (`advancedComposition`),
 * exactly that of T Laplace mechanisms. Adaptive streams are allowed: the sums are released in turn, which is an adaptive
 * composition.
 * Source: Dwork, Naor, Pitassi, Rothblum (STOC 2010), section 1, doi:10.1145/1806689.1806787.
 * Limits: for comparison; every other counter here errs less from T = 3 on. Float64 noise leaks its input in the low-order bits
 * (Mironov 2012).
 * @example
 * ```ts
 * import { freshNoiseSum } from "epsilab/continual";
 * const counter = freshNoiseSum({ horizon: 100, records: { lower: 0, upper: 1 }, epsilon: 1, neighbours: "event" });
 * counter.variance(1); // => 20000
 * ```
 * @claim counter-naive
 */
import type { Factorisation } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, type RunningSumParameters, runningSumParameters } from "./running-sum.ts";

export function freshNoiseSum<Range extends RecordRange>(parameters: RunningSumParameters<Range>): RunningSumOf<Range> {
  const read = runningSumParameters.read(parameters);
  const { horizon } = read;
  return factorisedSum({ name: "fresh-noise-sum", parameters: read, factorisation: freshFactorisation(horizon) });
}

/** B = 1, C = A. */
function freshFactorisation(horizon: number): Factorisation {
  return {
    horizon,
    columnNorm: { l1: horizon, l2: Math.sqrt(horizon) },
    worst: { length: horizon, at: 0, entries: horizon },
    draws: 1,
    rowSquare: () => 1,
    mixer: (dimension) => ({
      next: (fresh, from, out, at) => {
        for (let i = 0; i < dimension; i++) out[at + i] = fresh[from + i];
      },
    }),
    encode: (records, dimension) => {
      const sums = records.slice();
      for (let k = dimension; k < sums.length; k++) sums[k] += sums[k - dimension];
      return sums;
    },
  };
}
