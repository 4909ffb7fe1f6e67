/**
 * Normal distribution with a mean and a standard sigma (not a variance).
 *
 * By ziggurat, one word a draw. Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 */
import { declare, finite, hasNoOtherNames, type ParametersOf, scale } from "../numerics/parameters.ts";
import { LARGEST_SCALE } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawNormal, normalZiggurat } from "./ziggurat.ts";

export const normalParameters = declare({ mean: finite, sigma: scale });

export interface NormalParameters extends ParametersOf<typeof normalParameters> {}

const NAMES = Object.keys(normalParameters.declared);

export function sampleNormal(parameters: NormalParameters, random: Stream): number {
  const { mean, sigma } = parameters ?? normalParameters.read(parameters);
  if (
    !(
      typeof sigma === "number" &&
      sigma > 0 &&
      sigma <= LARGEST_SCALE &&
      Number.isFinite(mean) &&
      hasNoOtherNames(parameters, NAMES)
    )
  )
    normalParameters.read(parameters);
  return mean + drawNormal(random) * sigma;
}

export function fillNormal(parameters: NormalParameters, out: Float64Array, random: Stream): Float64Array {
  const { mean, sigma } = normalParameters.read(parameters);
  return fillNormals(mean, sigma, out, random);
}

/** The same for a mean and a sigma that are right. */
export function fillNormals(mean: number, sigma: number, out: Float64Array, random: Stream): Float64Array {
  return fill(
    out,
    (kernels) => {
      const table = normalZiggurat.pointer();
      return (at, count, context, rejects) => kernels.normals(at, count, table, mean, sigma, context, rejects);
    },
    () => mean + drawNormal(random) * sigma,
    random,
  );
}
