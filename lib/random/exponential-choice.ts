/**
 * A choice among weights count exp(-exponent / denominator) with whole counts and exponents, exactly, in integers alone.
 *
 * With g the exponent over the denominator, less the least of all, and k its integer part up to 64, a place is proposed with weight count 2^-k, a
 * whole number of 2^-64, and kept with probability exp(-g) 2^k = (2 / e)^k exp(-(g - k)): k events of probability 2 / e and one of a rational
 * exponent. An event of probability 2 / e is the one of exp(-1) given that its second trial, of probability 1/2, succeeds. No sum of
 * exponentials is computed. Among m places 2 m^0.31 proposals are enough on average: with W the sum of count e^-k, at most e times the sum of all
 * weights, which is 1 or more, Hoelder's inequality bounds the sum of count 2^-k by W^(log 2) m^(1 - log 2), but for m 2^-64.
 * Source: Canonne, Kamath, Steinke (2020), algorithm 1, for the events; the proposals are ours.
 * Limits: exact given the source; the time depends on the weights and on the draw (Jin et al. 2022 read discrete samplers by their timing).
 */
import { drawBernoulliExp } from "./bernoulli-exp.ts";
import { sampleBoundedBigInt, sampleBoundedInteger } from "./bounded-integer.ts";
import type { Random } from "./random.ts";

export interface ExponentialWeights {
  /** How many places have the same exponent, positive. */
  readonly counts: readonly bigint[];
  readonly exponents: readonly bigint[];
  /** Positive. */
  readonly denominator: bigint;
}

export interface ExponentialChoice {
  /** Which of the counts, and which place of it. */
  readonly index: number;
  readonly offset: bigint;
}

const DEEPEST = 64n;

/** A sampler of one choice after another. */
export function exponentialChoice(weights: ExponentialWeights): (random: Random) => ExponentialChoice {
  const { counts, exponents, denominator } = weights;
  const least = exponents.reduce((a, b) => (b < a ? b : a));
  const levels = exponents.map((exponent) => {
    const whole = (exponent - least) / denominator;
    return whole < DEEPEST ? whole : DEEPEST;
  });
  const ends: bigint[] = [];
  let total = 0n;
  for (let i = 0; i < counts.length; i++) {
    total += counts[i] << (DEEPEST - levels[i]);
    ends.push(total);
  }
  return (random) => {
    for (;;) {
      const point = sampleBoundedBigInt(total, random);
      const index = firstAbove(ends, point);
      const level = levels[index];
      const numerator = exponents[index] - least - level * denominator;
      if (!drawTwoOverE(Number(level), random) || !drawBernoulliExp({ numerator, denominator }, random)) continue;
      const start = index === 0 ? 0n : ends[index - 1];
      return { index, offset: (point - start) >> (DEEPEST - level) };
    }
  };
}

/** Whether so many events of probability 2 / e happen. */
function drawTwoOverE(times: number, random: Random): boolean {
  for (let i = 0; i < times; i++) {
    let k = 3;
    while (sampleBoundedInteger(k, random) === 0) k++;
    if (k % 2 === 0) return false;
  }
  return true;
}

function firstAbove(ends: readonly bigint[], point: bigint): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle] > point) high = middle;
    else low = middle + 1;
  }
  return low;
}
