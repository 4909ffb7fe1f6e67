/**
 * Neural network: layers of units, then a score for each class; the loss is the cross-entropy of the softmax of the scores.
 * Without a hidden layer (`hidden: []`) it is a softmax regression.
 *
 * Weights are one array, layer after layer, each row by row: a row of weights and then its offset for each unit. The gradient of a
 * record is a sum of outer products: in each layer errors (values before it, 1)^T, where the errors of the scores are p - e_label,
 * and those of a hidden layer the slope of its activation times W^T (errors of the next layer). So the norm of each layer is
 * the product of two norms.
 * Source: Rumelhart, Hinton, Williams (Nature 323, 1986); Goodfellow (2015) for the norms.
 * Accuracy: the gradient agrees with differences of the loss to 1e-8 (away from the kinks of relu). Only + - * / sqrt and our exp and
 * tanh: the same bits everywhere.
 * @example
 * ```ts
 * import { neuralNetwork } from "epsilab/learning";
 * neuralNetwork({ inputs: 784, hidden: [128, 32], classes: 10, activation: "relu" }).size; // => 104938
 * ```
 * @also multilayer perceptron, mlp
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { arrayOf, count, declare, integer, made, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { fillNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import { type ActivationName, activation, anyActivation } from "./activation.ts";

/** The number of units of the one hidden layer, or of each, from the first to the last; an empty list is a softmax regression. */
export const anyHidden = made<number | readonly number[]>((hidden, name) => {
  if (typeof hidden === "number" || !Array.isArray(hidden)) count.read(hidden, name);
  else layerSizes.read(hidden, name);
});
const layerSizes = arrayOf(count, 0);

export const networkShapeParameters = declare({
  /** How many features a record has. */
  inputs: count,
  hidden: anyHidden,
  classes: integer(2),
  /** Of the hidden units; tanh by default. */
  activation: optional(anyActivation, "tanh"),
});

export interface NetworkShape extends ParametersOf<typeof networkShapeParameters> {}

/** One layer of one record: its gradient is `errors` times (`values` before the layer, 1). */
export interface LayerPass {
  readonly errors: Float64Array;
  /** What enters a layer, of any but the first; the features enter the first. */
  readonly values: Float64Array | undefined;
}

/** What one record gives. */
export interface RecordPass {
  readonly loss: number;
  /** From the first hidden layer to the scores. */
  readonly layers: readonly LayerPass[];
  /** Where the record's features are not 0, in order, if a quarter of them is 0 or more; the others change no sum. */
  readonly places: Int32Array | undefined;
}

/** Where a layer has its weights. */
export interface NetworkLayer {
  /** How many values enter it, and how many units it has. */
  readonly entering: number;
  readonly units: number;
  /** Where its weights begin. */
  readonly start: number;
}

export interface NeuralNetwork {
  readonly inputs: number;
  /** Units of each hidden layer. */
  readonly hidden: readonly number[];
  readonly classes: number;
  readonly activation: ActivationName;
  /** From the first hidden layer to the scores. */
  readonly layers: readonly NetworkLayer[];
  /** How many weights there are. */
  readonly size: number;
  /** Normal weights whose deviation is 1 / sqrt(numbers that enter the unit); offsets of 0. */
  initialWeights(random: Stream): Float64Array;
  /** The class of the highest score; `row` is where the record's features begin. */
  classify(weights: Float64Array, features: Float64Array, row: number): number;
  /**
   * The values of the last hidden layer, which the scores are computed from: features that were learnt. Overwritten by the next
   * pass.
   */
  lastHidden(weights: Float64Array, features: Float64Array, row: number): Float64Array;
  /** Forward and backward; the arrays are overwritten by the next pass. */
  pass(weights: Float64Array, features: Float64Array, row: number, label: number): RecordPass;
}

const MOST_WEIGHTS = 10_000_000;

