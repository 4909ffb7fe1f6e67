/**
 * Model inversion: how often an attribute is guessed from a model, for members of its data and for others.
 *
 * `model-inversion`: a model of one weight by output perturbation, over all datasets of signs, with the exact law of the noisy
 * weight: the gap between members and others against tanh(epsilon / 4). `inversion-models`: the same for models of several weights
 * that are trained on drawn data. Least squares with as many weights as records, which memorises, is the control; and so is the
 * belief that privacy bounds success itself.
 * Source: Fredrikson, Jha, Ristenpart (2015); Yeom et al. (2018).
 */
import { sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { guessBound } from "../../lib/attacks/guess-bound.ts";
import { modelInversion } from "../../lib/attacks/model-inversion.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { squaredLoss } from "../../lib/learning/loss.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { binomialLogMass } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { leastSquares } from "../../lib/numerics/linear-algebra.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  equal,
  estimateAtLeast,
  estimateAtMost,
  exactStudy,
  type Part,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";

/** Minimisers of the squared loss lie within 1 / sqrt(regularisation). */
const learnerAt = (epsilon: number, regularisation: number) =>
  outputPerturbation({ loss: squaredLoss(1.001 / Math.sqrt(regularisation)), regularisation, epsilon });

/** The attribute is 1 or -1, and the label its product with a sign: the attribute is guessed where the weight has that sign. */
function recordsOf(signs: readonly number[]): Dataset {
  const features = Float64Array.from(signs, (_, i) => (i % 3 === 0 ? -1 : 1));
  return dataset({ features, labels: features.map((feature, i) => feature * signs[i]), columns: 1 });
}

const attackBy = (weight: number) =>
  modelInversion({ weights: [weight], column: 0, values: [-1, 1], prior: 0.5, sigma: 1 });

interface Population {
  readonly records: number;
  /** The share of people whose label is their attribute. */
  readonly share: number;
  readonly epsilon: number;
}

/** Success on members and on others, from the law of the weight on a dataset of this many right signs. */
function successOn({ share, epsilon }: Population, signs: readonly number[]) {
  const data = recordsOf(signs);
  const [law] = learnerAt(epsilon, 1).law(data).coordinates;
  const negative = law.cdf(0);
  const mean = (success: (weight: number) => number) => negative * success(-1) + (1 - negative) * success(1);
  const fresh = [1, -1].map((sign) => recordsOf([sign]));
  return {
    members: mean((weight) => attackBy(weight).success(data)),
    others: mean(
      (weight) => share * attackBy(weight).success(fresh[0]) + (1 - share) * attackBy(weight).success(fresh[1]),
    ),
  };
}

/** Over all samples of this many independent records; datasets of the same number of right signs have the same weight. */
function expectedSuccess(cell: Population) {
  const sums = { members: 0, others: 0 };
  for (let right = 0; right <= cell.records; right++) {
    const mass = exp(binomialLogMass({ trials: cell.records, successes: right, probability: cell.share }));
    const found = successOn(
      cell,
      Array.from({ length: cell.records }, (_, i) => (i < right ? 1 : -1)),
    );
    sums.members += mass * found.members;
    sums.others += mass * found.others;
  }
  return sums;
}

/** The gap another way: by how much the chance that the weight is positive rises with one record's sign, the others as they fall. */
function gapBySwaps({ records, share, epsilon }: Population): number {
  const learner = learnerAt(epsilon, 1);
  const positive = (right: number) => {
    const signs = Array.from({ length: records }, (_, i) => (i < right ? 1 : -1));
    return 1 - learner.law(recordsOf(signs)).coordinates[0].cdf(0);
  };
  let rise = 0;
  for (let right = 0; right < records; right++) {
    const mass = exp(binomialLogMass({ trials: records - 1, successes: right, probability: share }));
    rise += mass * (positive(right + 1) - positive(right));
  }
  return 2 * share * (1 - share) * rise;
}

const epsilon = axis(z.number().min(0.01).max(20), {
  means: "epsilon of the model",
  quick: [0.1, 1, 4],
  full: [0.1, 0.3, 1, 2, 4, 8],
});
const records = axis(z.int().min(1).max(200), { means: "records", quick: [1, 10, 100], full: [1, 3, 10, 30, 100] });
const share = axis(z.number().min(0).max(1), {
  means: "share of people whose label is their attribute",
  quick: [0.5, 0.8],
  full: [0.5, 0.6, 0.8, 0.95],
});

export const inversionPart: Part = {
  claim: "model-inversion",
  asks: "Do members and others differ in success by tanh(epsilon / 4) at most, whatever the success is?",
  study: exactStudy({
    axes: { records, share, epsilon },
    exact: (cell) => {
      const { members, others } = expectedSuccess(cell);
      return {
        checks: {
          gap: atMost(Math.abs(members - others), sharpExpectedGap(cell.epsilon)),
          "gap-by-swaps": equal(members - others, gapBySwaps(cell), { absolute: 1e-9 }),
        },
        values: { members, others },
      };
    },
  }),
  controls: {
    memorising: {
      says: "least squares of one weight on one record, which memorises it, claimed epsilon-private",
      study: exactStudy({
        axes: {
          share: axis(z.number().min(0.3).max(0.7), {
            means: "share of people whose label is their attribute",
            quick: [0.5, 0.7],
          }),
          epsilon: axis(z.number().min(0.01).max(1.5), { means: "claimed epsilon", quick: [0.1, 1] }),
        },
        exact: ({ share: right, epsilon: level }) => {
          const sides = [1, -1].map((sign) => {
            const data = recordsOf([sign]);
            const [weight] = leastSquares([[data.features[0]]], [data.labels[0]]);
            const attack = attackBy(weight);
            const other = right * attack.success(recordsOf([1])) + (1 - right) * attack.success(recordsOf([-1]));
            return (sign === 1 ? right : 1 - right) * (attack.success(data) - other);
          });
          return { checks: { gap: atMost(sides[0] + sides[1], sharpExpectedGap(level)) } };
        },
      }),
    },
    "success-bounded": {
      says: "epsilon claimed to bound the success of the guess itself: a model of the population tells about everybody, members or not",
      study: exactStudy({
        axes: { epsilon: axis(z.number().min(0.5).max(2), { means: "epsilon of the model", quick: [0.5, 2] }) },
        exact: ({ epsilon: level }) => {
          const { members } = expectedSuccess({ records: 100, share: 0.95, epsilon: level });
          return { checks: { success: atMost(members, guessBound({ epsilon: level, prior: 0.5 })) } };
        },
      }),
    },
  },
};

const COLUMNS = 5;

/** The unknown attribute and normal ones, together of norm at most 1; the label depends on all of them. */
function population(rows: number, columns: number, random: Stream): Dataset {
  const normal = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(rows * (columns + 1)), random);
  const features = new Float64Array(rows * columns);
  const labels = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const [from, to] = [i * (columns + 1), i * columns];
    let square = 0;
    for (let j = 1; j < columns; j++) square += normal[from + j] * normal[from + j];
    const attribute = (sampleBernoulli(0.5, random) === 1 ? 1 : -1) * HALF;
    features[to] = attribute;
    const shrink = HALF / Math.max(1, Math.sqrt(square));
    let signal = attribute;
    for (let j = 1; j < columns; j++) {
      features[to + j] = normal[from + j] * shrink;
      signal += features[to + j] / 2;
    }
    labels[i] = Math.max(-1, Math.min(1, signal + 0.5 * normal[from + columns]));
  }
  return dataset({ features, labels, columns });
}

