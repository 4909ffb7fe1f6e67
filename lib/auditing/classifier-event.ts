/**
 * Classifier event: for a black box with vector outputs, half-lines of a logistic classifier trained to tell two neighbours apart.
 *
 * Method: logistic regression on standardised features with a small ridge, fitted by Newton's method on one half of the training
 * outputs; the threshold is chosen on the other half. The classifier's score estimates the log-likelihood ratio, whose half-lines
 * contain the best event.
 * Source: the idea of DP-Sniper (Bichsel, Steffen, Bogunovic, Vechev, S&P 2021), without its neural network.
 * Limits: the score is linear in the features given; what they cannot express the event cannot see.
 * @example
 * ```ts
 * import { sampleNormal, stream } from "epsilab";
 * import { classifierEvent } from "epsilab/auditing";
 * const random = stream(1, "pairs");
 * const pairs = (mean: number) => Array.from({ length: 400 }, () => [0, 1].map(() => sampleNormal({ mean, sigma: 1 }, random)));
 * const outputs = { over: pairs(1), under: pairs(-1), delta: 0, errorRate: 0.05 };
 * const event = classifierEvent((output: number[]) => output)(outputs);
 * [event([2, 2]), event([3, -4]), event([-2, -2])]; // => [true, false, false]
 * ```
 */
import { exp } from "../numerics/exponential.ts";
import type { Matrix } from "../numerics/linear-algebra.ts";
import { log1p } from "../numerics/logarithm.ts";
import { minimiseByNewton } from "../numerics/newton.ts";
import { refuse, requireFunction, requireList } from "../numerics/requirements.ts";
import { type EventChoice, halfLineEvent } from "./event-choice.ts";

/** `features` turns an output into a vector of one length for all outputs; `name` is what the event calls its score. */
export function classifierEvent<Output>(
  features: (output: Output) => readonly number[],
  name?: string,
): EventChoice<Output> {
  requireFunction({ features });
  return (training) => {
    const [overs, unders] = [training.over.length >> 1, training.under.length >> 1];
    if (overs === 0 || unders === 0)
      refuse("training outputs", "at least two of each neighbour", Math.min(overs, unders));
    const rows = [...training.over.slice(0, overs), ...training.under.slice(0, unders)].map(features);
    const score = fittedScore(rows, overs);
    const rest = { ...training, over: training.over.slice(overs), under: training.under.slice(unders) };
    return halfLineEvent((output: Output) => score(features(output)), name)(rest);
  };
}

/** A linear score, large for rows like the first `positives`. */
function fittedScore(rows: readonly (readonly number[])[], positives: number): (row: readonly number[]) => number {
  const dimension = rows[0].length;
  const [centre, spread] = standards(rows);
  const scaled = rows.map((row) => [1, ...row.map((value, k) => (value - centre[k]) / spread[k])]);
  const ridge = 1e-3;
  const scoreOf = (at: ArrayLike<number>, row: readonly number[]) => {
    let sum = 0;
    for (let k = 0; k <= dimension; k++) sum += at[k] * row[k];
    return sum;
  };
  const objective = (at: Float64Array, gradient: Float64Array) => {
    gradient.fill(0);
    let value = 0;
    scaled.forEach((row, i) => {
      const sign = i < positives ? 1 : -1;
      const margin = sign * scoreOf(at, row);
      value += margin > 0 ? log1p(exp(-margin)) : log1p(exp(margin)) - margin;
      const pull = -sign / (1 + exp(margin));
      for (let k = 0; k <= dimension; k++) gradient[k] += (pull * row[k]) / scaled.length;
    });
    value /= scaled.length;
    for (let k = 0; k <= dimension; k++) {
      value += (ridge / 2) * at[k] * at[k];
      gradient[k] += ridge * at[k];
    }
    return value;
  };
  const hessian = (at: Float64Array): Matrix => {
    const matrix = Array.from({ length: dimension + 1 }, () => new Float64Array(dimension + 1));
    for (const row of scaled) {
      const weight = 1 / ((1 + exp(scoreOf(at, row))) * (1 + exp(-scoreOf(at, row)))) / scaled.length;
      for (let j = 0; j <= dimension; j++)
        for (let k = 0; k <= dimension; k++) matrix[j][k] += weight * row[j] * row[k];
    }
    for (let k = 0; k <= dimension; k++) matrix[k][k] += ridge;
    return matrix;
  };
  const start = new Float64Array(dimension + 1);
  // Any nearby score serves as well; a line search on sums of thousands of terms sees gradients above 1e-7 or so only.
  const { at } = minimiseByNewton(objective, { start, hessian, gradientTolerance: 1e-5 });
  return (row) => scoreOf(at, [1, ...row.map((value, k) => (value - centre[k]) / spread[k])]);
}

/** Mean and deviation of each column; 1 for a constant one. */
export function standards(rows: readonly (readonly number[])[]): readonly [Float64Array, Float64Array] {
  for (const row of rows) requireList("what `features` returns", row);
  const dimension = rows[0].length;
  const [centre, spread] = [new Float64Array(dimension), new Float64Array(dimension)];
  for (const row of rows) {
    if (row.length !== dimension) refuse("features", `of one length, ${dimension}`, row);
    for (let k = 0; k < dimension; k++) {
      if (!Number.isFinite(row[k])) refuse("feature", "finite", row[k]);
      centre[k] += row[k] / rows.length;
    }
  }
  for (const row of rows)
    for (let k = 0; k < dimension; k++) spread[k] += ((row[k] - centre[k]) * (row[k] - centre[k])) / rows.length;
  return [centre, spread.map((variance) => (variance > 0 ? Math.sqrt(variance) : 1))];
}
