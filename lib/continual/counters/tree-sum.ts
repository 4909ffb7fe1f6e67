/**
 * Tree aggregation: running sums from noisy sums of dyadic blocks, each block's noise drawn once.
 *
 * The estimate at time t adds the noisy sums of the blocks that the set bits of t name: for t = 6, those of times 1-4 and 5-6. Of all
 * dyadic blocks only those are used that end at some t and have the length of its lowest set bit, one for each t, so that one draw a
 * push is enough: the noise of the estimate at t is that at t without its lowest bit, plus the fresh draw. Memory: one vector for
 * each level.
 *
 * Theorem: a record lies in at most L = floor(log2 T) + 1 blocks, the first record in exactly L. Noise of scale L D / epsilon on each block
 * (Laplace, or of density proportional to exp(-|g| / scale) on R^d) makes all estimates together epsilon-differentially private, and no
 * less does; Gaussian noise of deviation sqrt(L) D / mu makes them exactly mu-Gaussian private. Adaptive streams are allowed: the blocks
 * are released in turn, which is an adaptive composition. The variance of a coordinate at time t is popcount(t) times that of one draw,
 * 2 (L D / epsilon)^2 for numbers.
 * Source: Chan, Shi, Song (TISSEC 2011), doi:10.1145/2043621.2043626; Dwork, Naor, Pitassi, Rothblum (STOC 2010),
 * doi:10.1145/1806689.1806787.
 * Limits: event-level: one record, not one person. Below a horizon of about 1200 noise on every record (`noisyRecordsSum`) errs
 * less; Gaussian noise on a better factorisation (`squareRootSum`) errs less at every horizon above 1. Float64 noise leaks its
 * input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { treeSum } from "epsilab/continual";
 * const counter = treeSum({ horizon: 1000, records: { lower: 0, upper: 1 }, epsilon: 1, neighbours: "event" });
 * counter.variance(1000); // => 1200
 * const session = counter.start();
 * session.push(1, stream(20261115, "example")); // => 7.3655...
 * ```
 * @claim tree-aggregation
 * @also tree aggregation, binary mechanism, continual counting, continual observation
 */
import { popcount } from "../../numerics/popcount.ts";
import { requireHorizon } from "../horizon.ts";
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, type RunningSumParameters, runningSumParameters } from "./running-sum.ts";

export function treeSum<Range extends RecordRange>(parameters: RunningSumParameters<Range>): RunningSumOf<Range> {
  const read = runningSumParameters.read(parameters);
  const { horizon } = read;
  return factorisedSum({ name: "tree-sum", parameters: read, factorisation: treeFactorisation(horizon) });
}

/** How many levels of dyadic blocks a stream of this many records has: floor(log2 T) + 1. */
export function treeLevels(horizon: number): number {
  requireHorizon(horizon);
  return 32 - Math.clz32(horizon);
}

/** The level of the block that the estimate at time t adds: the number of zeros that its binary form ends in. */
export function blockLevel(t: number): number {
  return 31 - Math.clz32(t & -t);
}

function treeFactorisation(horizon: number): Factorisation {
  const levels = treeLevels(horizon);
  return {
    horizon,
    columnNorm: { l1: levels, l2: Math.sqrt(levels) },
    worst: { length: 1 << (levels - 1), at: 0, entries: levels },
    draws: 1,
    rowSquare: popcount,
    mixer: (dimension) => new TreeMixer(levels, dimension),
    encode: (records, dimension) => {
      const rows = new Float64Array(records.length);
      for (let t = 1; t * dimension <= records.length; t++) {
        for (let k = t - (t & -t); k < t; k++)
          for (let i = 0; i < dimension; i++) rows[(t - 1) * dimension + i] += records[k * dimension + i];
      }
      return rows;
    },
  };
}

/** The noise of the estimates at the times that end in 2^level zeros, the last of each level. */
export class TreeMixer implements NoiseMixer {
  readonly #latest: Float64Array;
  readonly #dimension: number;
  #time = 0;

  constructor(levels: number, dimension: number) {
    this.#latest = new Float64Array(levels * dimension);
    this.#dimension = dimension;
  }

  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void {
    const t = ++this.#time;
    const dimension = this.#dimension;
    const latest = this.#latest;
    const before = t & (t - 1);
    const own = blockLevel(t) * dimension;
    const last = blockLevel(before) * dimension;
    for (let i = 0; i < dimension; i++) {
      const noise = before === 0 ? fresh[from + i] : latest[last + i] + fresh[from + i];
      latest[own + i] = noise;
      out[at + i] = noise;
    }
  }
}
