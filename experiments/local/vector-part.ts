/**
 * PrivUnit: is the largest density ratio e^epsilon, is the release unbiased, and is its squared error the stated one?
 *
 * `vectors`: the ratio of the densities of the cosine for a truth and its opposite, on a grid, and bias and squared error of
 * releases that are drawn.
 * Source: Bhowmick, Duchi, Freudiger, Kapoor, Rogers (2018).
 */
import { type PrivUnit, privUnit } from "../../lib/mechanisms/local/priv-unit.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { sampleSphere } from "../../lib/random/sphere.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { type Moments, mergeMoments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  estimateNear,
  type Judgement,
  meanOf,
  type Part,
  type SampleContext,
  sampledStudy,
  z,
} from "../kit.ts";

interface VectorCell {
  readonly epsilon: number;
  readonly dimension: number;
}

interface Errors {
  readonly along: Moments;
  readonly squared: Moments;
}

const axes = {
  epsilon: axis(z.number().min(0.5).max(10), { means: "epsilon of one release", quick: [2, 6], full: [1, 2, 4, 8] }),
  dimension: axis(z.int().min(2).max(1000), { means: "dimension", quick: [5], full: [5, 50] }),
};

/** The product of release and truth, and the squared distance, of `count` releases of truths all over the sphere. */
function errors(mechanism: PrivUnit, dimension: number, count: number, random: Stream, halved: boolean): Errors {
  const [along, squared] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) {
    const truth = sampleSphere(dimension, random);
    // A control: outside the cap from the whole sphere.
    const uniform = halved && sampleUniform(random) >= mechanism.capProbability;
    const release = uniform
      ? sampleSphere(dimension, random).map((x) => x / mechanism.m)
      : mechanism.release(truth, random);
    for (let i = 0; i < dimension; i++) {
      along[k] += release[i] * truth[i];
      squared[k] += (release[i] - truth[i]) * (release[i] - truth[i]);
    }
  }
  return { along: momentsOf(along), squared: momentsOf(squared) };
}

function judge(
  { epsilon, dimension }: VectorCell,
  { along, squared }: Errors,
  { errorRate }: SampleContext,
): Judgement {
  const { squaredError, cosineLaw } = privUnit({ epsilon, dimension });
  const { logDensity } = cosineLaw();
  const losses = Array.from({ length: 199 }, (_, k) => (k - 99) / 100).map((t) =>
    Math.abs(logDensity(t) - logDensity(-t)),
  );
  return {
    checks: {
      epsilon: atMost(largestOf(losses), epsilon, { share: 1e-10 }),
      mean: estimateNear(meanOf(along, { errorRate }), 1, { absolute: 0.15 }),
      "squared-error": estimateNear(meanOf(squared, { errorRate }), squaredError, { share: 0.15 }),
    },
    values: { "squared-error": squaredError },
  };
}

const drawn = {
  trials: { quick: 32_768, full: 65_536 },
  blockSize: 8192,
  intervals: () => 2,
  merge: (one: Errors, other: Errors) => ({
    along: mergeMoments(one.along, other.along),
    squared: mergeMoments(one.squared, other.squared),
  }),
  judge,
};

export const vectorsPart: Part = {
  claim: "private-unit-vectors",
  asks: "Is PrivUnit epsilon-private, unbiased, with the stated squared error?",
  study: sampledStudy({
    axes,
    block: ({ epsilon, dimension }, count, random) =>
      errors(privUnit({ epsilon, dimension }), dimension, count, random, false),
    ...drawn,
  }),
  controls: {
    "whole-sphere": {
      says: "releases that, one time in 1 / (1 - p), are uniform on the whole sphere, divided by the same m",
      study: sampledStudy({
        axes: {
          ...axes,
          epsilon: axis(z.number().min(0.5).max(10), { means: "epsilon of one release", quick: [2] }),
          dimension: axis(z.int().min(2).max(1000), { means: "dimension", quick: [5] }),
        },
        block: ({ epsilon, dimension }, count, random) =>
          errors(privUnit({ epsilon, dimension }), dimension, count, random, true),
        ...drawn,
      }),
    },
  },
};
