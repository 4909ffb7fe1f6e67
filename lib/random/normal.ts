/**
 * Normal distribution with a mean and a standard sigma (not a variance).
 *
 * By ziggurat, one word a draw. Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 */
import { LARGEST_SCALE, requireFinite, requireScale } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawNormal, normalZiggurat } from "./ziggurat.ts";

export interface NormalParameters {
  readonly mean: number;
  readonly sigma: number;
}

export function sampleNormal({ mean, sigma }: NormalParameters, random: Stream): number {
  if (!(typeof sigma === "number" && sigma > 0 && sigma <= LARGEST_SCALE && Number.isFinite(mean)))
    requireNormal({ mean, sigma });
  return mean + drawNormal(random) * sigma;
}

export function fillNormal({ mean, sigma }: NormalParameters, out: Float64Array, random: Stream): Float64Array {
  requireNormal({ mean, sigma });
  return fill(
    out,
    (kernels) => {
      const table = normalZiggurat.pointer();
      return (at, count, context, rejects) => kernels.normals(at, count, table, mean, sigma, context, rejects);
    },
    () => sampleNormal({ mean, sigma }, random),
    random,
  );
}

function requireNormal({ mean, sigma }: NormalParameters): void {
  requireFinite({ mean });
  requireScale({ sigma });
}
