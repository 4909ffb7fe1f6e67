/**
 * Buffered running sums: nearly the error of the square root, in the memory of a few vectors, whatever the horizon.
 *
 * The factor C is a buffered linear Toeplitz matrix (`buffered-toeplitz.ts`) of d buffers; the noise of the estimates, B z with b_k =
 * v_0 + sum_i v_i z_i^k, is v_0 times the sum of the fresh noise plus v_i times d decaying sums of it: d multiplications a push and
 * coordinate.
 *
 * Theorem: Gaussian noise of deviation |c|_2 D / mu makes all estimates together exactly mu-Gaussian private, Laplace noise of
 * scale |c|_1 D / epsilon epsilon-differentially private, c the first column of C. The variance at time t is that of one draw times
 * b_0^2 + ... + b_(t-1)^2, exactly. Adaptive streams are allowed, as for `squareRootSum` (Denisov, McMahan, Rush, Smith, Thakurta,
 * NeurIPS 2022, theorem 2.1).
 * Source: Dvijotham, McMahan, Pillutla, Steinke, Thakurta (FOCS 2024), arXiv:2404.16706.
 * Limits: at most 12 buffers. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { bufferedSum } from "epsilab/continual";
 * const shared = { records: { lower: 0, upper: 1 }, mu: 1, neighbours: "event" } as const;
 * Math.sqrt(bufferedSum({ ...shared, horizon: 1024, buffers: 5 }).variance(1024)); // => 3.2725...
 * Math.sqrt(bufferedSum({ ...shared, horizon: 1e6, buffers: 8 }).variance(1e6)); // => 5.4642...
 * ```
 * @claim matrix-factorisation
 * @also blt, buffered linear toeplitz
 */
import type { ParametersOf } from "../../numerics/parameters.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { BUFFERED, type BufferedToeplitz, bufferedToeplitz } from "./buffered-toeplitz.ts";
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, SUM_KINDS, SUMMED } from "./running-sum.ts";

export const bufferedSumParameters = withBudget(SUM_KINDS, { ...BUFFERED, ...SUMMED });

export type BufferedSumParameters<Range extends RecordRange> = ParametersOf<typeof bufferedSumParameters> & {
  readonly records: Range;
};

export function bufferedSum<Range extends RecordRange>(parameters: BufferedSumParameters<Range>): RunningSumOf<Range> {
  const read = bufferedSumParameters.read(parameters);
  const { horizon, buffers } = read;
  const factor = bufferedToeplitz({ horizon, buffers });
  return factorisedSum({
    name: "buffered-sum",
    parameters: read,
    factorisation: bufferedFactorisation(factor, horizon),
  });
}

function bufferedFactorisation(factor: BufferedToeplitz, horizon: number): Factorisation {
  const { poles, weights } = factor;
  return {
    horizon,
    columnNorm: { l1: factor.columnSum(horizon), l2: Math.sqrt(factor.columnSquare(horizon)) },
    worst: { length: horizon, at: 0, entries: horizon },
    draws: 1,
    rowSquare: factor.rowSquare,
    mixer: (dimension) => new BufferedMixer(factor, dimension),
    encode: (records, dimension) => {
      const rows = records.slice();
      const buffers = new Float64Array(poles.length * dimension);
      for (let at = 0; at < records.length; at += dimension) {
        for (let i = 0; i < dimension; i++) {
          for (let j = 0; j < poles.length; j++) {
            rows[at + i] += weights[j] * buffers[j * dimension + i];
            buffers[j * dimension + i] = poles[j] * buffers[j * dimension + i] + records[at + i];
          }
        }
      }
      return rows;
    },
  };
}

class BufferedMixer implements NoiseMixer {
  readonly #factor: BufferedToeplitz;
  readonly #sums: Float64Array;
  readonly #buffers: Float64Array;

  constructor(factor: BufferedToeplitz, dimension: number) {
    this.#factor = factor;
    this.#sums = new Float64Array(dimension);
    this.#buffers = new Float64Array(factor.zeros.length * dimension);
  }

  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void {
    const { zeros, sumWeights, constant } = this.#factor;
    const buffers = this.#buffers;
    const dimension = this.#sums.length;
    for (let i = 0; i < dimension; i++) {
      const z = fresh[from + i];
      this.#sums[i] += z;
      let noise = constant * this.#sums[i];
      for (let j = 0; j < zeros.length; j++) {
        const place = j * dimension + i;
        buffers[place] = zeros[j] * buffers[place] + z;
        noise += sumWeights[j] * buffers[place];
      }
      out[at + i] = noise;
    }
  }
}
