/**
 * Clipped gradients of a neural network: the sum over records of each record's gradient, shortened to norm at most `clip`.
 *
 * `clipping: "global"` shortens the whole gradient of a record by min(1, clip / norm); `"per-layer"` shortens that of each of the
 * two layers to clip / sqrt(2). Either way no record contributes more than `clip`. The norms come from the factors of the layers,
 * so that no gradient of a record is written down.
 * Theorem: one record more or less moves the sum by at most `clip`. That is false where the mean of a batch is clipped, or the sum:
 * then one record moves it by as much as its own gradient is long.
 * Source: Abadi et al. (CCS 2016); McMahan, Ramage, Talwar, Zhang (ICLR 2018) for layers apart; Goodfellow (2015) for the norms.
 * Accuracy: rounding exceeds `clip` by less than 1e-12 of it.
 */
import { declare, made, oneOf, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, refuseData, requireMadeBy } from "../numerics/requirements.ts";
import { requireRows } from "./clipped-gradient.ts";
import { anyDataset, type Dataset, requireDataset } from "./dataset.ts";
import { requireLength } from "./empirical-risk.ts";
import type { NeuralNetwork } from "./neural-network.ts";

export type NetworkClipping = "global" | "per-layer";

/** How gradients are clipped, as a parameter. */
export const anyClipping = oneOf<NetworkClipping>("global", "per-layer");

export const networkGradientParameters = declare({
  network: made<NeuralNetwork>((network, name) => {
    requireMadeBy(name, network, "neuralNetwork", ["initialWeights", "classify", "pass"]);
  }),
  /** Labels are classes: 0, 1, ... */
  data: anyDataset,
  clip: positive,
  clipping: anyClipping,
});

export interface NetworkGradientParameters extends ParametersOf<typeof networkGradientParameters> {}

export interface NetworkGradients {
  /** Writes the sum over the records named by `rows`, or over all, and returns it. */
  sum(weights: Float64Array, out: Float64Array, rows?: Int32Array): Float64Array;
}

export function networkGradients(parameters: NetworkGradientParameters): NetworkGradients {
  const { network, data, clip, clipping } = networkGradientParameters.read(parameters);
  requireClasses(data, network);
  const { features, labels, columns, norms } = data;
  const { layers } = network;
  const squares = new Float64Array(layers.length);
  const factors = new Float64Array(layers.length);
  const layerClip = clip * Math.sqrt(1 / layers.length);
  const clipFactors = () => {
    if (clipping === "global") {
      let whole = squares[0];
      for (let l = 1; l < layers.length; l++) whole += squares[l];
      factors.fill(shorten(whole, clip));
    } else {
      for (let l = 0; l < layers.length; l++) factors[l] = shorten(squares[l], layerClip);
    }
  };
  return {
    sum(weights, out, rows) {
      requireLength("weights", weights, network.size);
      requireLength("out", out, network.size);
      if (rows !== undefined) requireRows(rows, data.rows);
      out.fill(0);
      const total = rows?.length ?? data.rows;
      for (let i = 0; i < total; i++) {
        const row = rows === undefined ? i : rows[i];
        const at = row * columns;
        const { layers: passed, places } = network.pass(weights, features, at, labels[row]);
        for (let l = 0; l < layers.length; l++) {
          const { errors, values } = passed[l];
          const entering = values === undefined ? norms[row] * norms[row] : squareOf(values);
          squares[l] = squareOf(errors) * (entering + 1);
        }
        clipFactors();
        for (let l = 0; l < layers.length; l++) {
          const { errors, values = features } = passed[l];
          const [from, count] = [l === 0 ? at : 0, layers[l].entering];
          const outer = { errors, factor: factors[l], values, from, count };
          addOuter(l === 0 ? { ...outer, places } : outer, out, layers[l].start);
        }
      }
      return out;
    },
  };
}

/** min(1, bound / norm), given the square of the norm. */
function shorten(square: number, bound: number): number {
  return square > bound * bound ? bound / Math.sqrt(square) : 1;
}

function squareOf(vector: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < vector.length; k++) sum += vector[k] * vector[k];
  return sum;
}

interface Outer {
  readonly errors: Float64Array;
  readonly factor: number;
  /** `count` of them, beginning at `from`; a 1 for the offset follows. */
  readonly values: Float64Array;
  readonly from: number;
  readonly count: number;
  /** Of those that are not 0, where they are few. */
  readonly places?: Int32Array | undefined;
}

function addOuter({ errors, factor, values, from, count, places }: Outer, out: Float64Array, start: number): void {
  const step = count + 1;
  for (let unit = 0, to = start; unit < errors.length; unit++, to += step) {
    const error = factor * errors[unit];
    if (places === undefined) addScaled(error, values, from, count, out, to);
    else addScaledAt(places, error, values, from, out, to);
    out[to + count] += error;
  }
}

function addScaled(
  factor: number,
  values: Float64Array,
  from: number,
  count: number,
  out: Float64Array,
  to: number,
): void {
  for (let j = 0; j < count; j++) out[to + j] += factor * values[from + j];
}

function addScaledAt(
  places: Int32Array,
  factor: number,
  values: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
): void {
  for (let i = 0; i < places.length; i++) {
    const j = places[i];
    out[to + j] += factor * values[from + j];
  }
}

export function requireClasses(data: Dataset, { inputs, classes }: NeuralNetwork): void {
  requireDataset(data);
  if (data.columns !== inputs) refuse("the number of features", `${inputs}, as the network has inputs`, data.columns);
  for (let i = 0; i < data.rows; i++) {
    const label = data.labels[i];
    if (!(Number.isInteger(label) && label >= 0 && label < classes))
      refuseData(`labels[${i}]`, `an integer from 0 to ${classes - 1}`);
  }
}
