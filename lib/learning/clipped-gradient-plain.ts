/**
 * The sum of clipped gradients in plain TypeScript: the oracle of the compiled form, and its stand-in where there is no WebAssembly.
 */
import { declare, type ParametersOf, positive } from "../numerics/parameters.ts";
import { anyDataset, type Dataset } from "./dataset.ts";
import { anyLoss } from "./loss.ts";
import { BLOCK, lossBlock } from "./loss-batch.ts";
import { addRows, predict } from "./risk-pass.ts";

export const clippedGradientParameters = declare({
  data: anyDataset,
  loss: anyLoss,
  /** The largest norm that the gradient of a record may keep. */
  clip: positive,
});

export interface ClippedGradientParameters extends ParametersOf<typeof clippedGradientParameters> {}

/** Writes the sum over the rows, or over all; arguments are checked by then. */
export type GradientSum = (weights: Float64Array, out: Float64Array, rows: Int32Array | undefined) => void;

/** clip / ||x|| for each record: Infinity for a record of zeros, whose gradient is 0 whatever its slope. */
export function slopeLimits({ norms }: Dataset, clip: number): Float64Array {
  const limits = new Float64Array(norms.length);
  for (let i = 0; i < norms.length; i++) limits[i] = clip / norms[i];
  return limits;
}

export function plainGradients({ data, loss, clip }: ClippedGradientParameters): GradientSum {
  const { columns } = data;
  const limits = slopeLimits(data, clip);
  const block = lossBlock();
  const { predictions, slopes } = block;
  const chosen = new Float64Array(BLOCK * columns);
  return (weights, out, rows) => {
    const total = rows?.length ?? data.rows;
    out.fill(0);
    for (let first = 0; first < total; first += BLOCK) {
      const count = Math.min(BLOCK, total - first);
      const index = (i: number) => (rows === undefined ? first + i : rows[first + i]);
      for (let i = 0; i < count; i++) {
        const row = index(i);
        chosen.set(data.features.subarray(row * columns, (row + 1) * columns), i * columns);
        block.labels[i] = data.labels[row];
      }
      predict({ features: chosen, columns, first: 0, count }, weights, predictions);
      loss.fillSlopes(block, count);
      for (let i = 0; i < count; i++) {
        const limit = limits[index(i)];
        const slope = slopes[i];
        slopes[i] = slope > limit ? limit : slope < -limit ? -limit : slope;
      }
      addRows({ features: chosen, columns, first: 0, count }, slopes, out);
    }
  };
}
