/**
 * Refined tree: tree aggregation in which the sum of a block is estimated from all noisy blocks inside it (Honaker's estimate from below).
 *
 * A block of 2^j records has its own noisy sum, and the estimates of its two halves; both are averaged with weights inverse to
 * their variances. So the variance of a block, in units of one draw, is v_0 = 1, v_j = 2 v_(j-1) / (1 + 2 v_(j-1)) = 2^j / (2^(j+1) -
 * 1): almost half.
 *
 * Theorem: the noisy blocks are those of the tree (`treeSum`), and so is the guarantee: a record lies in at most L = floor(log2 T) +
 * 1 of them. The variance of a coordinate at time t is the sum of 2^j / (2^(j+1) - 1) over the set bits j of t, times that of one
 * draw, exactly. Only blocks that are complete are used, so that estimates are online; all of them are drawn, right halves too: two
 * draws a push on the average. Adaptive streams are allowed: the blocks are released in turn, which is an adaptive composition.
 * Source: Honaker, "Efficient use of differentially private binary trees" (TPDP 2015); Kairouz, McMahan, Song, Thakkar, Thakurta,
 * Xu (ICML 2021), who use it in DP-FTRL.
 * Limits: event-level. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { refinedTreeSum } from "epsilab/continual";
 * const counter = refinedTreeSum({ horizon: 1000, records: { lower: 0, upper: 1 }, epsilon: 1, neighbours: "event" });
 * counter.variance(1000); // => 609.7269...
 * ```
 * @claim tree-aggregation
 */
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, type RunningSumParameters, runningSumParameters } from "./running-sum.ts";
import { blockLevel, TreeMixer, treeLevels } from "./tree-sum.ts";

export function refinedTreeSum<Range extends RecordRange>(
  parameters: RunningSumParameters<Range>,
): RunningSumOf<Range> {
  const read = runningSumParameters.read(parameters);
  const { horizon } = read;
  return factorisedSum({
    name: "refined-tree-sum",
    parameters: read,
    factorisation: refinedFactorisation(horizon),
  });
}

/** The variance of the estimate of a block of 2^level records, in units of one draw. */
function blockVariance(level: number): number {
  const size = 1 << level;
  return size / (2 * size - 1);
}

function refinedFactorisation(horizon: number): Factorisation {
  const levels = treeLevels(horizon);
  return {
    horizon,
    columnNorm: { l1: levels, l2: Math.sqrt(levels) },
    worst: { length: 1 << (levels - 1), at: 0, entries: levels },
    draws: (t) => blockLevel(t) + 1,
    rowSquare: (t) => {
      let sum = 0;
      for (let bits = t; bits !== 0; bits &= bits - 1) sum += blockVariance(blockLevel(bits));
      return sum;
    },
    mixer: (dimension) => new RefinedMixer(levels, dimension),
    encode: (records, dimension) => {
      const rows: number[] = [];
      for (let t = 1; t * dimension <= records.length; t++) {
        for (let size = 1; t % size === 0 && size <= t; size *= 2) {
          for (let i = 0; i < dimension; i++) {
            let sum = 0;
            for (let k = t - size; k < t; k++) sum += records[k * dimension + i];
            rows.push(sum);
          }
        }
      }
      return Float64Array.from(rows);
    },
  };
}

/** The noise of each block's estimate, from its own draw and the noise of its halves, and the tree of these. */
class RefinedMixer implements NoiseMixer {
  readonly #tree: TreeMixer;
  /** The noise of the last block of each level that waits for its right half. */
  readonly #left: Float64Array;
  readonly #block: Float64Array;
  #time = 0;

  constructor(levels: number, dimension: number) {
    this.#tree = new TreeMixer(levels, dimension);
    this.#left = new Float64Array(levels * dimension);
    this.#block = new Float64Array(dimension);
  }

  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void {
    const block = this.#block;
    const left = this.#left;
    const dimension = block.length;
    const top = blockLevel(++this.#time);
    for (let i = 0; i < dimension; i++) {
      let noise = fresh[from + i];
      for (let level = 1; level <= top; level++) {
        const halves = left[(level - 1) * dimension + i] + noise;
        const own = fresh[from + level * dimension + i];
        const weight = blockVariance(level);
        // The variance of the block is also the weight of its own sum, whose variance is 1.
        noise = weight * own + (1 - weight) * halves;
      }
      left[top * dimension + i] = noise;
      block[i] = noise;
    }
    this.#tree.next(block, 0, out, at);
  }
}
