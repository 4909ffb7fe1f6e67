/**
 * Exponential distribution: density exp(-x / scale) / scale for x >= 0, mean `scale`.
 *
 * By ziggurat, one word a draw: the magnitude of the Laplace draw from the same word.
 */
import { LARGEST_SCALE, requireScale } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawExponential, exponentialZiggurat } from "./ziggurat.ts";

export function sampleExponential(random: Stream, scale: number): number {
  if (!(typeof scale === "number" && scale > 0 && scale <= LARGEST_SCALE)) requireScale({ scale });
  return drawExponential(random) * scale;
}

export function fillExponential(random: Stream, scale: number, out: Float64Array): Float64Array {
  requireScale({ scale });
  return fill(
    random,
    out,
    (kernels) => {
      const table = exponentialZiggurat.pointer();
      return (at, count, context, rejects) => kernels.exponentials(at, count, table, scale, context, rejects);
    },
    () => sampleExponential(random, scale),
  );
}
