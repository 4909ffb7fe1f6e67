/**
 * Private support vector machines: output perturbation of the hinge loss.
 *
 * `private-svm`: neighbours on the line, where all other records are 0: the minimiser moves by the whole 2 / (n Lambda), and the law of
 * the output loses all of epsilon. `svm-accuracy`: one kind of iris against the others, on the sphere; releases that are right nine
 * times in ten. Source: Chaudhuri, Monteleoni, Sarwate (2011), section 3 for output perturbation, which needs no derivative of the loss.
 */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { iris } from "../../lib/data/iris.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { minimiseHinge } from "../../lib/learning/hinge-solver.ts";
import { hingeLoss } from "../../lib/learning/loss.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import {
  atLeast,
  atMost,
  axis,
  equal,
  estimateAtLeast,
  exactStudy,
  type Part,
  shareStudy,
  variant,
  z,
} from "../kit.ts";

/** One record at 1 of the label, and all others at 0: what the hinge does not see. */
function line(size: number, label: number): Dataset {
  const features = new Float64Array(size);
  features[0] = 1;
  const labels = new Float64Array(size).fill(1);
  labels[0] = label;
  return dataset({ features, labels, columns: 1 });
}

const lineAxes = {
  epsilon: axis(z.number().min(0.1).max(4), { means: "epsilon", quick: [0.5, 2], full: [0.25, 0.5, 1, 2] }),
  size: axis(z.int().min(1).max(200), { means: "records", quick: [1, 20], full: [1, 5, 20, 100] }),
  strength: axis(z.number().min(1.1).max(10), { means: "n Lambda, records times the penalty", quick: [1.5, 4] }),
};

const monotone = (limit: number) => ({ kind: "monotone", limits: [limit, -limit] }) as const;

export const machinePart: Part = {
  claim: "private-svm",
  asks: "Does a swapped record move the weights of a support vector machine by 2 / (n Lambda), and does its noisy release cost epsilon?",
  study: exactStudy({
    axes: lineAxes,
    exact: ({ epsilon, size, strength }) => {
      const learner = outputPerturbation({ loss: hingeLoss, regularisation: strength / size, epsilon });
      const pair = [line(size, 1), line(size, -1)] as const;
      const [one, other] = pair.map((data) => learner.minimise(data)[0]);
      const [first, second] = pair.map((data) => learner.law(data).coordinates[0]);
      const limit = Math.abs(one - other) / learner.noiseScale(size);
      const found = continuousEpsilon({ first, second }, monotone(one > other ? limit : -limit));
      return {
        checks: {
          moved: equal(Math.abs(one - other), 2 / strength, { share: 1e-6 }),
          epsilon: atMost(found.upper, epsilon),
          attained: atLeast(found.lower, epsilon * (1 - 1e-4)),
        },
      };
    },
  }),
  controls: {
    "half-of-the-move": {
      says: "noise for a move of 1 / (n Lambda), as if a record were added and not swapped",
      study: exactStudy({
        axes: lineAxes,
        exact: ({ epsilon, size, strength }) => {
          const scale = 1 / (strength * epsilon);
          const [one, other] = [1, -1].map((label) => minimiseHinge(line(size, label), strength / size).weights[0]);
          const pair = { first: laplaceLaw(one, scale), second: laplaceLaw(other, scale) };
          const limit = (other - one) / scale;
          return { checks: { epsilon: atMost(continuousEpsilon(pair, monotone(-limit)).upper, epsilon) } };
        },
      }),
    },
  },
};

/** The first kind of iris against the others: features less their middle, on the unit sphere, and a constant. */
const flowers = ((): Dataset => {
  const { features, labels, columns } = iris("scaled");
  const wide = columns + 1;
  const rows = labels.length;
  const unit = new Float64Array(rows * wide);
  for (let i = 0; i < rows; i++) {
    let square = 1;
    for (let j = 0; j < columns; j++) square += features[i * columns + j] * features[i * columns + j];
    for (let j = 0; j < wide; j++)
      unit[i * wide + j] = (j < columns ? features[i * columns + j] : 1) / Math.sqrt(square);
  }
  return dataset({ features: unit, labels: labels.map((label) => (label === 0 ? 1 : -1)), columns: wide });
})();

function accuracy(weights: Float64Array): number {
  const { features, labels, rows, columns } = flowers;
  let right = 0;
  for (let i = 0; i < rows; i++) {
    let prediction = 0;
    for (let j = 0; j < columns; j++) prediction += weights[j] * features[i * columns + j];
    if (prediction * labels[i] > 0) right++;
  }
  return right / rows;
}

const PENALTY = 0.05;
let minimiser: Float64Array | undefined;
function weightsOf(): Float64Array {
  minimiser ??= minimiseHinge(flowers, PENALTY).weights;
  return minimiser;
}

const accuracyStudy = shareStudy({
  axes: { epsilon: axis(z.number().min(0.01).max(20), { means: "epsilon", quick: [4], full: [2, 4, 8] }) },
  trials: { quick: 4096, full: 16_384 },
  blockSize: 4096,
  intervals: () => 1,
  block: ({ epsilon }, count, random) => {
    const { perturb } = outputPerturbation({ loss: hingeLoss, regularisation: PENALTY, epsilon });
    let good = 0;
    for (let k = 0; k < count; k++) if (accuracy(perturb(weightsOf(), flowers.rows, random)) >= 0.9) good++;
    return { good };
  },
  judge: ({ epsilon }, { good }) => ({
    checks: { good: estimateAtLeast(good, epsilon >= 4 ? 0.9 : 0.7) },
    values: { "without-privacy": accuracy(weightsOf()) },
  }),
});

export const machineAccuracyPart: Part = {
  claim: "private-svm",
  asks: "How often is a private support vector machine right on nine flowers in ten?",
  study: accuracyStudy,
  controls: {
    "privacy-for-free": {
      says: "the same claimed at an epsilon of 0.1",
      study: variant(accuracyStudy, {
        axes: { epsilon: axis(z.literal(0.1), { means: "epsilon", quick: [0.1] }) },
        judge: (_, { good }) => ({ checks: { good: estimateAtLeast(good, 0.9) } }),
      }),
    },
  },
};
