import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillBallNoise, sampleBallNoise } from "./ball-noise.ts";
import { fillBernoulli, sampleBernoulli } from "./bernoulli.ts";
import { fillBeta, sampleBeta } from "./beta.ts";
import { fillBinomial, sampleBinomial } from "./binomial.ts";
import { aliasTable, fillCategorical, sampleCategorical } from "./categorical.ts";
import { fillDiscreteGaussian, sampleDiscreteGaussian } from "./discrete-gaussian.ts";
import { fillDiscreteLaplace, sampleDiscreteLaplace } from "./discrete-laplace.ts";
import { fillExponential, sampleExponential } from "./exponential.ts";
import { fillGamma, sampleGamma } from "./gamma.ts";
import { fillGeometric, sampleGeometric } from "./geometric.ts";
import { fillMultinomial, sampleMultinomial } from "./multinomial.ts";
import { fillPoisson, samplePoisson } from "./poisson.ts";
import { fillBall, fillSphere, sampleBall, sampleSphere } from "./sphere.ts";
import { type Stream, stream } from "./stream.ts";

type Sampler<Parameters, Draw> = (parameters: Parameters, random: Stream) => Draw;
type Filler<Parameters> = (parameters: Parameters, out: Float64Array, random: Stream) => Float64Array;
interface Pair {
  readonly coordinates: number;
  sample(random: Stream): ArrayLike<number>;
  fill(out: Float64Array, random: Stream): Float64Array;
}

function pair<P>(parameters: P, sample: Sampler<P, number>, fill: Filler<P>): Pair {
  return {
    coordinates: 1,
    sample: (random) => [sample(parameters, random)],
    fill: (out, random) => fill(parameters, out, random),
  };
}

function points<P>(coordinates: number, parameters: P, sample: Sampler<P, Float64Array>, fill: Filler<P>): Pair {
  return {
    coordinates,
    sample: (random) => sample(parameters, random),
    fill: (out, random) => fill(parameters, out, random),
  };
}

// Every way that a distribution is drawn: by table, by rejection, with a few spare words (scales just beyond the tables).
const pairs: Record<string, Pair> = {
  exponential: pair(0.7, sampleExponential, fillExponential),
  gamma: pair({ shape: 2.5, scale: 3 }, sampleGamma, fillGamma),
  "gamma below shape 1": pair({ shape: 0.25, scale: 3 }, sampleGamma, fillGamma),
  beta: pair({ a: 2, b: 3 }, sampleBeta, fillBeta),
  "beta below shape 1": pair({ a: 0.2, b: 3 }, sampleBeta, fillBeta),
  bernoulli: pair(0.3, sampleBernoulli, fillBernoulli),
  geometric: pair(0.01, sampleGeometric, fillGeometric),
  categorical: pair(aliasTable([1, 2, 3, 4, 5]), sampleCategorical, fillCategorical),
  binomial: pair({ trials: 1000, probability: 0.3 }, sampleBinomial, fillBinomial),
  "binomial, mirrored": pair({ trials: 1000, probability: 0.9 }, sampleBinomial, fillBinomial),
  "binomial by rejection": pair({ trials: 1e6, probability: 0.9 }, sampleBinomial, fillBinomial),
  poisson: pair(30, samplePoisson, fillPoisson),
  "poisson by rejection": pair(1e6, samplePoisson, fillPoisson),
  "two-sided geometric": pair(3, sampleDiscreteLaplace, fillDiscreteLaplace),
  "two-sided geometric, cut": pair(47, sampleDiscreteLaplace, fillDiscreteLaplace),
  "discrete gaussian": pair(9, sampleDiscreteGaussian, fillDiscreteGaussian),
  "discrete gaussian, rounded": pair(50_000, sampleDiscreteGaussian, fillDiscreteGaussian),
  multinomial: points(3, { trials: 100, weights: [1, 2, 3] }, sampleMultinomial, fillMultinomial),
  sphere: points(3, 3, sampleSphere, fillSphere),
  "sphere, high dimension": points(40, 40, sampleSphere, fillSphere),
  ball: points(2, 2, sampleBall, fillBall),
  "ball noise": points(3, { dimension: 3, scale: 2 }, sampleBallNoise, fillBallNoise),
};

describe.each(Object.entries(pairs))("%s", (name, { coordinates, sample, fill }) => {
  it("gives the same bits in batches of any sizes and one by one", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 8 }), (sizes) => {
        const batched = stream(1, name);
        const single = stream(1, name);
        for (const size of sizes) {
          const count = Math.ceil(size / coordinates);
          const out = fill(new Float64Array(count * coordinates), batched);
          for (let i = 0; i < count; i++) {
            const draw = sample(single);
            for (let j = 0; j < coordinates; j++) if (!Object.is(out[i * coordinates + j], draw[j])) return false;
          }
        }
        return batched.position === single.position;
      }),
      { numRuns: 8, seed: 1 },
    );
  });

  it("leaves an empty array and the stream as they are", () => {
    const random = stream(1);
    expect(fill(new Float64Array(0), random).length).toBe(0);
    expect(random.position).toBe(0);
  });

  it("refuses what is not a Float64Array of whole points", () => {
    expect(() => fill([] as unknown as Float64Array, stream(1))).toThrow(/out must be a Float64Array/);
    if (coordinates > 1) {
      const wrong = new Float64Array(coordinates + 1);
      expect(() => fill(wrong, stream(1))).toThrow(`the length of out must be a multiple of ${coordinates}, got`);
    }
  });
});

describe("rare draws", () => {
  it("are drawn again alike in a batch and one by one where the cut or the rounding rejects them", () => {
    const size = 400_000;
    const cut = fillDiscreteLaplace(47, new Float64Array(size), stream(1, "cut"));
    const rounded = fillDiscreteGaussian(48_000, new Float64Array(size), stream(1, "rounded"));
    const one = stream(1, "cut");
    const other = stream(1, "rounded");
    let different = 0;
    for (let i = 0; i < size; i++) {
      if (cut[i] !== sampleDiscreteLaplace(47, one)) different++;
      if (rounded[i] !== sampleDiscreteGaussian(48_000, other)) different++;
    }
    expect(different).toBe(0);
  });
});

describe("a stream of another copy of the library", () => {
  /** What the samplers know of a stream, without being one: its kernels have a memory of their own. */
  function foreign(own: Stream): Stream {
    const copy = {
      mode: "reproducible",
      get high() {
        return own.high;
      },
      get low() {
        return own.low;
      },
      get position() {
        return own.position;
      },
      next: () => own.next(),
      uint32: () => own.uint32(),
      spare: (position: number, attempt: number, block: Int32Array) => own.spare(position, attempt, block),
      batch: () => {
        throw new Error("the words would be in another memory");
      },
    };
    return copy as unknown as Stream;
  }

  it("gives the same bits, draw by draw", () => {
    for (const fill of [
      (out: Float64Array, random: Stream) => fillBernoulli(0.3, out, random),
      (out: Float64Array, random: Stream) => fillExponential(2, out, random),
      (out: Float64Array, random: Stream) => fillGamma({ shape: 2.5, scale: 1 }, out, random),
    ]) {
      const expected = fill(new Float64Array(500), stream(20261116, "copies"));
      expect(fill(new Float64Array(500), foreign(stream(20261116, "copies")))).toEqual(expected);
    }
  });
});
