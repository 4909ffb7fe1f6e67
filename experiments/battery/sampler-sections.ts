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
import { fillDiscreteLaplace } from "../../lib/random/discrete-laplace.ts";
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
import { fillUniform } from "../../lib/random/uniform.ts";
import type { Section } from "./section.ts";

const BLOCKS = 8;
const BLOCK_LENGTH = 125_000;

function section(name: string, fill: (out: Float64Array, random: Stream) => unknown): Section {
  return {
    name: `${name} draws`,
    blocks: BLOCKS,
    blockLength: BLOCK_LENGTH,
    values: (block) => {
      const out = new Float64Array(BLOCK_LENGTH);
      fill(out, stream("battery", name, block));
      return out;
    },
  };
}

/** Draws one number at a time. */
function each(draw: (random: Stream) => number | bigint): (out: Float64Array, random: Stream) => void {
  return (out, random) => {
    for (let i = 0; i < out.length; i++) out[i] = Number(draw(random));
  };
}

/** Draws lists and lays them end to end, the last one cut. */
function lists(draw: (random: Stream) => ArrayLike<number>): (out: Float64Array, random: Stream) => void {
  return (out, random) => {
    for (let done = 0; done < out.length; ) {
      const list = draw(random);
      for (let i = 0; i < list.length && done < out.length; i++) out[done++] = list[i];
    }
  };
}

export const samplerSections: readonly Section[] = [
  section("uniform", fillUniform),
  section("laplace", (out, random) => fillLaplace(0.5, out, random)),
  section("normal", (out, random) => fillNormal({ mean: 1, sigma: 3 }, out, random)),
  section("exponential", (out, random) => fillExponential(2, out, random)),
  section("gumbel", (out, random) => fillGumbel({ location: -1, scale: 0.25 }, out, random)),
  section("gamma", (out, random) => fillGamma({ shape: 2.5, scale: 2 }, out, random)),
  section("gamma of small shape", (out, random) => fillGamma({ shape: 0.1, scale: 2 }, out, random)),
  section("beta", (out, random) => fillBeta({ a: 0.5, b: 3 }, out, random)),
  section("bernoulli", (out, random) => fillBernoulli(0.3, out, random)),
  section("binomial", (out, random) => fillBinomial({ trials: 1000, probability: 0.5 }, out, random)),
  section("binomial of many trials", (out, random) =>
    fillBinomial({ trials: 10_000_000, probability: 0.2 }, out, random),
  ),
  section("geometric", (out, random) => fillGeometric(0.01, out, random)),
  section("two-sided geometric", (out, random) => fillDiscreteLaplace(1, out, random)),
  section("two-sided geometric, wide", (out, random) => fillDiscreteLaplace(1000, out, random)),
  section("discrete Gaussian", (out, random) => fillDiscreteGaussian(100, out, random)),
  section("discrete Gaussian, wide", (out, random) => fillDiscreteGaussian(1e8, out, random)),
  section("multinomial", (out, random) =>
    fillMultinomial({ trials: 1000, weights: [0.1, 0.2, 0.3, 0.15, 0.25] }, out, random),
  ),
  section("poisson", (out, random) => fillPoisson(7.5, out, random)),
  section("poisson of large mean", (out, random) => fillPoisson(1e6, out, random)),
  section("categorical", (out, random) => fillCategorical(aliasTable([3, 1, 4, 1, 5, 9, 2, 6]), out, random)),
  section("ball noise", (out, random) => fillBallNoise({ dimension: 5, scale: 2 }, out, random)),
  section("sphere", (out, random) => fillSphere(5, out, random)),
  section("ball", (out, random) => fillBall(5, out, random)),
  section(
    "bounded integer",
    each((random) => sampleBoundedInteger(1_000_003, random)),
  ),
  section(
    "permutation",
    lists((random) => samplePermutation(1000, random)),
  ),
  section(
    "subset",
    lists((random) => sampleSubset({ size: 1000, count: 100 }, random)),
  ),
  section(
    "Poisson subsample",
    lists((random) => samplePoissonSubsample({ size: 1000, samplingRate: 0.1 }, random)),
  ),
  section(
    "Bernoulli of exp",
    each((random) => sampleBernoulliExp({ numerator: 3, denominator: 2 }, random)),
  ),
  section(
    "exact discrete Laplace",
    each((random) => sampleExactDiscreteLaplace({ numerator: 7, denominator: 3 }, random)),
  ),
  section(
    "exact discrete Gaussian",
    each((random) => sampleExactDiscreteGaussian({ numerator: 25, denominator: 2 }, random)),
  ),
];
