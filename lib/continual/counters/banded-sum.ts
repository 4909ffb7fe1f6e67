/**
 * Banded Toeplitz factorisation: running sums whose factor C has b diagonals, in the memory and time of b vectors.
 *
 * C is the Toeplitz matrix of c_0 + c_1 x + ... + c_(b-1) x^(b-1). The noise B z = A C^-1 z is made as it goes: y_t = z_t - c_1
 * y_(t-1) - ... - c_(b-1) y_(t-b+1), and the noise of the estimate is y_1 + ... + y_t. The coefficients are the first of the square
 * root (`square-root`), or the ones of least mean squared error (`optimised`, `optimalBands`).
 *
 * Theorem: the guarantee is that of Gaussian noise of deviation |c|_2 D / mu, or Laplace noise of scale |c|_1 D / epsilon: a record
 * enters b rows of C x. The variance at time t is that of one draw times the sum of the squares of the first t coefficients of 1 /
 * ((1 - x) c(x)), exactly. Adaptive streams are allowed, as for `squareRootSum` (Denisov, McMahan, Rush, Smith, Thakurta, NeurIPS
 * 2022, theorem 2.1).
 * Source: Choquette-Choo, Ganesh, McKenna, McMahan, Rush, Thakurta, Xu, "(Amplified) banded matrix factorization" (NeurIPS 2023);
 * Kalinin, Lampert (NeurIPS 2024), on banded square roots; McKenna, "Scaling up the banded matrix factorization mechanism" (ICLR
 * 2025), on optimised Toeplitz bands.
 * Limits: horizon at most 2^23, with two numbers a time step for the exact variances. Float64 noise leaks its input in the low-order bits
 * (Mironov 2012); for study.
 * @example
 * ```ts
 * import { bandedSum } from "epsilab/continual";
 * const shared = { horizon: 1024, records: { lower: 0, upper: 1 }, mu: 1, neighbours: "event" } as const;
 * bandedSum({ ...shared, bands: 64, coefficients: "square-root" }).variance(1024); // => 34.2124...
 * bandedSum({ ...shared, bands: 64, coefficients: "optimised" }).variance(1024); // => 27.2337...
 * ```
 * @claim matrix-factorisation
 * @also banded matrix factorization, dp-mf
 */
import { oneOf, type ParametersOf } from "../../numerics/parameters.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import { BANDS, optimalBands, requireBandsWithin } from "./optimal-bands.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, SUM_KINDS, SUMMED } from "./running-sum.ts";
import { squareRootCoefficients } from "./square-root-sum.ts";
import { cumulativeSquares, multiplyToeplitz, sumFactor } from "./toeplitz.ts";

export const bandedSumParameters = withBudget(
  SUM_KINDS,
  { ...BANDS, ...SUMMED, coefficients: oneOf("square-root", "optimised") },
  requireBandsWithin,
);

export type BandedSumParameters<Range extends RecordRange> = ParametersOf<typeof bandedSumParameters> & {
  readonly records: Range;
};

export function bandedSum<Range extends RecordRange>(parameters: BandedSumParameters<Range>): RunningSumOf<Range> {
  const read = bandedSumParameters.read(parameters);
  const { horizon, bands, coefficients } = read;
  const c = coefficients === "optimised" ? optimalBands({ horizon, bands }) : squareRootCoefficients(bands);
  return factorisedSum({ name: "banded-sum", parameters: read, factorisation: bandedFactorisation(c, horizon) });
}

function bandedFactorisation(c: Float64Array, horizon: number): Factorisation {
  let squares: Float64Array | undefined;
  return {
    horizon,
    columnNorm: {
      l1: c.reduce((sum, x) => sum + Math.abs(x), 0),
      l2: Math.sqrt(c.reduce((sum, x) => sum + x * x, 0)),
    },
    worst: { length: c.length, at: 0, entries: c.length },
    draws: 1,
    rowSquare: (t) => {
      squares ??= cumulativeSquares(sumFactor(c, horizon));
      return squares[t - 1];
    },
    mixer: (dimension) => new BandedMixer(c, dimension),
    encode: (records, dimension) => multiplyToeplitz(c, records, dimension),
  };
}

class BandedMixer implements NoiseMixer {
  readonly #c: Float64Array;
  /** The last y, newest first from `#start` on, written twice so that they stand in a row. */
  readonly #last: Float64Array;
  readonly #sums: Float64Array;
  #start = 0;

  constructor(c: Float64Array, dimension: number) {
    this.#c = c;
    this.#last = new Float64Array(2 * c.length * dimension);
    this.#sums = new Float64Array(dimension);
  }

  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void {
    const c = this.#c;
    const last = this.#last;
    const bands = c.length;
    const dimension = this.#sums.length;
    const before = this.#start;
    this.#start = (before === 0 ? bands : before) - 1;
    for (let i = 0; i < dimension; i++) {
      let y = fresh[from + i];
      for (let k = 1; k < bands; k++) y -= c[k] * last[(before + k - 1) * dimension + i];
      y /= c[0];
      last[this.#start * dimension + i] = y;
      last[(this.#start + bands) * dimension + i] = y;
      this.#sums[i] += y;
      out[at + i] = this.#sums[i];
    }
  }
}
