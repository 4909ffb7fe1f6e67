/**
 * The law of staircase noise around a centre: see `staircase.ts` for the density.
 *
 * Limits: the kinks listed are those of the steps that hold all but e^-40 of the mass, at most 2^16 to a side.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { requireFiniteData } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

interface Staircase {
  readonly centre: number;
  readonly sensitivity: number;
  readonly epsilon: number;
  /** The share of each period that is on the higher step. */
  readonly gamma: number;
}

const DEPTH = 40;
const MOST_STEPS = 65536;

export function staircaseLaw({ centre, sensitivity, epsilon, gamma }: Staircase): ContinuousLaw {
  requireFiniteData({ centre });
  const ratio = exp(-epsilon);
  const spread = gamma + ratio * (1 - gamma);
  const logPeak = log(-expm1(-epsilon)) - log(2 * spread) - log(sensitivity);
  /** P(|noise| > magnitude), in units of the sensitivity. */
  const tail = (magnitude: number) => {
    if (magnitude === Infinity) return 0;
    const step = Math.floor(magnitude);
    const place = magnitude - step;
    const covered = place < gamma ? place : gamma + ratio * (place - gamma);
    return exp(-epsilon * step) * (1 + (expm1(-epsilon) * covered) / spread);
  };
  const steps = Math.min(MOST_STEPS, Math.ceil(DEPTH / epsilon));
  const kinks = [];
  for (let k = -steps; k < steps; k++) kinks.push(k, k < 0 ? k + 1 - gamma : k + gamma);
  const upper = gamma / spread;
  // |noise| in sensitivities is a geometric number of steps, and a place within one: on the higher part of it with probability `upper`.
  const [steps1, steps2] = [ratio / -expm1(-epsilon), (ratio * (1 + ratio)) / (expm1(-epsilon) * expm1(-epsilon))];
  const place1 = upper * (gamma / 2) + (1 - upper) * ((1 + gamma) / 2);
  const place2 = upper * ((gamma * gamma) / 3) + (1 - upper) * ((1 + gamma + gamma * gamma) / 3);
  return continuousLaw({
    logDensity: (x) => {
      const magnitude = Math.abs(x - centre) / sensitivity;
      if (magnitude === Infinity) return -Infinity;
      const step = Math.floor(magnitude);
      return logPeak - epsilon * (magnitude - step < gamma ? step : step + 1);
    },
    cdf: (x) => {
      const half = tail(Math.abs(x - centre) / sensitivity) / 2;
      return x <= centre ? half : 1 - half;
    },
    kinks: kinks.map((kink) => centre + kink * sensitivity),
    range: [-Infinity, Infinity],
    centre,
    variance: () => sensitivity * sensitivity * (steps2 + 2 * steps1 * place1 + place2),
  });
}