export function neuralNetwork(shape: NetworkShape): NeuralNetwork {
  const { inputs, hidden: given, classes, activation: name } = networkShapeParameters.read(shape);
  const hidden = typeof given === "number" ? [given] : Array.from(given);
  const { value, slope } = activation(name);
  const layers = layersOf([inputs, ...hidden, classes]);
  const last = layers[layers.length - 1];
  const size = last.start + last.units * (last.entering + 1);
  if (!(size <= MOST_WEIGHTS)) refuse("the number of weights", `at most ${MOST_WEIGHTS}`, size);
  const outputs = layers.map(({ units }) => new Float64Array(units));
  const errors = layers.map(({ units }) => new Float64Array(units));
  const passes = layers.map((_, l) => ({ errors: errors[l], values: l === 0 ? undefined : outputs[l - 1] }));
  const [scores, outputErrors] = [outputs[layers.length - 1], errors[layers.length - 1]];

  const nonZero = new Int32Array(inputs);
  /** Pixels are mostly 0. */
  const placesOf = (features: Float64Array, row: number): Int32Array | undefined => {
    let found = 0;
    for (let j = 0; j < inputs; j++) if (features[row + j] !== 0) nonZero[found++] = j;
    return 4 * found <= 3 * inputs ? nonZero.subarray(0, found) : undefined;
  };

  const forward = (weights: Float64Array, features: Float64Array, row: number): Int32Array | undefined => {
    const places = placesOf(features, row);
    for (let l = 0; l < layers.length; l++) {
      const out = outputs[l];
      if (l > 0) fillSums(layers[l], weights, outputs[l - 1], 0, out);
      else if (places === undefined) fillSums(layers[l], weights, features, row, out);
      else fillSumsAt(places, layers[l], weights, features, row, out);
      if (l < hidden.length) for (let k = 0; k < out.length; k++) out[k] = value(out[k]);
    }
    return places;
  };
  /** The errors of a hidden layer, from those of the next. */
  const backward = (weights: Float64Array, l: number) => {
    const { units, entering, start } = layers[l + 1];
    const [own, next, values] = [errors[l], errors[l + 1], outputs[l]];
    for (let k = 0; k < entering; k++) {
      let sum = 0;
      for (let c = 0; c < units; c++) sum += weights[start + c * (entering + 1) + k] * next[c];
      own[k] = sum * slope(values[k]);
    }
  };
  return {
    inputs,
    hidden,
    classes,
    activation: name,
    layers,
    size,
    initialWeights(random) {
      const weights = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(size), random);
      for (const { start, units, entering } of layers) {
        for (let unit = 0, at = start; unit < units; unit++) {
          for (let j = 0; j < entering; j++) weights[at++] /= Math.sqrt(entering);
          weights[at++] = 0;
        }
      }
      return weights;
    },
    classify(weights, features, row) {
      forward(weights, features, row);
      return scores.indexOf(scores.reduce((most, score) => Math.max(most, score), -Infinity));
    },
    lastHidden(weights, features, row) {
      if (hidden.length === 0) refuse("the number of hidden layers", "1 or more", 0);
      forward(weights, features, row);
      return outputs[hidden.length - 1];
    },
    pass(weights, features, row, label) {
      const places = forward(weights, features, row);
      const most = scores.reduce((best, score) => Math.max(best, score), -Infinity);
      let total = 0;
      for (let c = 0; c < classes; c++) total += outputErrors[c] = exp(scores[c] - most);
      for (let c = 0; c < classes; c++) outputErrors[c] /= total;
      outputErrors[label] -= 1;
      for (let l = hidden.length - 1; l >= 0; l--) backward(weights, l);
      return { loss: log(total) + most - scores[label], layers: passes, places };
    },
  };
}

/**
 * What enters each unit of a layer. Four units go by together, so that their sums do not wait for one another; each has the order of
 * its own.
 */
function fillSums(
  { units, entering, start }: NetworkLayer,
  weights: Float64Array,
  values: Float64Array,
  from: number,
  out: Float64Array,
): void {
  const step = entering + 1;
  let k = 0;
  let a = start;
  for (; k + 4 <= units; k += 4, a += 4 * step) {
    const [b, c, d] = [a + step, a + 2 * step, a + 3 * step];
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    for (let j = 0; j < entering; j++) {
      const x = values[from + j];
      sumA += weights[a + j] * x;
      sumB += weights[b + j] * x;
      sumC += weights[c + j] * x;
      sumD += weights[d + j] * x;
    }
    out[k] = sumA + weights[a + entering];
    out[k + 1] = sumB + weights[b + entering];
    out[k + 2] = sumC + weights[c + entering];
    out[k + 3] = sumD + weights[d + entering];
  }
  for (; k < units; k++, a += step) {
    let sum = 0;
    for (let j = 0; j < entering; j++) sum += weights[a + j] * values[from + j];
    out[k] = sum + weights[a + entering];
  }
}

/** The same where only the values at these places are not 0. */
function fillSumsAt(
  places: Int32Array,
  { units, entering, start }: NetworkLayer,
  weights: Float64Array,
  values: Float64Array,
  from: number,
  out: Float64Array,
): void {
  const step = entering + 1;
  const { length } = places;
  let k = 0;
  let a = start;
  for (; k + 4 <= units; k += 4, a += 4 * step) {
    const [b, c, d] = [a + step, a + 2 * step, a + 3 * step];
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    for (let i = 0; i < length; i++) {
      const j = places[i];
      const x = values[from + j];
      sumA += weights[a + j] * x;
      sumB += weights[b + j] * x;
      sumC += weights[c + j] * x;
      sumD += weights[d + j] * x;
    }
    out[k] = sumA + weights[a + entering];
    out[k + 1] = sumB + weights[b + entering];
    out[k + 2] = sumC + weights[c + entering];
    out[k + 3] = sumD + weights[d + entering];
  }
  for (; k < units; k++, a += step) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += weights[a + places[i]] * values[from + places[i]];
    out[k] = sum + weights[a + entering];
  }
}

/** Between numbers of units, the first of which are the inputs. */
function layersOf(widths: readonly number[]): readonly NetworkLayer[] {
  let start = 0;
  return widths.slice(1).map((units, l) => {
    const layer = { entering: widths[l], units, start };
    start += units * (widths[l] + 1);
    return layer;
  });
}
