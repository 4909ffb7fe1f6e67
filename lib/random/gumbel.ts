/**
 * Gumbel distribution: cumulative function exp(-exp(-(x - location) / scale)), mean location + 0.5772 scale.
 *
 * A draw is location - scale log(E) for a standard exponential E, one word a draw.
 * Limits: at most 44.4 scales above the location (E at least 2^-64), an event of probability 2^-64.
 */
import { log } from "../numerics/logarithm.ts";
import { declare, finite, hasNoOtherNames, type ParametersOf, scale } from "../numerics/parameters.ts";
import { LARGEST_SCALE } from "../numerics/requirements.ts";
import { fill } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawExponential, exponentialZiggurat } from "./ziggurat.ts";

export const gumbelParameters = declare({ location: finite, scale });

export interface GumbelParameters extends ParametersOf<typeof gumbelParameters> {}

const NAMES = Object.keys(gumbelParameters.declared);

const LEAST = 5.421010862427522e-20; // 2^-64

export function sampleGumbel(parameters: GumbelParameters, random: Stream): number {
  const { location, scale } = parameters ?? gumbelParameters.read(parameters);
  if (
    !(
      typeof scale === "number" &&
      scale > 0 &&
      scale <= LARGEST_SCALE &&
      Number.isFinite(location) &&
      hasNoOtherNames(parameters, NAMES)
    )
  )
    gumbelParameters.read(parameters);
  return location - log(Math.max(drawExponential(random), LEAST)) * scale;
}

export function fillGumbel(parameters: GumbelParameters, out: Float64Array, random: Stream): Float64Array {
  const { location, scale } = gumbelParameters.read(parameters);
  return fill(
    out,
    (kernels) => {
      const table = exponentialZiggurat.pointer();
      return (at, count, context, rejects) => kernels.gumbels(at, count, table, location, scale, context, rejects);
    },
    () => sampleGumbel({ location, scale }, random),
    random,
  );
}
