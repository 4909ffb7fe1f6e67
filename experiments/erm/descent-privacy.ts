/**
 * Exact privacy of gradient descent: T noisy means of clipped gradients are one Gaussian, of which mu is measured.
 *
 * The gradients are those of the linear loss, constant, of ten times the clip before clipping; a label turns over, so that the mean of
 * the clipped gradients moves as far as it can. Its distance is measured, times sqrt T over the deviation of the noise it is mu.
 */
import { clippedGradients } from "../../lib/learning/clipped-gradient.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { linearLoss } from "../../lib/learning/loss.ts";
import { gaussianDelta, gaussianEpsilon } from "../../lib/privacy/loss/gaussian-profile.ts";
import { atMost, axis, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { DELTA, epsilonOf } from "./axes.ts";
import { CLIP, descentMethod } from "./descent.ts";

const STEEP = 10 * CLIP;

function steepRecords(size: number, lastLabel: number): Dataset {
  const labels = new Float64Array(size).fill(1);
  labels[size - 1] = lastLabel;
  return dataset({ features: new Float64Array(size).fill(STEEP), labels, columns: 1 });
}

/** The mean of the gradients, clipped as the library does. */
function meanGradient(data: Dataset): number {
  const sum = new Float64Array(1);
  clippedGradients({ data, loss: linearLoss, clip: CLIP }).sum(new Float64Array(1), sum);
  return sum[0] / data.rows;
}

/** The mean with z max(1, C / |z|) for each gradient z. */
function wronglyClippedMean({ features, labels, rows }: Dataset): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    const gradient = -labels[i] * features[i];
    sum += gradient * Math.max(1, CLIP / Math.abs(gradient));
  }
  return sum / rows;
}

interface PrivacyCell {
  readonly size: number;
  readonly epsilon: number;
  readonly steps: number;
}

function judge(cell: PrivacyCell, mean: (data: Dataset) => number, noiseShare: number): Judgement {
  const method = descentMethod({ ...cell, penalty: 0.01 });
  const moved = Math.abs(mean(steepRecords(cell.size, 1)) - mean(steepRecords(cell.size, -1)));
  const mu = (moved * Math.sqrt(cell.steps)) / (noiseShare * method.sigma(cell.size));
  return {
    checks: {
      mu: atMost(mu, method.mu, { share: 1e-9 }),
      delta: atMost(gaussianDelta({ mu, epsilon: cell.epsilon }), DELTA, { share: 1e-6 }),
    },
    values: { epsilon: gaussianEpsilon({ mu, delta: DELTA }), moved },
  };
}

const axes = {
  size: axis(z.int().min(1).max(1_000_000), { means: "records", quick: [10, 1000] }),
  epsilon: epsilonOf([0.1, 1, 3]),
  steps: axis(z.int().min(1).max(100_000), { means: "steps", quick: [100, 1000] }),
};
const atOne = { ...axes, epsilon: epsilonOf([1]) };

export const descentPrivacyPart: Part = {
  claim: "dp-gd",
  asks: "Do the steps together have the mu, and the delta, that the noise was chosen for?",
  study: exactStudy({ axes, exact: (cell) => judge(cell, meanGradient, 1) }),
  controls: {
    "clip-by-max": {
      says: "clipping by max(1, C / norm) (erratum E27), on gradients of ten times the clip: ten times mu",
      refutes: ["E27"],
      study: exactStudy({ axes: atOne, exact: (cell) => judge(cell, wronglyClippedMean, 1) }),
    },
    "half-the-sensitivity": {
      says: "a sensitivity of C / n under swap (erratum E28): twice mu, and epsilon 1.640 for a target of 1",
      refutes: ["E28"],
      study: exactStudy({ axes: atOne, exact: (cell) => judge(cell, meanGradient, 0.5) }),
    },
  },
};
