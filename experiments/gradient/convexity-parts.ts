/**
 * Textbook facts of convex descent: losses are convex, descent converges at its known rate, mini-batches are unbiased unless they
 * are clipped.
 *
 * Part `convexity`: every loss of the library is convex along the prediction: midpoints, and the line of the slope below the curve,
 * on a grid. Part `descent`: the library's descent on a quadratic of curvature h from 0, whose iterates are known: w_t = target (1 -
 * (1 - eta h)^t); the last one, the average of the first T, and the bound R^2 / (2 eta T) + eta G^2 / 2 for it. Its noise is
 * 1e-200, that is none. Part `mini-batch`: the mean over all batches of the mean gradient.
 * Source: Bassily, Smith, Thakurta (FOCS 2014), and any textbook of convex optimisation.
 */
import { clippedGradients } from "../../lib/learning/clipped-gradient.ts";
import { dataset } from "../../lib/learning/dataset.ts";
import {
  hingeLoss,
  huberHingeLoss,
  type Loss,
  linearLoss,
  logisticLoss,
  squaredLoss,
} from "../../lib/learning/loss.ts";
import { noisyDescent } from "../../lib/learning/noisy-descent.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { pow } from "../../lib/numerics/power.ts";
import { stream } from "../../lib/random/stream.ts";
import { atLeast, atMost, axis, equal, exactStudy, type PartDraft, variant, z } from "../kit.ts";

const LOSSES: Readonly<Record<string, Loss>> = {
  logistic: logisticLoss,
  hinge: hingeLoss,
  "huber-hinge": huberHingeLoss(0.5),
  squared: squaredLoss(10),
};

const GRID = Array.from({ length: 81 }, (_, k) => (k - 40) / 8);

/** The root of 2 is a + b sqrt(2) with a = 0, b = 1: f(a + b sqrt(2)) = b for rational a and b. */
interface Surd {
  readonly a: number;
  readonly b: number;
}
const size = ({ a, b }: Surd) => a + b * Math.SQRT2;
const additive = ({ b }: Surd) => b;
const SURDS: readonly Surd[] = [-2, -1, 0, 1, 2].flatMap((a) => [-2, -1, 0, 1, 2].map((b) => ({ a, b })));

/** By how much f at the midpoint exceeds the mean, at most: 0 for an additive f. */
function midpointExcess(): number {
  let most = -Infinity;
  for (const one of SURDS)
    for (const other of SURDS) {
      const middle = { a: (one.a + other.a) / 2, b: (one.b + other.b) / 2 };
      most = Math.max(most, additive(middle) - (additive(one) + additive(other)) / 2);
    }
  return most;
}

export const convexityPart: PartDraft = {
  claim: "convexity-gd",
  asks: "Are the losses convex: midpoints below the mean, and the line of the slope below the curve?",
  study: exactStudy({
    axes: {
      loss: axis(z.enum(["logistic", "hinge", "huber-hinge", "squared"]), {
        means: "loss",
        quick: ["logistic", "hinge", "huber-hinge", "squared"],
      }),
    },
    exact: ({ loss }) => {
      const { value, derivative } = LOSSES[loss];
      const gaps = [-1, 1].flatMap((label) =>
        GRID.flatMap((x) =>
          GRID.map((y) => ({
            midpoint: (value(x, label) + value(y, label)) / 2 - value((x + y) / 2, label),
            slope: value(y, label) - value(x, label) - derivative(x, label) * (y - x),
          })),
        ),
      );
      return {
        checks: {
          midpoint: atLeast(leastOf(gaps.map(({ midpoint }) => midpoint)), 0, { absolute: 1e-12 }),
          "first-order": atLeast(leastOf(gaps.map(({ slope }) => slope)), 0, { absolute: 1e-12 }),
        },
      };
    },
  }),
  controls: {
    "midpoints-alone": {
      says:
        "midpoints taken for convexity: f(a + b sqrt 2) = b, of rational a and b, " +
        "meets every midpoint and exceeds its chord from 0 to 1 at sqrt(1/2); " +
        "and convex functions claimed to have no local minimum, where x^2 has one",
      refutes: ["E25"],
      study: exactStudy({
        axes: {},
        exact: () => {
          const point = { a: 0, b: 0.5 };
          const chord = size(point) * additive({ a: 1, b: 0 }) + (1 - size(point)) * additive({ a: 0, b: 0 });
          const squares = GRID.map((x) => x * x);
          const minima = squares.filter(
            (y, k) => k > 0 && k < squares.length - 1 && y < squares[k - 1] && y < squares[k + 1],
          );
          return {
            checks: {
              "above-the-chord": atMost(additive(point), chord),
              "local-minima": equal(minima.length, 0),
            },
            values: { "largest-midpoint-excess": midpointExcess() },
          };
        },
      }),
    },
  },
};

