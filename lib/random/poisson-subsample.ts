/**
 * Poisson subsample: each of the integers 0, 1, ..., size - 1 independently with the given probability, in increasing order.
 *
 * By geometric jumps from one taken integer to the next, so that the time is in proportion to the integers taken: one word each,
 * and one more.
 */
import { log1p } from "../numerics/logarithm.ts";
import { refuse, requireInteger, requireProbability } from "../numerics/requirements.ts";
import type { Stream } from "./stream.ts";
import { drawExponential } from "./ziggurat.ts";

export interface PoissonSubsampleParameters {
  readonly size: number;
  readonly samplingRate: number;
}

const LARGEST_SIZE = 2147483647;

export function samplePoissonSubsample({ size, samplingRate }: PoissonSubsampleParameters, random: Stream): Int32Array {
  requireInteger({ size }, 0);
  requireProbability({ samplingRate });
  if (size > LARGEST_SIZE) refuse("size", "below 2^31", size);
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
