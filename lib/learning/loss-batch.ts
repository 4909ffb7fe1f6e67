/**
 * A loss on a block of predictions at once: what the passes over a dataset call, so that no function is called per record.
 *
 * `pointwise` makes the batch form of a loss from its three functions.
 */
/** A loss as a function of the prediction. */
export interface LossCurve {
  value(prediction: number, label: number): number;
  /** With respect to the prediction; at a kink of the hinge, the slope to its right in the margin: 0. */
  derivative(prediction: number, label: number): number;
  curvature(prediction: number, label: number): number;
}

/** Arrays of one length; a call reads and writes their first `count` places. */
export interface LossBlock {
  readonly predictions: Float64Array;
  readonly labels: Float64Array;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly curvatures: Float64Array;
}

export interface LossBatch {
  fillSlopes(block: LossBlock, count: number): void;
  /** Values, slopes and curvatures. */
  fillAll(block: LossBlock, count: number): void;
}

export function pointwise(curve: LossCurve): LossCurve & LossBatch {
  return {
    ...curve,
    fillSlopes({ predictions, labels, slopes }, count) {
      for (let i = 0; i < count; i++) slopes[i] = curve.derivative(predictions[i], labels[i]);
    },
    fillAll({ predictions, labels, values, slopes, curvatures }, count) {
      for (let i = 0; i < count; i++) {
        values[i] = curve.value(predictions[i], labels[i]);
        slopes[i] = curve.derivative(predictions[i], labels[i]);
        curvatures[i] = curve.curvature(predictions[i], labels[i]);
      }
    },
  };
}

/** How many records a pass takes at once: their features stay in the nearest memory. */
export const BLOCK = 256;

export function lossBlock(): LossBlock {
  return {
    predictions: new Float64Array(BLOCK),
    labels: new Float64Array(BLOCK),
    values: new Float64Array(BLOCK),
    slopes: new Float64Array(BLOCK),
    curvatures: new Float64Array(BLOCK),
  };
}
