/**
 * Exponential distribution: density exp(-x / scale) / scale for x >= 0, mean `scale`.
 *
 * By ziggurat, one word a draw: the magnitude of the Laplace draw from the same word.
 */
import { LARGEST_SCALE, requireScale } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawExponential, exponentialZiggurat } from "./ziggurat.ts";

export function sampleExponential(scale: number, random: Stream): number {
  if (!(typeof scale === "number" && scale > 0 && scale <= LARGEST_SCALE)) requireScale({ scale });
  return drawExponential(random) * scale;
}

export function fillExponential(scale: number, out: Float64Array, random: Stream): Float64Array {
  requireScale({ scale });
  return fill(
    out,
    (kernels) => {
      const table = exponentialZiggurat.pointer();
      return (at, count, context, rejects) => kernels.exponentials(at, count, table, scale, context, rejects);
    },
    () => sampleExponential(scale, random),
    random,
  );
}
