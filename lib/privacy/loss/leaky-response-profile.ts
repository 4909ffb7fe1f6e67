/**
 * Privacy profile of leaky randomized response, the worst mechanism that is (epsilon, delta)-private.
 *
 * With probability `leak` the bit is sent in the clear; otherwise it is answered truly with probability e^e0 / (1 + e^e0).
 * Every (e0, leak)-private pair of laws is a post-processing of this one, so its profile bounds theirs.
 * Theorem: the least delta at epsilon in [-e0, e0] is leak + (1 - leak) (e^e0 - e^epsilon) / (1 + e^e0); above it is leak.
 * Source: Kairouz, Oh, Viswanath (ICML 2015), theorem 3.3 at k = 1; claim mia-exact-tradeoffs for its trade-off curve.
 * Accuracy: 1e-15 relative.
 * @claim leaky-rr
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { declare, finite, nonNegative, type ParametersOf, probability } from "../../numerics/parameters.ts";

export const leakyResponsePoint = declare({ pureEpsilon: nonNegative, leak: probability, epsilon: finite });

export interface LeakyResponse extends Omit<ParametersOf<typeof leakyResponsePoint>, "epsilon"> {}

export function leakyResponseDelta(point: LeakyResponse & { readonly epsilon: number }): number {
  const { pureEpsilon, leak, epsilon } = leakyResponsePoint.read(point);
  if (epsilon >= pureEpsilon) return leak;
  const within = epsilon <= -pureEpsilon ? -expm1(epsilon) : -expm1(epsilon - pureEpsilon) / (1 + exp(-pureEpsilon));
  return Math.min(1, leak + (1 - leak) * within);
}
