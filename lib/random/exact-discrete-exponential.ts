/**
 * Discrete exponential distribution, exactly: P(k) proportional to exp(-k / scale) for k >= 0 and a rational scale, in integers alone, from
 * any source. It is the geometric distribution of ratio exp(-1 / scale), and the whole part of exponential noise of that scale.
 *
 * With scale = t / s: U uniform below t, kept with probability exp(-U / t), plus t V for a geometric V of ratio exp(-1), has masses
 * proportional to exp(-x / t); x / s rounded down has ratio exp(-s / t).
 * Source: Canonne, Kamath, Steinke (2020), "The discrete Gaussian for differential privacy", the first half of algorithm 2.
 * Limits: exact given the source; the time depends on the draw (Jin et al. 2022 read discrete samplers by their timing).
 */
import { drawBernoulliExp, drawInverseE } from "./bernoulli-exp.ts";
import { sampleBoundedBigInt } from "./bounded-integer.ts";
import type { Random } from "./random.ts";
import type { Fraction } from "./rational.ts";

/** A draw for a positive scale. */
export function drawDiscreteExponential({ numerator, denominator }: Fraction, random: Random): bigint {
  for (;;) {
    const part = sampleBoundedBigInt(numerator, random);
    if (!drawBernoulliExp({ numerator: part, denominator: numerator }, random)) continue;
    let whole = 0;
    while (drawInverseE(random)) whole++;
    return (part + numerator * BigInt(whole)) / denominator;
  }
}
