/**
 * Square-root factorisation: running sums whose noise is B z with B = C the square root of the matrix A of ones.
 *
 * A is the Toeplitz matrix of 1 / (1 - x), its square root that of 1 / sqrt(1 - x): coefficients c_0 = 1, c_k = c_(k-1) (2k - 1) / (2k).
 *
 * Theorem: with S_t = c_0^2 + ... + c_(t-1)^2, every column of C has norm at most sqrt(S_T), and row t of B has the norm sqrt(S_t).
 * Gaussian noise of deviation sqrt(S_T) D / mu makes all T estimates together exactly mu-Gaussian private, with variance S_t S_T (D
 * / mu)^2 at time t: the largest error is S_T D / mu, S_T about 1.0663 + ln(T) / pi, and within a constant no factorisation has
 * less (`countingErrorBounds`). With Laplace noise the scale is that of the l1 norm of a column, which grows as sqrt(T): the tree
 * is better. Adaptive streams are allowed: the noise is drawn independently of the records, and Gaussian noise on C x protects the
 * adaptive stream as it does a fixed one (Denisov, McMahan, Rush, Smith, Thakurta, NeurIPS 2022, theorem 2.1); Laplace noise does
 * by adaptive composition of the rows of C x.
 * Source: Fichtenberger, Henzinger, Upadhyay (ICML 2023), theorem 1; Henzinger, Upadhyay, Upadhyay (SODA 2023),
 * doi:10.1137/1.9781611977554.ch183.
 * Limits: the noise B z is a convolution, made ahead by transforms for the times up to 1024, 4096, 16384, ...: the first push of
 * each stretch draws all its noise and takes the time of it, O(log^2 T) operations a push on the average. Memory: two vectors for
 * each time step (`bufferedSum` needs a few in all). Horizon at most 2^23. Float64 noise leaks its input in the low-order bits
 * (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { squareRootSum } from "epsilab/continual";
 * const counter = squareRootSum({ horizon: 1024, records: { lower: 0, upper: 1 }, mu: 1, neighbours: "event" });
 * Math.sqrt(counter.variance(1024)); // => 3.2725...
 * const session = counter.start();
 * session.push(1, stream(20261115, "example")); // => 2.1262...
 * ```
 * @claim matrix-factorisation
 * @also matrix factorization, continual counting
 */
import { convolve } from "../../numerics/fourier.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { Factorisation, NoiseMixer } from "./factorisation.ts";
import { factorisedSum } from "./factorised-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { type RunningSumOf, type RunningSumParameters, SUM_KINDS, SUMMED } from "./running-sum.ts";
import { cumulativeSquares, multiplyToeplitz, requireToeplitzHorizon, toeplitzHorizon } from "./toeplitz.ts";

export const squareRootSumParameters = withBudget(SUM_KINDS, { horizon: toeplitzHorizon, ...SUMMED });

export function squareRootSum<Range extends RecordRange>(parameters: RunningSumParameters<Range>): RunningSumOf<Range> {
  const read = squareRootSumParameters.read(parameters);
  const { horizon } = read;
  return factorisedSum({ name: "square-root-sum", parameters: read, factorisation: squareRootFactorisation(horizon) });
}

/** The first coefficients of 1 / sqrt(1 - x). */
export function squareRootCoefficients(length: number): Float64Array {
  requireToeplitzHorizon(length);
  const coefficients = new Float64Array(length);
  coefficients[0] = 1;
  for (let k = 1; k < length; k++) coefficients[k] = coefficients[k - 1] * ((2 * k - 1) / (2 * k));
  return coefficients;
}

/** The noise of this many estimates is made at once at first, and then of four times as many. */
const FIRST_STRETCH = 1024;

/** How many estimates the stretch that begins after `done` of them has. */
function stretch(done: number, horizon: number): number {
  return Math.min(horizon - done, done === 0 ? FIRST_STRETCH : 3 * done);
}

function startsStretch(done: number): boolean {
  if (done % FIRST_STRETCH !== 0) return false;
  let start = FIRST_STRETCH;
  while (start < done) start *= 4;
  return done === 0 || done === start;
}

function squareRootFactorisation(horizon: number): Factorisation {
  const coefficients = squareRootCoefficients(horizon);
  const squares = cumulativeSquares(coefficients);
  return {
    horizon,
    columnNorm: { l1: coefficients.reduce((sum, c) => sum + c, 0), l2: Math.sqrt(squares[horizon - 1]) },
    worst: { length: horizon, at: 0, entries: horizon },
    draws: (t) => (startsStretch(t - 1) ? stretch(t - 1, horizon) : 0),
    rowSquare: (t) => squares[t - 1],
    mixer: (dimension) => new SquareRootMixer(coefficients, dimension),
    encode: (records, dimension) => multiplyToeplitz(coefficients, records, dimension),
  };
}

class SquareRootMixer implements NoiseMixer {
  readonly #coefficients: Float64Array;
  readonly #dimension: number;
  /** All fresh noise so far. */
  #drawn = new Float64Array(0);
  /** The noise of the estimates of this stretch. */
  #noise = new Float64Array(0);
  #first = 0;
  #time = 0;

  constructor(coefficients: Float64Array, dimension: number) {
    this.#coefficients = coefficients;
    this.#dimension = dimension;
  }

  next(fresh: Float64Array, from: number, out: Float64Array, at: number): void {
    const dimension = this.#dimension;
    if (startsStretch(this.#time)) this.#make(fresh, from);
    const place = (this.#time - this.#first) * dimension;
    for (let i = 0; i < dimension; i++) out[at + i] = this.#noise[place + i];
    this.#time++;
  }

  #make(fresh: Float64Array, from: number): void {
    const dimension = this.#dimension;
    const done = this.#time;
    const more = stretch(done, this.#coefficients.length);
    const times = done + more;
    const drawn = new Float64Array(times * dimension);
    drawn.set(this.#drawn);
    drawn.set(fresh.subarray(from, from + more * dimension), done * dimension);
    let length = 1;
    while (length < 2 * times) length *= 2;
    const kernel = new Float64Array(length);
    kernel.set(this.#coefficients.subarray(0, times));
    const noise = new Float64Array(more * dimension);
    for (let i = 0; i < dimension; i++) {
      const column = new Float64Array(length);
      for (let k = 0; k < times; k++) column[k] = drawn[k * dimension + i];
      const sums = convolve(column, kernel);
      for (let k = 0; k < more; k++) noise[k * dimension + i] = sums[done + k];
    }
    this.#drawn = times < this.#coefficients.length ? drawn : new Float64Array(0);
    this.#noise = noise;
    this.#first = done;
  }
}
