/**
 * Rank scores: how far each point of a grid is from a quantile of the records, as whole numbers, in runs of points of one score.
 *
 * For the probability a / b of n records, L of them below the point and U at or below it, the score is max(0, b L - a n, a n - b
 * U): 0 where the point holds the quantile, and an atom of the data is one point. A record that comes or goes moves it by at most
 * max(a, b - a), one that is replaced by at most b: each of the three terms moves by no more, and a maximum by no more than its
 * terms.
 */
import { exp } from "../../../numerics/exponential.ts";
import { log } from "../../../numerics/logarithm.ts";
import { exponentialChoice } from "../../../random/exponential-choice.ts";
import type { Random } from "../../../random/random.ts";
import { type Fraction, numberOf } from "../../../random/rational.ts";

interface RankQuestion {
  /** Sorted, in steps, from `lower` to `upper`. */
  readonly places: Float64Array;
  readonly lower: number;
  readonly upper: number;
  /** Strictly between 0 and 1. */
  readonly probability: Fraction;
  /** What a score is multiplied by in the exponent. */
  readonly rate: Fraction;
}

export interface RankChoice {
  draw(random: Random): number;
  /** Of a place from `lower` to `upper`. */
  logMass(place: number): number;
}

/** The exponential mechanism on the points from `lower` to `upper`: probability proportional to exp(-rate score). */
export function rankChoice(question: RankQuestion): RankChoice {
  const { rate } = question;
  const { starts, counts, scores } = runsOf(question);
  const weights = { counts, exponents: scores.map((score) => rate.numerator * score), denominator: rate.denominator };
  let choose: ReturnType<typeof exponentialChoice> | undefined;
  let masses: Float64Array | undefined;
  return {
    draw: (random) => {
      choose ??= exponentialChoice(weights);
      const { index, offset } = choose(random);
      return starts[index] + Number(offset);
    },
    logMass: (place) => {
      masses ??= logMasses(weights.exponents, counts, rate.denominator);
      return masses[runAt(starts, place)];
    },
  };
}

interface Runs {
  readonly starts: readonly number[];
  readonly counts: readonly bigint[];
  readonly scores: readonly bigint[];
}

function runsOf({ places, lower, upper, probability }: RankQuestion): Runs {
  const { numerator, denominator } = probability;
  const wanted = numerator * BigInt(places.length);
  const starts: number[] = [];
  const counts: bigint[] = [];
  const scores: bigint[] = [];
  const push = (start: number, end: number, below: number, upTo: number) => {
    if (start >= end) return;
    const over = denominator * BigInt(below) - wanted;
    const under = wanted - denominator * BigInt(upTo);
    starts.push(start);
    counts.push(BigInt(end - start));
    scores.push(over > 0n ? over : under > 0n ? under : 0n);
  };
  let next = lower;
  for (let below = 0; below < places.length; ) {
    const place = places[below];
    let upTo = below + 1;
    while (upTo < places.length && places[upTo] === place) upTo++;
    push(next, place, below, below);
    push(place, place + 1, below, upTo);
    next = place + 1;
    below = upTo;
  }
  push(next, upper + 1, places.length, places.length);
  return { starts, counts, scores };
}

function logMasses(exponents: readonly bigint[], counts: readonly bigint[], denominator: bigint): Float64Array {
  const least = exponents.reduce((a, b) => (b < a ? b : a));
  const heights = Float64Array.from(exponents, (exponent) =>
    Math.max(-Number.MAX_VALUE, -numberOf({ numerator: exponent - least, denominator })),
  );
  const total = heights.reduce((sum, height, i) => sum + Number(counts[i]) * exp(height), 0);
  const logTotal = log(total);
  return heights.map((height) => height - logTotal);
}

function runAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle] <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
