/**
 * Gamma distribution: density x^(shape - 1) exp(-x / scale) / (Gamma(shape) scale^shape) for x > 0; mean shape scale, variance
 * shape scale^2.
 *
 * Marsaglia, Tsang (2000), "A simple method for generating gamma variables", ACM TOMS 26: the cube of a shifted normal, accepted with
 * the ratio of the densities; its logarithm is written without the two large terms that cancel, so that it holds for any shape. Below
 * shape 1, a draw of shape + 1 times U^(1/shape), in logarithms. Two words a draw and 2 % more (three words below shape 1).
 * Limits: below shape 0.01 draws fall under the least float64 and are 0, with the right probability; `drawLogGamma` keeps them.
 * Above shape 1e31 the standard deviation is less than the spacing of float64 at the mean.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, hasNoOtherNames, type ParametersOf, positive, scale } from "../numerics/parameters.ts";
import { logarithmRemainder } from "../numerics/remainder.ts";
import { LARGEST_SCALE, refuse } from "../numerics/requirements.ts";
import { fillEach } from "./batch.ts";
import type { Stream } from "./stream.ts";
import { drawExponential, drawNormal, openUniform } from "./ziggurat.ts";

export const gammaParameters = declare({ shape: positive, scale }, ({ shape, scale }) => {
  if (shape * scale > LARGEST_SCALE) refuse("shape * scale", `at most ${LARGEST_SCALE}`, shape * scale);
});

export interface GammaParameters extends ParametersOf<typeof gammaParameters> {}

const NAMES = Object.keys(gammaParameters.declared);

export function sampleGamma(parameters: GammaParameters, random: Stream): number {
  const { shape, scale } = parameters ?? gammaParameters.read(parameters);
  if (
    !(
      typeof shape === "number" &&
      shape > 0 &&
      typeof scale === "number" &&
      scale > 0 &&
      shape * scale <= LARGEST_SCALE &&
      hasNoOtherNames(parameters, NAMES)
    )
  )
    gammaParameters.read(parameters);
  return drawGamma(shape, random) * scale;
}

export function fillGamma(parameters: GammaParameters, out: Float64Array, random: Stream): Float64Array {
  const { shape, scale } = gammaParameters.read(parameters);
  return fillEach(out, () => drawGamma(shape, random) * scale);
}

/** A draw of scale 1. */
export function drawGamma(shape: number, random: Stream): number {
  return shape >= 1 ? drawLargeShape(shape, random) : exp(drawLogGamma(shape, random));
}

/** The logarithm of a draw of scale 1: finite for every shape above 1e-306. */
export function drawLogGamma(shape: number, random: Stream): number {
  if (shape >= 1) return log(drawLargeShape(shape, random));
  return log(drawLargeShape(shape + 1, random)) - drawExponential(random) / shape;
}

function drawLargeShape(shape: number, random: Stream): number {
  const center = shape - 1 / 3;
  const step = 1 / (3 * Math.sqrt(center));
  for (;;) {
    const x = drawNormal(random);
    const w = step * x;
    random.next();
    if (w <= -1) continue;
    const u = openUniform(random.high, random.low);
    const square = x * x;
    // The logarithm is held against x^2 / 2 + center (1 - v + log v).
    const accepted =
      u < 1 - 0.0331 * square * square || log(u) < center * (w * w * (1.5 - w) + 3 * logarithmRemainder(w));
    if (accepted) return center * ((1 + w) * (1 + w) * (1 + w));
  }
}
