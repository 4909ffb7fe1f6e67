/**
 * Poisson distribution: P(k) = mean^k exp(-mean) / k! for k >= 0; mean and variance `mean`.
 *
 * By alias table up to a mean of about 48 000, one word a draw and the table kept for the last parameters; beyond that by the transformed
 * rejection PTRS of Hoermann (1993), "The transformed rejection method for generating Poisson random variables", Insurance: Mathematics
 * and Economics 12: two words an attempt, 1.1 attempts on average.
 * Limits: a mean of at most 2^50, so that draws are integers which float64 holds.
 */
import { log } from "../numerics/logarithm.ts";
import { refuse } from "../numerics/requirements.ts";
import { drawnBy, tabulated } from "./integer-law.ts";
import { parameterCache } from "./parameter-cache.ts";
import { deviance, factorialTail } from "./saddle-point.ts";
import type { Stream } from "./stream.ts";
import { sampleUniform } from "./uniform.ts";

const LARGEST_MEAN = 1125899906842624; // 2^50

export function samplePoisson(mean: number, random: Stream): number {
  requireMean(mean);
  return poissonLaw(mean, 0).draw(random);
}

export function fillPoisson(mean: number, out: Float64Array, random: Stream): Float64Array {
  requireMean(mean);
  return poissonLaw(mean, 0).fill(out, random);
}

const poissonLaw = parameterCache(
  (mean) =>
    tabulated({
      mode: Math.floor(mean),
      up: (count) => mean / (count + 1),
      down: (count) => (count === 0 ? 0 : count / mean),
    }) ?? drawnBy(poissonRejection(mean)),
);

function poissonRejection(mean: number): (random: Stream) => number {
  // Hoermann's fitted constants of the hat and of the box inside it.
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const inside = 0.9277 - 3.6224 / (b - 2);
  return (random) => {
    for (;;) {
      const u = sampleUniform(random) - 0.5;
      const v = sampleUniform(random);
      const edge = 0.5 - Math.abs(u);
      const count = Math.floor(((2 * a) / edge + b) * u + mean + 0.43);
      if (edge >= 0.07 && v <= inside) return count;
      if (count < 0 || (edge < 0.013 && v > edge)) continue;
      const logMass = -deviance(count, mean) - factorialTail(count);
      if (log((v * inverseAlpha) / (a / (edge * edge) + b)) <= logMass) return count;
    }
  };
}

function requireMean(mean: number): void {
  if (typeof mean === "number" && mean >= 0 && mean <= LARGEST_MEAN) return;
  refuse("mean", "between 0 and 2^50", mean);
}
