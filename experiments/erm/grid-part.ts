/**
 * The exponential mechanism on logistic regression in the plane: exact probabilities on a fine grid, so that a dataset has a mean excess.
 */
import { exponentialGrid } from "../../lib/learning/exponential-grid.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { axis, estimateAtMost, meanOf, type Part, sampledStudy, z } from "../kit.ts";
import { epsilonOf, penaltyOf } from "./axes.ts";
import { meansOf, mergeNamed, type NamedMoments } from "./named-moments.ts";
import { type RiskCell, trialsOf } from "./trial.ts";

const RADIUS = 6;
const POINTS = 81;
const DIMENSION = 2;

type GridCell = Omit<RiskCell, "dimension">;

function gridMechanism({ penalty, epsilon }: GridCell) {
  const loss = { loss: logisticLoss, regularisation: penalty };
  return exponentialGrid({ ...loss, radius: RADIUS, epsilon, dimension: DIMENSION, pointsPerAxis: POINTS });
}

function gridTrials(cell: GridCell, count: number, random: Stream): NamedMoments {
  const mechanism = gridMechanism(cell);
  const sharpness = mechanism.sharpness(cell.size);
  return trialsOf({ ...cell, dimension: DIMENSION }, { count, random }, ({ data, excess }) => {
    const logs = mechanism.logProbabilities(data);
    const largest = largestOf(logs);
    const best = excess(mechanism.points[logs.indexOf(largest)]);
    // A logarithm falls by the sharpness times the risk.
    const exponential = logs.reduce((sum, each) => sum + exp(each) * (best + (largest - each) / sharpness), 0);
    return { exponential, best };
  });
}

const gridStudy = (times: number, sizes: readonly number[], epsilons: readonly number[]) =>
  sampledStudy({
    axes: {
      size: axis(z.int().min(2).max(100_000), { means: "records", quick: [500], full: sizes }),
      penalty: penaltyOf([0.01]),
      epsilon: epsilonOf([1], epsilons),
    },
    trials: { quick: 5, full: 5, most: 40 },
    blockSize: 5,
    intervals: () => 1,
    block: (cell, count, random) => gridTrials(cell, count, random),
    merge: mergeNamed,
    judge: (cell, moments, { errorRate }) => {
      const bound = (times * DIMENSION) / gridMechanism(cell).sharpness(cell.size);
      const excess = estimateAtMost(meanOf(moments.exponential, { errorRate }), bound);
      return { checks: { excess }, values: { ...meansOf(moments), ratio: moments.exponential.mean / bound } };
    },
  });

export const gridPart: Part = {
  claim: "exp-mech-erm",
  asks: "Is the mean excess of the exponential mechanism on logistic regression in the plane below d over its sharpness?",
  study: gridStudy(1, [500, 1000, 2000], [0.1, 0.3, 1, 3]),
  controls: {
    "a-tenth-of-the-bound": {
      says: "the excess claimed to be at most a tenth of d over the sharpness",
      study: gridStudy(0.1, [500], [1]),
    },
  },
};
