/**
 * The exponential mechanism on the linear loss: exact privacy on the line, and draws whose mean excess must be the exact one.
 */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { tiltedIntervalLaw } from "../../lib/learning/exponential-linear.ts";
import type { ContinuousLaw } from "../../lib/privacy/loss/law.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  estimateEquals,
  exactStudy,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { epsilonOf } from "./axes.ts";
import { linearMechanism } from "./exponential-parts.ts";
import { linearExcess } from "./linear-instance.ts";

const SIZE = 1002;

/** Records of 1 and -1 on the line, an even number that add up to `sum`. */
function lineRecords(sum: number): Dataset {
  const labels = Float64Array.from({ length: SIZE }, (_, i) => (2 * i < SIZE + sum ? 1 : -1));
  return dataset({ features: new Float64Array(SIZE).fill(1), labels, columns: 1 });
}

/** The largest log-ratio when a record turns over; it is linear in the draw, and so largest at an end. */
function judgePrivacy(epsilon: number, laws: readonly ContinuousLaw[]): Judgement {
  const { upper } = continuousEpsilon({ first: laws[0], second: laws[1] }, { kind: "monotone" });
  return { checks: { epsilon: atMost(upper, epsilon, { share: 1e-9 }) }, values: { share: upper / epsilon } };
}

const privacyStudy = exactStudy({
  axes: {
    sum: axis(z.int().min(0).max(1000).multipleOf(2), {
      means: "the sum of 1002 records of 1 and -1",
      quick: [0, 10, 100, 1000],
    }),
    epsilon: epsilonOf([0.1, 1, 3]),
  },
  exact: ({ sum, epsilon }) => {
    const { law } = linearMechanism(epsilon);
    const laws = [sum, sum + 2].map((each) => law(lineRecords(each)).coordinates[0]);
    return judgePrivacy(epsilon, laws);
  },
});

export const linearPrivacyPart: Part = {
  claim: "exp-mech-erm",
  asks: "Is the exponential mechanism on the linear loss epsilon-private with the range 2 G R of the loss?",
  study: privacyStudy,
  controls: {
    "range-of-half": {
      says: "the range G R where a record is replaced (erratum E43): nearly 2 epsilon, 1.998 epsilon at a sum of 1000",
      refutes: ["E43"],
      study: variant(privacyStudy, {
        over: { sum: [10, 1000], epsilon: [1] },
        exact: ({ sum, epsilon }) => {
          const laws = [sum, sum + 2].map((each) => tiltedIntervalLaw((epsilon * each) / 2, 1));
          return judgePrivacy(epsilon, laws);
        },
      }),
    },
  },
};

interface DrawCell {
  readonly dimension: number;
  readonly size: number;
  readonly length: number;
  readonly epsilon: number;
}

/** Copies of one record of the given length, along the first axis. */
function alike({ dimension, size, length }: DrawCell): Dataset {
  const features = new Float64Array(size * dimension);
  for (let i = 0; i < size; i++) features[i * dimension] = length;
  return dataset({ features, labels: new Float64Array(size).fill(1), columns: dimension });
}

function drawnExcesses(cell: DrawCell, count: number, random: Stream): Moments {
  const mechanism = linearMechanism(cell.epsilon);
  const data = alike(cell);
  return momentsOf(Float64Array.from({ length: count }, () => cell.length * (1 - mechanism.release(data, random)[0])));
}

function judgeDrawn(cell: DrawCell, moments: Moments, { errorRate }: SampleContext, times = 1): Judgement {
  const { dimension, length } = cell;
  const sharpness = linearMechanism(cell.epsilon).sharpness(cell.size);
  const value = times * linearExcess({ dimension, meanLength: length, sharpness });
  const found = boundedMeanOf(moments, { least: 0, greatest: 2 * length, errorRate });
  return { checks: { excess: estimateEquals(found, value, 0.05 * value) } };
}

const drawStudy = sampledStudy({
  axes: {
    dimension: axis(z.int().min(1).max(100), { means: "features", quick: [1, 2, 5, 20] }),
    size: axis(z.int().min(1).max(10_000), { means: "records", quick: [50] }),
    length: axis(z.number().positive().max(1), { means: "length of the mean of the records", quick: [0.5] }),
    epsilon: epsilonOf([1]),
  },
  trials: { quick: 50_000, full: 50_000, most: 400_000 },
  blockSize: 25_000,
  intervals: () => 1,
  block: drawnExcesses,
  judge: (cell, moments, context) => judgeDrawn(cell, moments, context),
});

export const linearDrawnPart: Part = {
  claim: "exp-mech-erm",
  asks: "Have draws of the mechanism the mean excess that quadrature finds?",
  study: drawStudy,
  controls: {
    "a-tenth-more": {
      says: "a mean excess a tenth above the exact one",
      study: variant(drawStudy, { judge: (cell, moments, context) => judgeDrawn(cell, moments, context, 1.1) }),
    },
  },
};
