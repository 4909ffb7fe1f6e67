/**
 * Bernoulli distribution: 1 with the given probability, otherwise 0; mean p, variance p (1 - p).
 *
 * By a table of two cells, one word a draw. Accuracy: the probability is met within 2^-53; 0 and 1 are exact.
 */
import { requireProbability } from "../numerics/requirements.ts";
import { aliasTable, fillCategorical, sampleCategorical } from "./categorical.ts";
import { parameterCache } from "./parameter-cache.ts";
import type { Stream } from "./stream.ts";

export function sampleBernoulli(probability: number, random: Stream): number {
  if (!(Number.isFinite(probability) && probability >= 0 && probability <= 1)) requireProbability({ probability });
  return sampleCategorical(tableOf(probability, 0), random);
}

export function fillBernoulli(probability: number, out: Float64Array, random: Stream): Float64Array {
  requireProbability({ probability });
  return fillCategorical(tableOf(probability, 0), out, random);
}

const tableOf = parameterCache((probability) => aliasTable([1 - probability, probability]));
