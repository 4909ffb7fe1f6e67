/**
 * Discrete Laplace distribution, exactly: P(k) proportional to exp(-|k| / scale) for a rational scale, in integers alone, from any source.
 *
 * A discrete exponential draw with a fair sign, minus zero drawn again.
 * Source: Canonne, Kamath, Steinke (2020), "The discrete Gaussian for differential privacy", algorithm 2.
 * Mean 0, variance 2 a / (1 - a)^2 with a = exp(-1 / scale).
 * Limits: exact given the source; the time depends on the draw (Jin et al. 2022 read discrete samplers by their timing).
 */
import { drawDiscreteExponential } from "./exact-discrete-exponential.ts";
import type { Random } from "./random.ts";
import { type Fraction, fractionOf, type Rational } from "./rational.ts";

export function sampleExactDiscreteLaplace(scale: Rational, random: Random): bigint {
  return drawDiscreteLaplace(fractionOf("scale", scale, 1n), random);
}

/** A draw for a positive scale. */
export function drawDiscreteLaplace(scale: Fraction, random: Random): bigint {
  for (;;) {
    const magnitude = drawDiscreteExponential(scale, random);
    const negative = random.uint32() % 2 === 1;
    if (negative && magnitude === 0n) continue;
    return negative ? -magnitude : magnitude;
  }
}
