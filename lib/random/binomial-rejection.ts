/**
 * Binomial draws without a table, for parameters that change from draw to draw or have too many outcomes.
 *
 * Below a mean of 10 by inversion, going up from 0, one word a draw; otherwise the transformed rejection BTRS of Hoermann (1993), "The
 * generation of binomial random variates", J. Stat. Comput. Simul. 46: two words an attempt, 1.15 attempts or fewer on average,
 * most of them decided without a logarithm.
 * Accuracy: inversion has 52 bits; rejection evaluates the ratio of masses within 1e-13, given the mean in float64.
 */
import { exp } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { deviance, factorialTail } from "./saddle-point.ts";
import type { Stream } from "./stream.ts";
import { sampleUniform } from "./uniform.ts";

const SMALL_MEAN = 10;
/** With a mean below 10, a larger count has probability below 1e-70: only rounding gets there. */
const LARGEST_COUNT = 110;

/** One draw, for an integer number of trials and a probability from 0 to 1. */
export function drawBinomial(trials: number, probability: number, random: Stream): number {
  if (probability > 0.5) return trials - drawBinomial(trials, 1 - probability, random);
  if (trials === 0 || probability === 0) return 0;
  if (trials * probability < SMALL_MEAN) return drawByInversion(trials, probability, random);
  return binomialRejection(trials, probability)(random);
}

function drawByInversion(trials: number, probability: number, random: Stream): number {
  const odds = probability / (1 - probability);
  const none = exp(trials * log1p(-probability));
  for (;;) {
    let rest = sampleUniform(random);
    let mass = none;
    for (let count = 0; count <= trials && count <= LARGEST_COUNT; count++) {
      if (rest < mass) return count;
      rest -= mass;
      mass *= ((trials - count) / (count + 1)) * odds;
    }
  }
}

/** The sampler for a probability of at most 1/2 and a mean of at least 10, with its constants prepared. */
export function binomialRejection(trials: number, probability: number): (random: Stream) => number {
  const mean = trials * probability;
  const complement = trials * (1 - probability);
  const sigma = Math.sqrt(mean * (1 - probability));
  // Hoermann's fitted constants of the hat and of the box inside it.
  const b = 1.15 + 2.53 * sigma;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const inside = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * sigma;
  const logMass = (count: number) =>
    -deviance(count, mean) -
    deviance(trials - count, complement) -
    factorialTail(count) -
    factorialTail(trials - count);
  const peak = logMass(Math.floor((trials + 1) * probability));
  return (random) => {
    for (;;) {
      const u = sampleUniform(random) - 0.5;
      const v = sampleUniform(random);
      const edge = 0.5 - Math.abs(u);
      const count = Math.floor(((2 * a) / edge + b) * u + mean + 0.5);
      if (edge >= 0.07 && v <= inside) return count;
      if (count < 0 || count > trials) continue;
      if (log((v * alpha) / (a / (edge * edge) + b)) <= logMass(count) - peak) return count;
    }
  };
}
