/**
 * Beta distribution: density proportional to x^(a - 1) (1 - x)^(b - 1) on [0, 1], mean a / (a + b), variance a b / ((a + b)^2 (a + b + 1)).
 *
 * X / (X + Y) of two gamma draws; where a shape is below 1, from their logarithms, so that tiny shapes give neither 0 / 0 nor a
 * distribution pushed to the middle: with both shapes near 0 draws are next to 0 or to 1.
 * Limits: shapes of at least 1e-300; draws closer to 1 than 2^-53 are 1 (for those, exchange the shapes).
 */
import { exp } from "../numerics/exponential.ts";
import { declare, hasNoOtherNames, number, type ParametersOf } from "../numerics/parameters.ts";
import { fillEach } from "./batch.ts";
import { drawGamma, drawLogGamma } from "./gamma.ts";
import type { Stream } from "./stream.ts";

const LEAST_SHAPE = 1e-300;
const shape = number({
  expected: `finite and at least ${LEAST_SHAPE}`,
  least: LEAST_SHAPE,
  most: Number.MAX_VALUE,
});

export const betaParameters = declare({ a: shape, b: shape });

export interface BetaParameters extends ParametersOf<typeof betaParameters> {}

const NAMES = Object.keys(betaParameters.declared);

export function sampleBeta(parameters: BetaParameters, random: Stream): number {
  const { a, b } = parameters ?? betaParameters.read(parameters);
  if (!(isShape(a) && isShape(b) && hasNoOtherNames(parameters, NAMES))) betaParameters.read(parameters);
  return drawBeta(a, b, random);
}

export function fillBeta(parameters: BetaParameters, out: Float64Array, random: Stream): Float64Array {
  const { a, b } = betaParameters.read(parameters);
  return fillEach(out, () => drawBeta(a, b, random));
}

function drawBeta(a: number, b: number, random: Stream): number {
  if (a >= 1 && b >= 1) {
    const x = drawGamma(a, random);
    return 1 / (1 + drawGamma(b, random) / x);
  }
  const x = drawLogGamma(a, random);
  return 1 / (1 + exp(drawLogGamma(b, random) - x));
}

function isShape(value: number): boolean {
  return typeof value === "number" && value >= LEAST_SHAPE && value < Infinity;
}
