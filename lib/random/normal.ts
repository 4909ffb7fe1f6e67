/**
 * Normal distribution with a mean and a standard deviation (not a variance).
 *
 * By ziggurat, one word a draw. Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 */
import { LARGEST_SCALE, requireFinite, requireScale } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawNormal, normalZiggurat } from "./ziggurat.ts";

export interface NormalParameters {
  readonly mean: number;
  readonly deviation: number;
}

export function sampleNormal(random: Stream, { mean, deviation }: NormalParameters): number {
  if (!(typeof deviation === "number" && deviation > 0 && deviation <= LARGEST_SCALE && Number.isFinite(mean)))
    requireNormal({ mean, deviation });
  return mean + drawNormal(random) * deviation;
}

export function fillNormal(random: Stream, { mean, deviation }: NormalParameters, out: Float64Array): Float64Array {
  requireNormal({ mean, deviation });
  return fill(
    random,
    out,
    (kernels) => {
      const table = normalZiggurat.pointer();
      return (at, count, context, rejects) => kernels.normals(at, count, table, mean, deviation, context, rejects);
    },
    () => sampleNormal(random, { mean, deviation }),
  );
}

function requireNormal({ mean, deviation }: NormalParameters): void {
  requireFinite({ mean });
  requireScale({ deviation });
}
