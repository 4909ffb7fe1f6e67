/**
 * Discrete Gaussian distribution: P(k) proportional to exp(-k^2 / (2 variance)) for every integer k; mean 0, variance below `variance`, by
 * less than 1e-8 of it from 1.3 on.
 *
 * Up to variance 47 000 by alias table. Beyond that, a normal draw rounded to the nearest integer k, unless it lies within a sliver at the
 * edge of k's interval: the part |x - k| <= h holds a share of the normal density proportional to the mass of k for the h that
 * solves the integral of exp(-(k / variance) t - t^2 / (2 variance)) over |t| <= h = (the same with k = 0, h = 1/2); the rest,
 * about one draw in 24 variance, is drawn again from spare words. One word a draw.
 * Accuracy: each probability is met within 2^-48, in absolute terms.
 * Limits: variance at most 2^80; for study, `exact-discrete-gaussian.ts` is for release.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { refuse } from "../numerics/requirements.ts";
import { type IntegerLaw, tabulated } from "./integer-law.ts";
import { fillNormals } from "./normal.ts";
import { parameterCache } from "./parameter-cache.ts";
import type { Stream } from "./stream.ts";
import { drawNormal, openUniform } from "./ziggurat.ts";

export const LARGEST_VARIANCE = 1.2089258196146292e24; // 2^80
/** The needs for spare words after all that the normal draw at the same position may have. */
const LATE_ATTEMPT = 512;
/** Slivers lie beyond this: h > 0.4999 for |k| up to 12 standard deviations above 200. */
const SURELY_INSIDE = 0.499;

export function sampleDiscreteGaussian(variance: number, random: Stream): number {
  requireVariance(variance);
  return discreteGaussianLaw(variance, 0).draw(random);
}

export function fillDiscreteGaussian(variance: number, out: Float64Array, random: Stream): Float64Array {
  requireVariance(variance);
  return discreteGaussianLaw(variance, 0).fill(out, random);
}

const discreteGaussianLaw = parameterCache(
  (variance) =>
    tabulated({
      mode: 0,
      up: (k) => exp(-(k + 0.5) / variance),
      down: (k) => exp((k - 0.5) / variance),
    }) ?? roundedNormal(variance),
);

function roundedNormal(variance: number): IntegerLaw {
  const sigma = Math.sqrt(variance);
  const curvature = 0.5 / variance;
  const whole = halfIntegral(0.5, 0, curvature);
  const spare = new Int32Array(4);
  const inside = (x: number, k: number) => halfIntegral(Math.abs(x - k), k / variance, curvature) <= whole;
  const drawAgain = (position: number, random: Stream) => {
    for (let attempt = LATE_ATTEMPT; ; attempt++) {
      random.spare(position, attempt, spare);
      // A normal magnitude: exponential, accepted with the ratio of the densities.
      const magnitude = -log(openUniform(spare[1], spare[0]));
      const above = magnitude - 1;
      if (-2 * log(openUniform(spare[3], spare[2])) < above * above) continue;
      const x = ((spare[2] & 1) === 0 ? magnitude : -magnitude) * sigma;
      const k = nearest(x);
      if (inside(x, k)) return k;
    }
  };
  const settle = (x: number, position: number, random: Stream) => {
    const k = nearest(x);
    return inside(x, k) ? k : drawAgain(position, random);
  };
  return {
    draw: (random) => settle(0 + drawNormal(random) * sigma, random.position - 1, random),
    fill: (out, random) => {
      const start = random.position;
      fillNormals(0, sigma, out, random);
      for (let i = 0; i < out.length; i++) {
        const x = out[i];
        const k = nearest(x);
        out[i] = Math.abs(x - k) < SURELY_INSIDE ? k : settle(x, start + i, random);
      }
      return out;
    },
  };
}

/** Never minus zero. */
function nearest(x: number): number {
  return Math.floor(x + 0.5) + 0;
}

/** Half the integral of exp(-slope t - curvature t^2) over |t| <= h, by its series: slope below 0.1, curvature below 2e-5. */
export function halfIntegral(h: number, slope: number, curvature: number): number {
  const square = slope * slope;
  const second = square / 2 - curvature;
  const fourth = (square * square) / 24 - (square * curvature) / 2 + (curvature * curvature) / 2;
  const sixth = (square * square * square) / 720 - (square * square * curvature) / 24;
  const t = h * h;
  return h * (1 + t * (second / 3 + t * (fourth / 5 + (t * sixth) / 7)));
}

function requireVariance(variance: number): void {
  if (typeof variance === "number" && variance > 0 && variance <= LARGEST_VARIANCE) return;
  refuse("variance", "positive and at most 2^80", variance);
}
