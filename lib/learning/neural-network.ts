/**
 * Neural network with one hidden layer: tanh units, then a score for each class; the loss is the cross-entropy of their softmax.
 *
 * Weights are one array: the hidden layer row by row (a row of weights and then its offset for each unit), then the output layer likewise.
 * The gradient of a record has the form of outer products, (p - e_label) (h, 1)^T in the output layer and
 * (1 - h^2) W^T (p - e_label) (x, 1)^T in the hidden one, so that the norm of each layer is the product of two norms.
 * Source: Rumelhart, Hinton, Williams (Nature 323, 1986); Goodfellow (2015) for the norms.
 * Accuracy: the gradient agrees with differences of the loss to 1e-8. Only + - * / sqrt and our exp and tanh: the same bits everywhere.
 */
import { exp } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { log } from "../numerics/logarithm.ts";
import { count, declare, integer, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { fillNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";

export const networkShapeParameters = declare({
  /** How many features a record has. */
  inputs: count,
  hidden: count,
  classes: integer(2),
});

export interface NetworkShape extends ParametersOf<typeof networkShapeParameters> {}

/** What one record gives: each layer's gradient is `errors` times (values before the layer, 1). */
export interface RecordPass {
  readonly loss: number;
  readonly hiddenErrors: Float64Array;
  readonly hiddenValues: Float64Array;
  readonly outputErrors: Float64Array;
}

export interface NeuralNetwork extends NetworkShape {
  /** How many weights there are. */
  readonly size: number;
  /** Where those of the output layer begin. */
  readonly outputStart: number;
  /** Normal weights whose deviation is 1 / sqrt(numbers that enter the unit); offsets of 0. */
  initialWeights(random: Stream): Float64Array;
  /** The class of the highest score; `row` is where the record's features begin. */
  classify(weights: Float64Array, features: Float64Array, row: number): number;
  /** Forward and backward; the arrays are overwritten by the next pass. */
  pass(weights: Float64Array, features: Float64Array, row: number, label: number): RecordPass;
}

const MOST_WEIGHTS = 10_000_000;

export function neuralNetwork(shape: NetworkShape): NeuralNetwork {
  const { inputs, hidden, classes } = networkShapeParameters.read(shape);
  const outputStart = hidden * (inputs + 1);
  const size = outputStart + classes * (hidden + 1);
  if (!(size <= MOST_WEIGHTS)) refuse("the number of weights", `at most ${MOST_WEIGHTS}`, size);
  const hiddenValues = new Float64Array(hidden);
  const hiddenErrors = new Float64Array(hidden);
  const scores = new Float64Array(classes);
  const outputErrors = new Float64Array(classes);

  const forward = (weights: Float64Array, features: Float64Array, row: number) => {
    for (let k = 0, at = 0; k < hidden; k++) {
      let sum = 0;
      for (let j = 0; j < inputs; j++) sum += weights[at++] * features[row + j];
      hiddenValues[k] = tanh(sum + weights[at++]);
    }
    for (let c = 0, at = outputStart; c < classes; c++) {
      let sum = 0;
      for (let k = 0; k < hidden; k++) sum += weights[at++] * hiddenValues[k];
      scores[c] = sum + weights[at++];
    }
  };
  return {
    inputs,
    hidden,
    classes,
    size,
    outputStart,
    initialWeights(random) {
      const weights = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(size), random);
      const scale = (start: number, units: number, entering: number) => {
        for (let unit = 0, at = start; unit < units; unit++) {
          for (let j = 0; j < entering; j++) weights[at++] /= Math.sqrt(entering);
          weights[at++] = 0;
        }
      };
      scale(0, hidden, inputs);
      scale(outputStart, classes, hidden);
      return weights;
    },
    classify(weights, features, row) {
      forward(weights, features, row);
      return scores.indexOf(scores.reduce((most, score) => Math.max(most, score), -Infinity));
    },
    pass(weights, features, row, label) {
      forward(weights, features, row);
      const most = scores.reduce((best, score) => Math.max(best, score), -Infinity);
      let total = 0;
      for (let c = 0; c < classes; c++) total += outputErrors[c] = exp(scores[c] - most);
      for (let c = 0; c < classes; c++) outputErrors[c] /= total;
      outputErrors[label] -= 1;
      for (let k = 0; k < hidden; k++) {
        let sum = 0;
        for (let c = 0; c < classes; c++) sum += weights[outputStart + c * (hidden + 1) + k] * outputErrors[c];
        hiddenErrors[k] = sum * (1 - hiddenValues[k] * hiddenValues[k]);
      }
      return { loss: log(total) + most - scores[label], hiddenErrors, hiddenValues, outputErrors };
    },
  };
}
