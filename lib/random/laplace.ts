/**
 * Laplace distribution: density exp(-|x| / scale) / (2 scale), mean |x| = scale, variance 2 scale^2.
 *
 * By ziggurat, one word a draw. Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { fillLaplace, stream } from "epsilab";
 * fillLaplace(1, new Float64Array(3), stream(20261115, "example")); // => Float64Array(3) [0.6365..., -0.1654..., 0.7426...]
 * ```
 */
import { LARGEST_SCALE, requireScale } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawLaplace, exponentialZiggurat } from "./ziggurat.ts";

export function sampleLaplace(scale: number, random: Stream): number {
  if (!(typeof scale === "number" && scale > 0 && scale <= LARGEST_SCALE)) requireScale({ scale });
  return drawLaplace(random) * scale;
}

export function fillLaplace(scale: number, out: Float64Array, random: Stream): Float64Array {
  requireScale({ scale });
  return fill(
    out,
    (kernels) => {
      const table = exponentialZiggurat.pointer();
      return (at, count, context, rejects) => kernels.laplaces(at, count, table, scale, context, rejects);
    },
    () => sampleLaplace(scale, random),
    random,
  );
}
