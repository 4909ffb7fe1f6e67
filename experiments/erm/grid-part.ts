/**
 * The exponential mechanism on logistic regression in the plane: exact probabilities on a fine grid, so that a dataset has a mean excess.
 */
import { exponentialGrid } from "../../lib/learning/exponential-grid.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { axis, estimateAtMost, type Judgement, meanStudy, type Part, variant, z } from "../kit.ts";
import { epsilonOf, penaltyOf } from "./axes.ts";
import { meansOf, type NamedEstimates, type NamedMoments } from "./named-moments.ts";
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

function judge(cell: GridCell, found: NamedEstimates, times: number): Judgement {
  const bound = (times * DIMENSION) / gridMechanism(cell).sharpness(cell.size);
  return {
    checks: { excess: estimateAtMost(found.exponential, bound) },
    values: { ...meansOf(found), ratio: found.exponential.estimate / bound },
  };
}

const gridStudy = meanStudy({
  axes: {
    size: axis(z.int().min(2).max(100_000), { means: "records", quick: [500], full: [500, 1000, 2000] }),
    penalty: penaltyOf([0.01]),
    epsilon: epsilonOf([1], [0.1, 0.3, 1, 3]),
  },
  trials: { quick: 5, full: 5, most: 40 },
  blockSize: 5,
  intervals: () => 1,
  block: gridTrials,
  judge: (cell, found) => judge(cell, found, 1),
});

export const gridPart: Part = {
  claim: "exp-mech-erm",
  asks: "Is the mean excess of the exponential mechanism on logistic regression in the plane below d over its sharpness?",
  study: gridStudy,
  controls: {
    "a-tenth-of-the-bound": {
      says: "the excess claimed to be at most a tenth of d over the sharpness",
      study: variant(gridStudy, {
        over: { size: [500], epsilon: [1] },
        judge: (cell, found) => judge(cell, found, 0.1),
      }),
    },
  },
};