const steps = axis(z.int().min(2).max(100_000), { means: "steps T", quick: [10, 100], full: [10, 100, 1000, 10_000] });
const curvature = axis(z.number().min(0.1).max(1), {
  means: "curvature h of the quadratic",
  quick: [0.5],
  full: [0.1, 0.5, 1],
});
const stepSize = axis(z.number().min(0.01).max(1), { means: "step eta", quick: [0.1], full: [0.05, 0.1, 0.5] });
const TARGET = 2;

interface Quadratic {
  readonly steps: number;
  readonly curvature: number;
  readonly stepSize: number;
}

function descent({ steps, curvature, stepSize }: Quadratic) {
  const loop = { dimension: 1, steps, stepSize, regularisation: 0, radius: Infinity, divisor: 1, sigma: 1e-200 };
  const { average, last } = noisyDescent(
    loop,
    (weights, sum) => {
      sum[0] = curvature * (weights[0] - TARGET);
    },
    stream(1, "descent"),
  );
  return { average: average[0], last: last[0] };
}

const excessOf = (weight: number, curvature: number) => (curvature / 2) * (weight - TARGET) * (weight - TARGET);

function averageBound({ steps, curvature, stepSize }: Quadratic): number {
  const largest = curvature * TARGET;
  return (TARGET * TARGET) / (2 * stepSize * steps) + (stepSize * largest * largest) / 2;
}

export const descentPart: PartDraft = {
  claim: "convexity-gd",
  asks: "Does descent on a quadratic converge at its known rate, and the average of the iterates within the bound?",
  study: exactStudy({
    axes: { steps, curvature, stepSize },
    exact: (cell) => {
      const { average, last } = descent(cell);
      const shrink = 1 - cell.stepSize * cell.curvature;
      const left = pow(shrink, cell.steps);
      const rounding = { absolute: 1e-10 };
      return {
        checks: {
          "last-distance": equal(TARGET - last, TARGET * left, rounding),
          "average-distance": equal(TARGET - average, (TARGET * (1 - left)) / (cell.steps * (1 - shrink)), rounding),
          "average-within-bound": atMost(excessOf(average, cell.curvature), averageBound(cell)),
        },
      };
    },
  }),
  controls: {
    "sum-of-iterates": {
      says: "the sum of the iterates returned in place of their average: it must be as near the minimum as the bound says",
      refutes: ["E26"],
      study: exactStudy({
        axes: {
          steps: axis(z.int().min(50).max(100_000), { means: "steps T", quick: [100], full: [100, 1000] }),
          curvature,
          stepSize: axis(z.number().min(0.1).max(1), { means: "step eta", quick: [0.1] }),
        },
        exact: (cell) => {
          const sum = cell.steps * descent(cell).average;
          return {
            checks: { excess: atMost(excessOf(sum, cell.curvature), averageBound(cell)) },
            values: { returned: sum, minimum: TARGET },
          };
        },
      }),
    },
  },
};

/** The gradients of the claim's example. */
const GRADIENTS = Float64Array.of(-1, -1, 4);

/** The mean, over all batches of this size, of the mean of their clipped gradients. */
function meanOverBatches(batch: number, clip: number): number {
  const data = dataset({ features: GRADIENTS, labels: Float64Array.of(-1, -1, -1), columns: 1 });
  const gradients = clippedGradients({ data, loss: linearLoss, clip });
  let [total, batches] = [0, 0];
  for (let mask = 1; mask < 8; mask++) {
    const rows = [0, 1, 2].filter((row) => mask & (1 << row));
    if (rows.length !== batch) continue;
    total += gradients.sum(Float64Array.of(0), Float64Array.of(0), Int32Array.from(rows))[0] / batch;
    batches++;
  }
  return total / batches;
}

const batch = axis(z.int().min(1).max(3), { means: "size of a batch", quick: [1, 2, 3] });

const batchStudy = exactStudy({
  axes: { batch, clip: axis(z.number().min(4).max(1e6), { means: "C, above all gradients", quick: [4, 100] }) },
  exact: ({ batch, clip }) => ({ checks: { mean: equal(meanOverBatches(batch, clip), 2 / 3) } }),
});

export const batchPart: PartDraft = {
  claim: "convexity-gd",
  asks: "Is the gradient of a mini-batch unbiased where no gradient is clipped?",
  study: batchStudy,
  controls: {
    "clipped-gradients": {
      says: "the gradients -1, -1, 4 clipped below 4, and their mean still claimed to be 2/3: at C = 1 it is -1/3",
      study: variant(batchStudy, {
        axes: { batch, clip: axis(z.number().min(0.1).max(3.9), { means: "C", quick: [1, 3] }) },
      }),
    },
  },
};
