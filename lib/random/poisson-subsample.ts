/**
 * Poisson subsample: each of the integers 0, 1, ..., size - 1 independently with the given probability, in increasing order.
 *
 * By geometric jumps from one taken integer to the next, so that the time is in proportion to the integers taken: one word each,
 * and one more.
 */
import { log1p } from "../numerics/logarithm.ts";
import { declare, integer, type ParametersOf, probability } from "../numerics/parameters.ts";
import { requireStream } from "./random.ts";
import type { Stream } from "./stream.ts";
import { drawExponential } from "./ziggurat.ts";

const LARGEST_SIZE = 2147483647;

export const poissonSubsampleParameters = declare({ size: integer(0, LARGEST_SIZE), samplingRate: probability });

export interface PoissonSubsampleParameters extends ParametersOf<typeof poissonSubsampleParameters> {}

export function samplePoissonSubsample(parameters: PoissonSubsampleParameters, random: Stream): Int32Array {
  const { size, samplingRate } = poissonSubsampleParameters.read(parameters);
  requireStream(random);
  if (samplingRate === 0) return new Int32Array(0);
  const rate = -log1p(-samplingRate); // infinite for probability 1: every jump is 0
  const expected = size * samplingRate;
  let taken = new Int32Array(Math.min(size, Math.ceil(expected + 4 * Math.sqrt(expected) + 8)));
  let length = 0;
  for (let next = jump(rate, random); next < size; next += 1 + jump(rate, random)) {
    if (length === taken.length) {
      const larger = new Int32Array(Math.min(size, 2 * length));
      larger.set(taken);
      taken = larger;
    }
    taken[length++] = next;
  }
  return taken.slice(0, length);
}

function jump(rate: number, random: Stream): number {
  return Math.floor(drawExponential(random) / rate);
}
