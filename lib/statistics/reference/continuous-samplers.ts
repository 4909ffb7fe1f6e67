/**
 * The continuous samplers with the laws that they must follow: densities' cumulative functions, moments and scores in closed form.
 */
import { exp } from "../../numerics/exponential.ts";
import { lowerBeta } from "../../numerics/incomplete-beta.ts";
import { lowerGamma } from "../../numerics/incomplete-gamma.ts";
import { logGamma } from "../../numerics/log-gamma.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { fillBallNoise } from "../../random/ball-noise.ts";
import { fillBeta } from "../../random/beta.ts";
import { fillBinomial } from "../../random/binomial.ts";
import { fillDiscreteGaussian } from "../../random/discrete-gaussian.ts";
import { fillDiscreteLaplace } from "../../random/discrete-laplace.ts";
import { fillExponential } from "../../random/exponential.ts";
import { drawLogGamma, fillGamma } from "../../random/gamma.ts";
import { fillGumbel } from "../../random/gumbel.ts";
import { fillLaplace } from "../../random/laplace.ts";
import { fillNormal } from "../../random/normal.ts";
import { fillPoisson } from "../../random/poisson.ts";
import { fillBall, fillSphere } from "../../random/sphere.ts";
import type { Stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import type { SamplerLaw } from "../goodness-of-fit.ts";
import type { SamplerCase } from "./sampler-contract.ts";

const EULER = 0.5772156649015329;

type Family = (parameters: readonly number[]) => SamplerLaw;

function digamma(x: number): number {
  const step = 1e-4 * x;
  return (logGamma(x + step) - logGamma(x - step)) / (2 * step);
}

function trigamma(x: number): number {
  const step = 1e-3 * x;
  return (logGamma(x + step) - 2 * logGamma(x) + logGamma(x - step)) / (step * step);
}

/** The uniform law on [0, 1] has no parameter: a tilt of the density, 1 + tilt (2 x - 1), stands in for one. */
const uniform: Family = ([tilt]) => {
  const density = (x: number) => 1 + tilt * (2 * x - 1);
  const mean = 0.5 + tilt / 6;
  return {
    mean,
    variance: 1 / 3 + tilt / 6 - mean * mean,
    fourthMoment: 1 / 80, // within the square of the tilt, as the information
    cdf: (x) => x + tilt * (x * x - x),
    scores: [{ parameter: "tilt", at: (x) => (2 * x - 1) / density(x), information: 1 / 3 }],
  };
};

const laplace: Family = ([scale]) => ({
  mean: 0,
  variance: 2 * scale * scale,
  fourthMoment: 24 * scale * scale * scale * scale,
  cdf: (x) => (x < 0 ? 0.5 * exp(x / scale) : 1 - 0.5 * exp(-x / scale)),
  scores: [{ parameter: "scale", at: (x) => (Math.abs(x) / scale - 1) / scale, information: 1 / (scale * scale) }],
});

const normal: Family = ([mean, sigma]) => {
  const variance = sigma * sigma;
  const z = (x: number) => (x - mean) / sigma;
  return {
    mean,
    variance,
    fourthMoment: 3 * variance * variance,
    cdf: (x) => normalCdf(z(x)),
    scores: [
      { parameter: "mean", at: (x) => z(x) / sigma, information: 1 / variance },
      { parameter: "sigma", at: (x) => (z(x) * z(x) - 1) / sigma, information: 2 / variance },
    ],
  };
};

const gumbel: Family = ([location, scale]) => {
  const variance = (scale * scale * Math.PI * Math.PI) / 6;
  const z = (x: number) => (x - location) / scale;
  const rest = (x: number) => 1 - exp(-z(x));
  return {
    mean: location + EULER * scale,
    variance,
    fourthMoment: 5.4 * variance * variance,
    cdf: (x) => exp(-exp(-z(x))),
    scores: [
      { parameter: "location", at: (x) => rest(x) / scale, information: 1 / (scale * scale) },
      {
        parameter: "scale",
        at: (x) => (z(x) * rest(x) - 1) / scale,
        information: ((Math.PI * Math.PI) / 6 + (1 - EULER) * (1 - EULER)) / (scale * scale),
      },
    ],
  };
};

const gamma: Family = ([shape, scale]) => {
  const center = digamma(shape) + log(scale);
  return {
    mean: shape * scale,
    variance: shape * scale * scale,
    fourthMoment: 3 * shape * (shape + 2) * scale * scale * scale * scale,
    cdf: (x) => lowerGamma(shape, x / scale),
    scores: [
      { parameter: "shape", at: (x) => log(x) - center, information: trigamma(shape) },
      { parameter: "scale", at: (x) => (x / scale - shape) / scale, information: shape / (scale * scale) },
    ],
  };
};

/** The logarithm of a gamma variable of a shape below 0.01 and scale 1. */
const logGammaVariable: Family = ([shape]) => {
  const mean = digamma(shape);
  const variance = trigamma(shape);
  const third = Math.PI * Math.PI * Math.PI * (Math.PI / 15) + 6 / (shape * shape * shape * shape);
  return {
    mean,
    variance,
    fourthMoment: third + 3 * variance * variance,
    cdf: (y) => (y < -40 ? exp(shape * y - logGamma(1 + shape)) : lowerGamma(shape, exp(y))),
    scores: [{ parameter: "shape", at: (y) => y - mean, information: variance }],
  };
};

const beta: Family = ([a, b]) => {
  const sum = a + b;
  const variance = ((a / sum) * (b / sum)) / (sum + 1);
  const excess = (6 * ((a - b) * (a - b) * (sum + 1) - a * b * (sum + 2))) / (a * b * (sum + 2) * (sum + 3));
  const score = (parameter: string, shape: number, at: (x: number) => number) => {
    const center = digamma(shape) - digamma(sum);
    return { parameter, at: (x: number) => at(x) - center, information: trigamma(shape) - trigamma(sum) };
  };
  return {
    mean: a / sum,
    variance,
    fourthMoment: (3 + excess) * variance * variance,
    cdf: (x) => lowerBeta({ a, b, x }),
    scores: [score("a", a, log), score("b", b, (x) => log1p(-x))],
  };
};

/** A coordinate of ball noise in three dimensions, with density (|x| + scale) exp(-|x| / scale) / (4 scale^2). */
const ballNoiseCoordinate: Family = ([scale]) => ({
  mean: 0,
  variance: 4 * scale * scale,
  fourthMoment: 72 * scale * scale * scale * scale,
  cdf: (x) => {
    const upper = (exp(-Math.abs(x) / scale) * (Math.abs(x) + 2 * scale)) / (4 * scale);
    return x < 0 ? upper : 1 - upper;
  },
  scores: [],
});

function filled(size: number, fill: (out: Float64Array) => void): Float64Array {
  const out = new Float64Array(size);
  fill(out);
  return out;
}

/** Of points in three dimensions, one number each. */
function ofPoints(
  size: number,
  fill: (out: Float64Array) => void,
  of: (x: number, y: number, z: number) => number,
): Float64Array {
  const points = filled(3 * size, fill);
  return filled(size, (out) => {
    for (let i = 0; i < size; i++) out[i] = of(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  });
}

const norm = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);
const cube = (x: number, y: number, z: number) => (x * x + y * y + z * z) * norm(x, y, z);
/** In a direction with no special place among the axes; of a uniform direction, uniform on [0, 1]. */
const aslant = (x: number, y: number, z: number) => 0.5 + (0.48 * x - 0.6 * y + 0.64 * z) / (2 * norm(x, y, z));

const draws = (fill: (out: Float64Array, random: Stream) => void) => (size: number, random: Stream) =>
  filled(size, (out) => fill(out, random));

/** Standardised, for laws on enough integers to be normal within 1e-6, or Laplace. */
function standardised(out: Float64Array, { center, sigma }: { center: number; sigma: number }): void {
  for (let i = 0; i < out.length; i++) out[i] = (out[i] - center) / sigma;
}

const ballNoise3 = { dimension: 3, scale: 0.8 };
export const continuousSamplers: readonly SamplerCase[] = [
  ["uniform", uniform, [0], draws(fillUniform)],
  ["laplace", laplace, [0.7], draws((out, random) => fillLaplace(0.7, out, random))],
  ["exponential", gamma, [1, 2.5], draws((out, random) => fillExponential(2.5, out, random))],
  ["normal", normal, [3, 0.7], draws((out, random) => fillNormal({ mean: 3, sigma: 0.7 }, out, random))],
  [
    "gumbel",
    gumbel,
    [3, 0.7],
    draws((out, random) => fillGumbel({ location: 3, scale: 0.7 }, out, random)),
    { 1e5: 3 },
  ],
  ["gamma", gamma, [2.5, 0.7], draws((out, random) => fillGamma({ shape: 2.5, scale: 0.7 }, out, random))],
  [
    "gamma, shape below 1",
    gamma,
    [0.3, 2],
    draws((out, random) => fillGamma({ shape: 0.3, scale: 2 }, out, random)),
    { 1e5: 2 },
  ],
  ["gamma, huge shape", gamma, [1e8, 1], draws((out, random) => fillGamma({ shape: 1e8, scale: 1 }, out, random))],
  [
    "log of gamma, tiny shape",
    logGammaVariable,
    [1e-4],
    (size, random) => new Float64Array(size).map(() => drawLogGamma(1e-4, random)),
  ],
  ["beta", beta, [2, 3.5], draws((out, random) => fillBeta({ a: 2, b: 3.5 }, out, random))],
  [
    "beta, shapes below 1",
    beta,
    [0.4, 0.7],
    draws((out, random) => fillBeta({ a: 0.4, b: 0.7 }, out, random)),
    { 1e6: 2 },
  ],
  ["beta, one shape below 1", beta, [0.4, 30], draws((out, random) => fillBeta({ a: 0.4, b: 30 }, out, random))],
  [
    "a direction of the sphere",
    uniform,
    [0],
    (size, random) => ofPoints(size, (out) => fillSphere(3, out, random), aslant),
  ],
  [
    "an axis of the sphere",
    beta,
    [1, 1],
    (size, random) =>
      ofPoints(
        size,
        (out) => fillSphere(3, out, random),
        (x) => 0.5 + x / 2,
      ),
  ],
  ["the radius in the ball", uniform, [0], (size, random) => ofPoints(size, (out) => fillBall(3, out, random), cube)],
  [
    "a direction in the ball",
    uniform,
    [0],
    (size, random) => ofPoints(size, (out) => fillBall(3, out, random), aslant),
  ],
  [
    "the radius of ball noise",
    gamma,
    [3, 0.8],
    (size, random) => ofPoints(size, (out) => fillBallNoise(ballNoise3, out, random), norm),
    { 1e5: 2 },
  ],
  [
    "a direction of ball noise",
    beta,
    [1, 1],
    (size, random) => ofPoints(size, (out) => fillBallNoise(ballNoise3, out, random), aslant),
  ],
  [
    "a coordinate of ball noise",
    ballNoiseCoordinate,
    [0.8],
    (size, random) =>
      ofPoints(
        size,
        (out) => fillBallNoise(ballNoise3, out, random),
        (_x, y) => y,
      ),
  ],
  [
    "ball noise in dimension 1",
    laplace,
    [0.7],
    draws((out, random) => fillBallNoise({ dimension: 1, scale: 0.7 }, out, random)),
  ],
  [
    "binomial of 1e14 trials",
    normal,
    [0, 1],
    draws((out, random) => {
      fillBinomial({ trials: 1e14, probability: 0.5 }, out, random);
      standardised(out, { center: 5e13, sigma: 5e6 });
    }),
  ],
  [
    "poisson of mean 1e14",
    normal,
    [0, 1],
    draws((out, random) => standardised(fillPoisson(1e14, out, random), { center: 1e14, sigma: 1e7 })),
    { 1e6: 2 },
  ],
  [
    "discrete gaussian of variance 1e14",
    normal,
    [0, 1],
    draws((out, random) => standardised(fillDiscreteGaussian(1e14, out, random), { center: 0, sigma: 1e7 })),
    { 1e5: 2 },
  ],
  [
    "two-sided geometric of scale 1e7",
    laplace,
    [1],
    draws((out, random) => standardised(fillDiscreteLaplace(1e7, out, random), { center: 0, sigma: 1e7 })),
    { 1e6: 2 },
  ],
];
