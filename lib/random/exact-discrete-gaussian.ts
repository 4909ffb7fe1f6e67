/**
 * Discrete Gaussian distribution, exactly: P(k) proportional to exp(-k^2 / (2 variance)) for a rational variance, in integers
 * alone, from any source.
 *
 * A discrete Laplace draw y of scale t = floor(sigma) + 1, kept with probability exp(-(|y| - variance / t)^2 / (2 variance)).
 * Source: Canonne, Kamath, Steinke (2020), "The discrete Gaussian for differential privacy", algorithm 3.
 * Mean 0, variance at most the parameter (`discrete-gaussian.ts`).
 * Limits: exact given the source; the time depends on the draw (Jin et al. 2022 read discrete samplers by their timing).
 */
import { drawBernoulliExp } from "./bernoulli-exp.ts";
import { drawDiscreteLaplace } from "./exact-discrete-laplace.ts";
import type { Random } from "./random.ts";
import { fractionOf, type Rational } from "./rational.ts";

export function sampleExactDiscreteGaussian(variance: Rational, random: Random): bigint {
  const { numerator, denominator } = fractionOf("variance", variance, 1n);
  const scale = squareRoot(numerator / denominator) + 1n;
  const laplace = { numerator: scale, denominator: 1n };
  const common = denominator * scale;
  for (;;) {
    const draw = drawDiscreteLaplace(laplace, random);
    const distance = (draw < 0n ? -draw : draw) * common - numerator;
    const gamma = { numerator: distance * distance, denominator: 2n * numerator * common * scale };
    if (drawBernoulliExp(gamma, random)) return draw;
  }
}

/** The integer part of the square root, by Newton's iteration from above. */
function squareRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
