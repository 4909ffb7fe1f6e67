/**
 * Doubling tree: tree aggregation for a stream whose length is not known in advance.
 *
 * Epoch k has the times 2^k to 2^(k+1) - 1. Each epoch has a tree of its own, started afresh, and what the epochs before added up
 * to is carried over. `totals` is the share of the budget that the total of an epoch takes:
 * - 0: restart. A tree of k + 1 levels has the whole budget; its root is the epoch's total.
 * - a share s strictly between 0 and 1: the hybrid of Chan, Shi and Song, who take s = 1/2. The total has its own noise, of scale D
 *   / (s epsilon), and the tree, of the k levels that the times before the end of the epoch need, has the scale k D / ((1 - s)
 *   epsilon).
 * For Gaussian noise mu^2 is split in the same way.
 *
 * Theorem: a record lies in one epoch, hence in one total and in at most k blocks, or in at most k + 1 blocks: all estimates
 * together have the guarantee, for a stream of any length, and some record attains it. With totals 0 the variance at the end of
 * epoch k is the sum of 2 ((j + 1) D / epsilon)^2 over j = 0 ... k; with a share s it is (k + 1) 2 (D / (s epsilon))^2. Adaptive
 * streams are allowed: blocks and totals are released in turn, which is an adaptive composition.
 * Source: Chan, Shi, Song (TISSEC 2011), section 5 (hybrid mechanism), doi:10.1145/2043621.2043626.
 * Which share: 0 errs least up to some thousand records, about 0.2 beyond, and 1/2 much more than either: root mean squared errors
 * over 10^3, 10^4, 10^5 bits at epsilon 1 are 33.4, 53.7, 77.4 for 0, then 35.3, 53.4, 75.3 for 0.2 and 47.3, 77.1, 113.0 for 1/2;
 * a tree that knows the length has 31.4, 50.3, 68.6.
 * Limits: event-level; at most 2^30 records. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { doublingTreeSum } from "epsilab/continual";
 * const counter = doublingTreeSum({ totals: 0.5, records: { lower: 0, upper: 1 }, epsilon: 1, neighbours: "event" });
 * [counter.variance(1), counter.variance(1000)]; // => [8, 3960]
 * ```
 * @claim tree-aggregation
 */
import { type ParametersOf, probabilityBelowOne } from "../../numerics/parameters.ts";
import { popcount } from "../../numerics/popcount.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { LARGEST_HORIZON } from "../horizon.ts";
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, SUM_KINDS, SUMMED } from "./running-sum.ts";
import { TreeMixer } from "./tree-sum.ts";

export const doublingTreeParameters = withBudget(SUM_KINDS, {
  ...SUMMED,
  /** The share of the budget for the totals of the epochs: 0 takes the roots of the trees. */
  totals: probabilityBelowOne,
});

export type DoublingTreeParameters<Range extends RecordRange> = ParametersOf<typeof doublingTreeParameters> & {
  readonly records: Range;
};

export function doublingTreeSum<Range extends RecordRange>(
  parameters: DoublingTreeParameters<Range>,
): RunningSumOf<Range> {
  const read = doublingTreeParameters.read(parameters);
  const { totals, guarantee } = read;
  const factorisation = doublingFactorisation(totals, guarantee.kind === "pure");
  return factorisedSum({ name: "doubling-tree-sum", parameters: read, factorisation });
}

/** By how much the unit noise of a block or a total is multiplied. */
interface EpochScales {
  block(epoch: number): number;
  readonly total: number;
}

function epochScales(totals: number, isPure: boolean): EpochScales {
  const scale = (share: number) => (isPure ? 1 / share : 1 / Math.sqrt(share));
  return totals === 0
    ? { block: (epoch) => scale(1 / (epoch + 1)), total: 0 }
    : { block: (epoch) => scale((1 - totals) / epoch), total: scale(totals) };
}

function doublingFactorisation(totals: number, isPure: boolean): Factorisation {
  const scales = epochScales(totals, isPure);
  const rootScale = (epoch: number) => (totals === 0 ? scales.block(epoch) : scales.total);
  return {
    horizon: LARGEST_HORIZON,
    columnNorm: { l1: 1, l2: 1 },
    worst: totals === 0 ? { length: 1, at: 0, entries: 1 } : { length: 3, at: 1, entries: 2 },
    draws: 1,
    rowSquare: (t) => {
      const epoch = epochOf(t);
      const place = t - (1 << epoch) + 1;
      let sum = 0;
      for (let k = 0; k < epoch; k++) sum += rootScale(k) * rootScale(k);
      if (place === 1 << epoch) return sum + rootScale(epoch) * rootScale(epoch);
      return sum + popcount(place) * scales.block(epoch) * scales.block(epoch);
    },
    mixer: (dimension) => new DoublingMixer(dimension, scales.block, rootScale),
    encode: (records, dimension) => {
      const rows = new Float64Array(records.length);
      for (let t = 1; t * dimension <= records.length; t++) {
        const epoch = epochOf(t);
        const place = t - (1 << epoch) + 1;
        const isEnd = place === 1 << epoch;
        const scale = isEnd ? rootScale(epoch) : scales.block(epoch);
        for (let k = t - (place & -place); k < t; k++)
          for (let i = 0; i < dimension; i++) rows[(t - 1) * dimension + i] += records[k * dimension + i] / scale;
      }
      return rows;
    },
  };
}

function epochOf(t: number): number {
  return 31 - Math.clz32(t);
}

class DoublingMixer implements NoiseMixer {
  readonly #blockScale: (epoch: number) => number;
  readonly #rootScale: (epoch: number) => number;
  /** The noise of the totals of the epochs before. */
  readonly #carried: Float64Array;
  readonly #scaled: Float64Array;
  #tree: TreeMixer;
  #time = 0;

  constructor(dimension: number, blockScale: (epoch: number) => number, rootScale: (epoch: number) => number) {
    this.#blockScale = blockScale;
    this.#rootScale = rootScale;
    this.#carried = new Float64Array(dimension);
    this.#scaled = new Float64Array(dimension);
    this.#tree = new TreeMixer(1, dimension);
  }

  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void {
    const t = ++this.#time;
    const dimension = this.#carried.length;
    const epoch = epochOf(t);
    if (t === 1 << epoch) this.#tree = new TreeMixer(epoch + 1, dimension);
    if (t === 2 * (1 << epoch) - 1) {
      // The whole epoch is one block, or has its own noise.
      const scale = this.#rootScale(epoch);
      for (let i = 0; i < dimension; i++) {
        this.#carried[i] += scale * fresh[from + i];
        out[at + i] = this.#carried[i];
      }
      return;
    }
    const scale = this.#blockScale(epoch);
    for (let i = 0; i < dimension; i++) this.#scaled[i] = scale * fresh[from + i];
    this.#tree.next(this.#scaled, 0, out, at);
    for (let i = 0; i < dimension; i++) out[at + i] += this.#carried[i];
  }
}
