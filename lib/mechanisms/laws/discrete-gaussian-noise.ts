/**
 * Discrete Gaussian noise: P(k) proportional to exp(-k^2 / (2 variance)).
 *
 * The normaliser is summed as it stands up to variance 1, and beyond by Poisson's formula, sqrt(2 pi variance) times the sum of
 * exp(-2 pi^2 variance k^2), whose terms fall faster there (Canonne, Kamath, Steinke 2020, fact 18).
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../../numerics/normal.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { IntegerNoise } from "./integer-noise-law.ts";

const DEPTH = 45;

export function discreteGaussianNoise(variance: number): IntegerNoise {
  requirePositive({ variance });
  const logNormaliser = log(normaliser(variance));
  const radius = Math.ceil(Math.sqrt(2 * DEPTH * variance)) + 1;
  const logMass = (magnitude: number) => -((magnitude / variance) * magnitude) / 2 - logNormaliser;
  const fall = exp(-(radius + 1.5) / variance);
  return {
    logMass,
    radius,
    neglected: (2 * exp(logMass(radius + 1))) / (1 - fall),
    variance: variance > SUMMED_MOMENTS ? variance : momentOf(logMass, radius),
    tail: (magnitude) =>
      variance > SUMMED_TAILS ? wideTail(magnitude + 1, variance) : summedTail(magnitude + 1, logMass, radius),
  };
}

/** Beyond this variance that of the discrete law is the same to e^-1900. */
const SUMMED_MOMENTS = 100;
/** Up to this variance tails are summed, at most some 10^5 masses. */
const SUMMED_TAILS = 1e8;

function momentOf(logMass: (magnitude: number) => number, radius: number): number {
  let sum = 0;
  for (let k = radius; k >= 1; k--) sum += 2 * k * k * exp(logMass(k));
  return sum;
}

/** From the far end, so that small masses are not lost. */
function summedTail(first: number, logMass: (magnitude: number) => number, radius: number): number {
  if (exp(logMass(first)) === 0) return 0;
  let sum = 0;
  // Beyond the radius masses fall by e^-42 within half of it.
  for (let k = Math.max(first, radius) + Math.ceil(radius / 2); k >= first; k--) sum += exp(logMass(k));
  return sum;
}

/** Euler and Maclaurin's formula; the next term is below 1e-16 of the sum at 45 standard deviations. */
function wideTail(first: number, variance: number): number {
  const sigma = Math.sqrt(variance);
  const slope = first / variance;
  const correction = 0.5 + slope / 12 + ((3 * slope) / variance - slope * slope * slope) / 720;
  return normalCdf(-first / sigma) + correction * (normalDensity(first / sigma) / sigma);
}

function normaliser(variance: number): number {
  const rate = variance <= 1 ? 1 / (2 * variance) : 2 * Math.PI * Math.PI * variance;
  let sum = 0;
  for (let k = 12; k >= 1; k--) sum += 2 * exp(-rate * k * k);
  return (1 + sum) * (variance <= 1 ? 1 : Math.sqrt(2 * Math.PI * variance));
}
