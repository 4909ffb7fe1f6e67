/**
 * The logistic loss on a block of predictions: by a compiled kernel (`assembly/source/logistic.ts`), or plain with the same bits.
 *
 * With the margin m = label prediction and far = e^-|m|: the value is max(0, -m) + log(1 + far), the slope -label (far or 1) / (1 +
 * far), the curvature far / (1 + far)^2.
 * Limits: the kernel takes margins up to 708; a block with one beyond is left to the plain form.
 */
import { float64, kernels, scratch } from "../assembly/kernels.ts";
import { exp } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import type { LossBatch, LossBlock } from "./loss-batch.ts";

/** Below this the copies cost more than they save. */
const SHORTEST = 8;

export const plainLogistic: LossBatch = {
  fillSlopes({ predictions, labels, slopes }, count) {
    for (let i = 0; i < count; i++) {
      const margin = predictions[i] * labels[i];
      const far = exp(-Math.abs(margin));
      slopes[i] = (-labels[i] * (margin >= 0 ? far : 1)) / (1 + far);
    }
  },
  fillAll({ predictions, labels, values, slopes, curvatures }, count) {
    for (let i = 0; i < count; i++) {
      const margin = predictions[i] * labels[i];
      const far = exp(-Math.abs(margin));
      const share = 1 / (1 + far);
      values[i] = (margin < 0 ? -margin : 0) + log1p(far);
      slopes[i] = -labels[i] * (margin >= 0 ? far : 1) * share;
      curvatures[i] = far * share * share;
    }
  },
};

export const logisticBatch: LossBatch = {
  fillSlopes(block, count) {
    const compiled = count < SHORTEST ? undefined : kernels();
    if (compiled !== undefined) {
      const { at, part, even } = load(block, count);
      if (compiled.logisticSlopes(at, at + part, even, at + 2 * part) === 1)
        return copy(at + 2 * part, block.slopes, count);
    }
    plainLogistic.fillSlopes(block, count);
  },
  fillAll(block, count) {
    const compiled = count < SHORTEST ? undefined : kernels();
    if (compiled !== undefined) {
      const { at, part, even } = load(block, count);
      const [values, slopes, curvatures] = [at + 2 * part, at + 3 * part, at + 4 * part];
      if (compiled.logisticLosses(at, at + part, even, values, slopes, curvatures) === 1) {
        copy(values, block.values, count);
        copy(slopes, block.slopes, count);
        return copy(curvatures, block.curvatures, count);
      }
    }
    plainLogistic.fillAll(block, count);
  },
};

/** Predictions and labels at the beginning of scratch memory, an even number of each, with room for three parts more. */
function load({ predictions, labels }: LossBlock, count: number): { at: number; part: number; even: number } {
  const even = count + (count % 2);
  const part = 8 * even;
  const at = scratch(5 * part);
  const memory = float64();
  const [first, second] = [at >> 3, (at + part) >> 3];
  for (let i = 0; i < count; i++) {
    memory[first + i] = predictions[i];
    memory[second + i] = labels[i];
  }
  if (even > count) memory[first + count] = memory[second + count] = 0;
  return { at, part, even };
}

function copy(from: number, to: Float64Array, count: number): void {
  const memory = float64();
  const first = from >> 3;
  for (let i = 0; i < count; i++) to[i] = memory[first + i];
}
