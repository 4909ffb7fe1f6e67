/**
 * The logarithm of 1 - q + q e^z: the loss of a mechanism that sees a record with probability q, where without sampling it would be z.
 *
 * Accuracy: 4 units in the last place of the larger of the result and 1e-16, for every q and z: where the sum is small, with q next
 * to 1, it is added up from its two positive parts, which log1p(q expm1(z)) would lose; where z is beyond the exponents of float64,
 * 1 - q is nothing beside q e^z.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";

/** Above this, 1 - q is nothing beside q e^z. */
const LARGE = 600;

export function logMixture(samplingRate: number, z: number): number {
  if (z > LARGE) return z + log(samplingRate);
  const moved = samplingRate * expm1(z);
  return moved > -0.5 ? log1p(moved) : log(1 - samplingRate + samplingRate * exp(z));
}
