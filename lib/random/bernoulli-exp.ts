/**
 * Bernoulli(exp(-gamma)) for a rational gamma >= 0: 1 with probability exp(-gamma), exactly, in integers alone.
 *
 * For gamma up to 1, the number K of successes before the first failure among Bernoulli(gamma / 1), Bernoulli(gamma / 2), ... is even
 * with probability exp(-gamma); a larger gamma is a product of factors exp(-1) and one rest, given up at the first 0.
 * Source: Canonne, Kamath, Steinke (2020), "The discrete Gaussian for differential privacy", algorithm 1; von Neumann (1951).
 * Limits: exact given the source; the time depends on the draw (Jin et al. 2022 read discrete samplers by their timing).
 */
import { sampleBoundedBigInt, sampleBoundedInteger } from "./bounded-integer.ts";
import type { Random } from "./random.ts";
import { type Fraction, fractionOf, type Rational } from "./rational.ts";

export function sampleBernoulliExp(gamma: Rational, random: Random): 0 | 1 {
  return drawBernoulliExp(fractionOf("gamma", gamma, 0n), random) ? 1 : 0;
}

/** Whether an event of probability exp(-numerator / denominator) happens, for 0 <= numerator, 0 < denominator. */
export function drawBernoulliExp({ numerator, denominator }: Fraction, random: Random): boolean {
  let rest = numerator;
  for (; rest > denominator; rest -= denominator) if (!drawInverseE(random)) return false;
  if (denominator > Number.MAX_SAFE_INTEGER) {
    return drawUnit(() => sampleBoundedBigInt(denominator, random) < rest, random);
  }
  const bound = Number(denominator);
  const limit = Number(rest);
  return drawUnit(() => sampleBoundedInteger(bound, random) < limit, random);
}

/** Whether an event of probability exp(-1) happens. */
export function drawInverseE(random: Random): boolean {
  return drawUnit(() => true, random);
}

/** The same for exp(-g), g <= 1, given the event of probability g: Bernoulli(g / k) is that and Bernoulli(1 / k). */
function drawUnit(event: () => boolean, random: Random): boolean {
  let k = 1;
  while (event() && sampleBoundedInteger(k, random) === 0) k++;
  return k % 2 === 1;
}
