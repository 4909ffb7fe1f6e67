/**
 * PrivUnit: is the largest density ratio e^epsilon, is the release unbiased, and is its squared error the stated one?
 *
 * `vectors`: the ratio of the densities of the cosine for a truth and its opposite, on a grid, and bias and squared error of
 * releases that are drawn.
 * Source: Bhowmick, Duchi, Freudiger, Kapoor, Rogers (2018).
 */
import { privUnit } from "../../lib/mechanisms/local/priv-unit.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { sampleSphere } from "../../lib/random/sphere.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import { atMost, axis, type Estimate, estimateNear, type Judgement, meanStudy, type Part, variant, z } from "../kit.ts";

interface VectorCell {
  readonly epsilon: number;
  readonly dimension: number;
}

type Errors<Value> = Readonly<Record<"along" | "squared", Value>>;

/** The product of release and truth, and the squared distance, of `count` releases of truths all over the sphere. */
function errors(cell: VectorCell, count: number, random: Stream, halved: boolean): Errors<Moments> {
  const { dimension } = cell;
  const mechanism = privUnit(cell);
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

function judge({ epsilon, dimension }: VectorCell, { along, squared }: Errors<Estimate>): Judgement {
  const { squaredError, cosineLaw } = privUnit({ epsilon, dimension });
  const { logDensity } = cosineLaw();
  const losses = Array.from({ length: 199 }, (_, k) => (k - 99) / 100).map((t) =>
    Math.abs(logDensity(t) - logDensity(-t)),
  );
  return {
    checks: {
      epsilon: atMost(largestOf(losses), epsilon, { share: 1e-10 }),
      mean: estimateNear(along, 1, { absolute: 0.15 }),
      "squared-error": estimateNear(squared, squaredError, { share: 0.15 }),
    },
    values: { "squared-error": squaredError },
  };
}

const vectorStudy = meanStudy({
  axes: {
    epsilon: axis(z.number().min(0.5).max(10), { means: "epsilon of one release", quick: [2, 6], full: [1, 2, 4, 8] }),
    dimension: axis(z.int().min(2).max(1000), { means: "dimension", quick: [5], full: [5, 50] }),
  },
  trials: { quick: 32_768, full: 65_536 },
  blockSize: 8192,
  intervals: () => 2,
  block: (cell, count, random) => errors(cell, count, random, false),
  judge,
});

export const vectorsPart: Part = {
  claim: "private-unit-vectors",
  asks: "Is PrivUnit epsilon-private, unbiased, with the stated squared error?",
  study: vectorStudy,
  controls: {
    "whole-sphere": {
      says: "releases that, one time in 1 / (1 - p), are uniform on the whole sphere, divided by the same m",
      study: variant(vectorStudy, {
        over: { epsilon: [2], dimension: [5] },
        block: (cell, count, random) => errors(cell, count, random, true),
      }),
    },
  },
};
