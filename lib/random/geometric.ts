/**
 * Geometric distribution: the number of failures before the first success, P(k) = p (1 - p)^k for k >= 0; mean (1 - p) / p, variance
 * (1 - p) / p^2.
 *
 * floor(E / -log(1 - p)) for a standard exponential E, one word a draw.
 * Limits: above 2^53 (likely for p below 1e-15) a draw is an integer that float64 holds, its low-order bits zero.
 */
import { log1p } from "../numerics/logarithm.ts";
import { refuse } from "../numerics/requirements.ts";
import { fillExponential } from "./exponential.ts";
import type { Stream } from "./stream.ts";
import { drawExponential } from "./ziggurat.ts";

export function sampleGeometric(probability: number, random: Stream): number {
  return Math.floor(drawExponential(random) / rateOf(probability));
}

export function fillGeometric(probability: number, out: Float64Array, random: Stream): Float64Array {
  const rate = rateOf(probability);
  fillExponential(1, out, random);
  for (let i = 0; i < out.length; i++) out[i] = Math.floor(out[i] / rate);
  return out;
}

/** Infinite for probability 1. */
function rateOf(probability: number): number {
  if (typeof probability === "number" && probability > 1e-300 && probability <= 1) return -log1p(-probability);
  return refuse("probability", "above 1e-300 and at most 1", probability);
}
