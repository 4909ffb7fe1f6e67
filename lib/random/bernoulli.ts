/**
 * Bernoulli distribution: 1 with the given probability, otherwise 0; mean p, variance p (1 - p).
 *
 * A uniform draw below p, one word a draw. Accuracy: the probability is met within 2^-53; 0 and 1 are exact.
 */
import { requireProbability } from "../numerics/requirements.ts";
import type { Stream } from "./stream.ts";
import { fillUniform, sampleUniform } from "./uniform.ts";

export function sampleBernoulli(random: Stream, probability: number): number {
  if (!(Number.isFinite(probability) && probability >= 0 && probability <= 1)) requireProbability({ probability });
  return sampleUniform(random) < probability ? 1 : 0;
}

export function fillBernoulli(random: Stream, probability: number, out: Float64Array): Float64Array {
  requireProbability({ probability });
  fillUniform(random, out);
  for (let i = 0; i < out.length; i++) out[i] = out[i] < probability ? 1 : 0;
  return out;
}
