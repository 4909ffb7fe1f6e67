/**
 * Discrete Gaussian noise: P(k) proportional to exp(-k^2 / (2 variance)).
 *
 * The normaliser is summed as it stands up to variance 1, and beyond by Poisson's formula, sqrt(2 pi variance) times the sum of
 * exp(-2 pi^2 variance k^2), whose terms fall faster there (Canonne, Kamath, Steinke 2020, fact 18).
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { IntegerNoise } from "./integer-noise-law.ts";

const DEPTH = 45;

export function discreteGaussianNoise(variance: number): IntegerNoise {
  requirePositive({ variance });
  const logNormaliser = log(normaliser(variance));
  const radius = Math.ceil(Math.sqrt(2 * DEPTH * variance)) + 1;
  const logMass = (magnitude: number) => -((magnitude / variance) * magnitude) / 2 - logNormaliser;
  const fall = exp(-(radius + 1.5) / variance);
  return { logMass, radius, neglected: (2 * exp(logMass(radius + 1))) / (1 - fall) };
}

function normaliser(variance: number): number {
  const rate = variance <= 1 ? 1 / (2 * variance) : 2 * Math.PI * Math.PI * variance;
  let sum = 0;
  for (let k = 12; k >= 1; k--) sum += 2 * exp(-rate * k * k);
  return (1 + sum) * (variance <= 1 ? 1 : Math.sqrt(2 * Math.PI * variance));
}
