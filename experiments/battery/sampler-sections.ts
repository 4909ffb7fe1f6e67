/**
 * Samplers in the battery: 1 000 000 draws of each, in eight blocks with a stream of their own.
 */
import { fillBallNoise } from "../../lib/random/ball-noise.ts";
import { fillBernoulli } from "../../lib/random/bernoulli.ts";
import { sampleBernoulliExp } from "../../lib/random/bernoulli-exp.ts";
import { fillBeta } from "../../lib/random/beta.ts";
import { fillBinomial } from "../../lib/random/binomial.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { aliasTable, fillCategorical } from "../../lib/random/categorical.ts";
import { fillDiscreteGaussian } from "../../lib/random/discrete-gaussian.ts";
import { sampleExactDiscreteGaussian } from "../../lib/random/exact-discrete-gaussian.ts";
import { sampleExactDiscreteLaplace } from "../../lib/random/exact-discrete-laplace.ts";
import { fillExponential } from "../../lib/random/exponential.ts";
import { fillGamma } from "../../lib/random/gamma.ts";
import { fillGeometric } from "../../lib/random/geometric.ts";
import { fillGumbel } from "../../lib/random/gumbel.ts";
import { fillLaplace } from "../../lib/random/laplace.ts";
import { fillMultinomial } from "../../lib/random/multinomial.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import { samplePermutation } from "../../lib/random/permutation.ts";
import { fillPoisson } from "../../lib/random/poisson.ts";
import { samplePoissonSubsample } from "../../lib/random/poisson-subsample.ts";
import { fillBall, fillSphere } from "../../lib/random/sphere.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { sampleSubset } from "../../lib/random/subset.ts";
import { fillDiscreteLaplace } from "../../lib/random/discrete-laplace.ts";
import { fillUniform } from "../../lib/random/uniform.ts";
import type { Section } from "./sections.ts";

const BLOCKS = 8;
const BLOCK_LENGTH = 125_000;

function section(name: string, fill: (random: Stream, out: Float64Array) => unknown): Section {
  return {
    name: `${name} draws`,
    blocks: BLOCKS,
    blockLength: BLOCK_LENGTH,
    values: (block) => {
      const out = new Float64Array(BLOCK_LENGTH);
      fill(stream("battery", name, block), out);
      return out;
    },
  };
}

/** Draws one number at a time. */
function each(draw: (random: Stream) => number | bigint): (random: Stream, out: Float64Array) => void {
  return (random, out) => {
    for (let i = 0; i < out.length; i++) out[i] = Number(draw(random));
  };
}

/** Draws lists and lays them end to end, the last one cut. */
function lists(draw: (random: Stream) => ArrayLike<number>): (random: Stream, out: Float64Array) => void {
  return (random, out) => {
    for (let done = 0; done < out.length; ) {
      const list = draw(random);
      for (let i = 0; i < list.length && done < out.length; i++) out[done++] = list[i];
    }
  };
}

export const samplerSections: readonly Section[] = [
  section("uniform", fillUniform),
  section("laplace", (random, out) => fillLaplace(random, 0.5, out)),
  section("normal", (random, out) => fillNormal(random, { mean: 1, sigma: 3 }, out)),
  section("exponential", (random, out) => fillExponential(random, 2, out)),
  section("gumbel", (random, out) => fillGumbel(random, { location: -1, scale: 0.25 }, out)),
  section("gamma", (random, out) => fillGamma(random, { shape: 2.5, scale: 2 }, out)),
  section("gamma of small shape", (random, out) => fillGamma(random, { shape: 0.1, scale: 2 }, out)),
  section("beta", (random, out) => fillBeta(random, { a: 0.5, b: 3 }, out)),
  section("bernoulli", (random, out) => fillBernoulli(random, 0.3, out)),
  section("binomial", (random, out) => fillBinomial(random, { trials: 1000, probability: 0.5 }, out)),
  section("binomial of many trials", (random, out) =>
    fillBinomial(random, { trials: 10_000_000, probability: 0.2 }, out),
  ),
  section("geometric", (random, out) => fillGeometric(random, 0.01, out)),
  section("two-sided geometric", (random, out) => fillDiscreteLaplace(random, 1, out)),
  section("two-sided geometric, wide", (random, out) => fillDiscreteLaplace(random, 1000, out)),
  section("discrete Gaussian", (random, out) => fillDiscreteGaussian(random, 100, out)),
  section("discrete Gaussian, wide", (random, out) => fillDiscreteGaussian(random, 1e8, out)),
  section("multinomial", (random, out) =>
    fillMultinomial(random, { trials: 1000, weights: [0.1, 0.2, 0.3, 0.15, 0.25] }, out),
  ),
  section("poisson", (random, out) => fillPoisson(random, 7.5, out)),
  section("poisson of large mean", (random, out) => fillPoisson(random, 1e6, out)),
  section("categorical", (random, out) => fillCategorical(random, aliasTable([3, 1, 4, 1, 5, 9, 2, 6]), out)),
  section("ball noise", (random, out) => fillBallNoise(random, { dimension: 5, scale: 2 }, out)),
  section("sphere", (random, out) => fillSphere(random, 5, out)),
  section("ball", (random, out) => fillBall(random, 5, out)),
  section(
    "bounded integer",
    each((random) => sampleBoundedInteger(random, 1_000_003)),
  ),
  section(
    "permutation",
    lists((random) => samplePermutation(random, 1000)),
  ),
  section(
    "subset",
    lists((random) => sampleSubset(random, { size: 1000, count: 100 })),
  ),
  section(
    "Poisson subsample",
    lists((random) => samplePoissonSubsample(random, { size: 1000, probability: 0.1 })),
  ),
  section(
    "Bernoulli of exp",
    each((random) => sampleBernoulliExp(random, { numerator: 3, denominator: 2 })),
  ),
  section(
    "exact discrete Laplace",
    each((random) => sampleExactDiscreteLaplace(random, { numerator: 7, denominator: 3 })),
  ),
  section(
    "exact discrete Gaussian",
    each((random) => sampleExactDiscreteGaussian(random, { numerator: 25, denominator: 2 })),
  ),
];