const HALF = 0.5;
const MEMBERS = 40;

/** Success of the attack by trained weights on the data and on as many fresh records. */
function comparison(weights: ArrayLike<number>, data: Dataset, random: Stream) {
  const attack = modelInversion({ weights, column: 0, values: [-HALF, HALF], prior: 0.5, sigma: 0.5 });
  const members = attack.success(data);
  const others = attack.success(population(data.rows, data.columns, random));
  return { members, gap: members - others };
}

function compared(count: number, one: () => { readonly members: number; readonly gap: number }) {
  const found = Array.from({ length: count }, one);
  return { members: momentsOf(found.map(({ members }) => members)), gap: momentsOf(found.map(({ gap }) => gap)) };
}

const RANGE = { least: -1, greatest: 1 } as const;

const modelStudy = sampledStudy({
  axes: {
    epsilon: axis(z.number().min(0.5).max(20), {
      means: "epsilon of the model",
      quick: [0.5, 2, 8],
      full: [0.5, 1, 2, 4, 8],
    }),
  },
  trials: { quick: 2000, full: 10_000 },
  blockSize: 500,
  intervals: () => 1,
  block: ({ epsilon: level }, count, random) => {
    const learner = learnerAt(level, 0.1);
    return compared(count, () => {
      const data = population(MEMBERS, COLUMNS, random);
      return comparison(learner.release(data, random), data, random);
    });
  },
  judge: ({ epsilon: level }, { members, gap }, { errorRate }) => {
    const found = boundedMeanOf(gap, { ...RANGE, errorRate });
    return {
      checks: {
        gap: estimateAtMost(found, sharpExpectedGap(level)),
        "gap-from-below": estimateAtLeast(found, -sharpExpectedGap(level)),
      },
      values: { members: members.mean, others: members.mean - gap.mean },
    };
  },
});

export const inversionModelsPart: Part = {
  claim: "model-inversion",
  asks: "Do members of trained private models and others differ by tanh(epsilon / 4) at most?",
  study: modelStudy,
  controls: {
    "least-squares": {
      says: "least squares with as many weights as records, which memorises them, claimed epsilon-private",
      study: variant(modelStudy, {
        axes: { epsilon: axis(z.number().min(0.01).max(1), { means: "claimed epsilon", quick: [0.5] }) },
        trials: { quick: 2000, full: 2000 },
        block: (_, count, random) =>
          compared(count, () => {
            const data = population(COLUMNS, COLUMNS, random);
            const matrix = Array.from({ length: COLUMNS }, (__, i) =>
              data.features.subarray(i * COLUMNS, (i + 1) * COLUMNS),
            );
            return comparison(leastSquares(matrix, data.labels), data, random);
          }),
        judge: ({ epsilon: level }, { members, gap }, { errorRate }) => ({
          checks: { gap: estimateAtMost(boundedMeanOf(gap, { ...RANGE, errorRate }), sharpExpectedGap(level)) },
          values: { members: members.mean, others: members.mean - gap.mean },
        }),
      }),
    },
  },
};
