/**
 * Logit-scaled confidence: log(p / (1 - p)) of the probability p = e^-loss that a model gives to the right label, which is close to
 * normal over models.
 *
 * It is computed as -log(e^loss - 1), exact to rounding where p is near 1 and where it is near 0. For logistic regression it is the margin.
 * Source: Carlini, Chien, Nasr, Song, Terzis, Tramer (IEEE S&P 2022), section IV-C.
 * Limits: a loss below 1e-16, which a rounded probability of 1 may have, counts as 1e-16.
 * @example
 * ```ts
 * import { logitConfidence } from "epsilab/attacks";
 * logitConfidence(Math.LN2); // => 0
 * logitConfidence(50); // => -50
 * ```
 * @claim empirical-membership
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { requireLoss } from "./membership-attack.ts";

const LEAST_LOSS = 1e-16;

export function logitConfidence(loss: number): number {
  requireLoss("loss", loss);
  const kept = Math.max(loss, LEAST_LOSS);
  return kept < 1 ? 0 - log(expm1(kept)) : -(kept + log1p(-exp(-kept)));
}
