/**
 * Clipping, by the gradients that the library clips: with the linear loss the gradient of a record is the record itself.
 *
 * Part `clip`: vectors drawn with norms from far inside the ball to far outside, in any direction: none comes out longer than C,
 * none from inside is changed, and none from outside is shorter than C or turned. Part `clip-norm`: the norm that comes out,
 * min(norm, C), at given norms. The controls clip by max in place of min, as lecture notes print it.
 * Source: Abadi et al. (CCS 2016).
 */
import { clippedGradients } from "../../lib/learning/clipped-gradient.ts";
import { dataset } from "../../lib/learning/dataset.ts";
import { linearLoss } from "../../lib/learning/loss.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { fillUniform } from "../../lib/random/uniform.ts";
import { atMost, axis, equal, exactStudy, type PartDraft, sampledStudy, variant, z } from "../kit.ts";

type Clip = (vector: Float64Array, clip: number) => Float64Array;

const clipped: Clip = (vector, clip) => {
  const data = dataset({ features: vector, labels: Float64Array.of(-1), columns: vector.length });
  return clippedGradients({ data, loss: linearLoss, clip }).sum(
    new Float64Array(vector.length),
    new Float64Array(vector.length),
  );
};

/** z max(1, C / norm), as printed. */
const printed: Clip = (vector, clip) => {
  const factor = Math.max(1, clip / norm(vector));
  return vector.map((x) => x * factor);
};

const norm = (vector: Float64Array) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

/** A vector of given norm along (1, 2, ..., d). */
function along(dimension: number, length: number): Float64Array {
  const direction = Float64Array.from({ length: dimension }, (_, k) => k + 1);
  const whole = norm(direction);
  return direction.map((x) => (x / whole) * length);
}

const ROUNDING = 1e-12;

const dimension = axis(z.int().min(1).max(1000), { means: "coordinates", quick: [2, 20], full: [1, 2, 20, 200] });
const clip = axis(z.number().min(0.01).max(100), {
  means: "C, the largest norm",
  quick: [0.5, 1],
  full: [0.1, 0.5, 1, 5],
});

interface Ball {
  readonly dimension: number;
  readonly clip: number;
}

/** How many of `count` vectors, whose norms are C e^t with t uniform on [-5, 5], are clipped wrongly. */
function wrongOnes({ dimension, clip }: Ball, count: number, random: Stream, how: Clip) {
  const counts = { long: 0, changed: 0, turned: 0 };
  const places = fillUniform(new Float64Array(count), random.child(0, "norms"));
  const draws = random.child(1, "directions");
  const direction = new Float64Array(dimension);
  for (let i = 0; i < count; i++) {
    fillNormal({ mean: 0, sigma: 1 }, direction, draws);
    const length = clip * exp(10 * places[i] - 5);
    const factor = length / norm(direction);
    const vector = direction.map((x) => x * factor);
    const result = how(vector, clip);
    if (norm(result) > clip * (1 + ROUNDING)) counts.long++;
    const kept = Math.min(1, clip / norm(vector));
    const off = norm(result.map((x, k) => x - kept * vector[k]));
    if (length < clip && off > 0) counts.changed++;
    if (length >= clip && off > ROUNDING * clip) counts.turned++;
  }
  return counts;
}

const drawnStudy = sampledStudy({
  axes: { dimension, clip },
  trials: { quick: 10_000, full: 10_000 },
  blockSize: 2000,
  intervals: () => 1,
  block: (cell, count, random) => wrongOnes(cell, count, random, clipped),
  judge: (_, found) => ({
    checks: {
      "longer-than-clip": atMost(found.long, 0),
      "changed-inside": atMost(found.changed, 0),
      "wrong-outside": atMost(found.turned, 0),
    },
  }),
});

export const drawnPart: PartDraft = {
  claim: "clip",
  asks: "Is no drawn vector longer than C after clipping, and none from inside the ball changed?",
  study: drawnStudy,
  controls: {
    "max-for-min": {
      says: "max(1, C / norm) in place of min: small vectors are blown up and large ones stay",
      study: variant(drawnStudy, { block: (cell, count, random) => wrongOnes(cell, count, random, printed) }),
    },
  },
};

export const normPart: PartDraft = {
  claim: "clip",
  asks: "Is the norm that comes out the smaller of the norm that went in and C?",
  study: exactStudy({
    axes: {
      dimension,
      clip,
      norm: axis(z.number().min(0).max(1e6), {
        means: "norm of the vector",
        quick: [0, 0.25, 1, 10],
        full: [0, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
      }),
    },
    exact: ({ dimension, clip, norm: length }) => ({
      checks: {
        norm: equal(norm(clipped(along(dimension, length), clip)), Math.min(length, clip), { share: ROUNDING }),
      },
    }),
  }),
  controls: {
    "max-for-min": {
      says: "max(1, C / norm) in place of min, as printed: a vector of ten times C stays, one of a tenth of it is blown up",
      refutes: ["E27"],
      study: exactStudy({
        axes: { dimension, clip },
        exact: ({ dimension, clip }) => {
          const found = (times: number) => norm(printed(along(dimension, times * clip), clip));
          return {
            checks: {
              "norm-outside": atMost(found(10), clip),
              "norm-inside": equal(found(0.1), 0.1 * clip, { share: ROUNDING }),
            },
          };
        },
      }),
    },
  },
};
