/**
 * A choice among weights count exp(-exponent / denominator) with whole counts and exponents, exactly, in integers alone.
 *
 * With g the exponent over the denominator, less the least of all, and k its integer part up to 48, a place is proposed with weight
 * count (3/8)^k, a whole number of 8^-48, and kept with probability exp(-g) (8/3)^k: k events of probability 8 / (3 e) and one of a
 * rational exponent. As e^-1 = 3/8 - 1/5! + 1/6! - ..., the first is 1 - (1/45) (1 - (1/6) (1 - (1/7) (...))). No sum of
 * exponentials is computed. Among m places 2.7 m^0.02 proposals are enough on average, six for 2^53: with W the sum of count e^-k,
 * at most e times the sum of all weights, which is 1 or more, Hoelder's inequality bounds the sum of count (3/8)^k by W^t m^(1 -
 * t), t = log(8/3), but for m (3/8)^48.
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

interface ExponentialChoice {
  /** Which of the counts, and which place of it. */
  readonly index: number;
  readonly offset: bigint;
}

const DEEPEST = 48;
/** (3/8)^k in units of 8^-48, for k from 0 to 48. */
const HEIGHTS = [1n << BigInt(3 * DEEPEST)];
for (let k = 0; k < DEEPEST; k++) HEIGHTS.push((HEIGHTS[k] / 8n) * 3n);

/** A sampler of one choice after another. */
export function exponentialChoice(weights: ExponentialWeights): (random: Random) => ExponentialChoice {
  const { counts, exponents, denominator } = weights;
  const least = exponents.reduce((a, b) => (b < a ? b : a));
  const levels = exponents.map((exponent) => {
    const whole = (exponent - least) / denominator;
    return whole < DEEPEST ? Number(whole) : DEEPEST;
  });
  const ends: bigint[] = [];
  let total = 0n;
  for (let i = 0; i < counts.length; i++) {
    total += counts[i] * HEIGHTS[levels[i]];
    ends.push(total);
  }
  return (random) => {
    for (;;) {
      const point = sampleBoundedBigInt(total, random);
      const index = firstAbove(ends, point);
      const level = levels[index];
      const numerator = exponents[index] - least - BigInt(level) * denominator;
      if (!drawRemainders(level, random) || !drawBernoulliExp({ numerator, denominator }, random)) continue;
      const start = index === 0 ? 0n : ends[index - 1];
      return { index, offset: (point - start) / HEIGHTS[level] };
    }
  };
}

/** Whether this many events of probability 8 / (3 e) happen. */
function drawRemainders(times: number, random: Random): boolean {
  for (let i = 0; i < times; i++) {
    if (sampleBoundedInteger(45, random) !== 0) continue;
    let k = 6;
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
