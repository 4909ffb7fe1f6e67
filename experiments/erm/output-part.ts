/**
 * Output perturbation: its mean excess against the bound, in every cell of the grid.
 */
import { logisticLoss } from "../../lib/learning/loss.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  atMost,
  estimateAtMost,
  type Judgement,
  meanOf,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
} from "../kit.ts";
import { dimension, epsilon, penalty, size } from "./axes.ts";
import { meansOf, type NamedMoments } from "./named-moments.ts";
import { outputMethod } from "./perturbations.ts";
import { onPopulation, type RiskCell, trialsOf } from "./trial.ts";

const DRAWS = 4;

function outputTrials(cell: RiskCell, count: number, random: Stream): NamedMoments {
  const method = outputMethod(cell);
  const smoothness = logisticLoss.smoothness + cell.penalty;
  return trialsOf(cell, { count, random }, ({ minimiser, excess, noise }) => {
    let [sum, largest] = [0, 0];
    let weights = minimiser;
    for (let draw = 0; draw < DRAWS; draw++) {
      weights = method.perturb(minimiser, cell.size, noise(draw));
      const found = excess(weights);
      let square = 0;
      for (let j = 0; j < weights.length; j++) square += (weights[j] - minimiser[j]) * (weights[j] - minimiser[j]);
      sum += found;
      largest = Math.max(largest, found / (0.5 * smoothness * square));
    }
    return {
      output: sum / DRAWS,
      "share-of-bound": largest,
      ...onPopulation("output", weights),
      ...onPopulation("without-privacy", minimiser),
    };
  });
}

function judge(cell: RiskCell, moments: NamedMoments, context: SampleContext, divisor = 1): Judgement {
  const bound = outputMethod(cell).excessBound(cell.size, cell.dimension) / divisor;
  return {
    checks: {
      excess: estimateAtMost(meanOf(moments.output, context), bound),
      // Of every single draw, since the risk has so much curvature at most.
      "each-draw": atMost(moments["share-of-bound"].greatest, 1, { share: 1e-6 }),
    },
    values: { ...meansOf(moments), "noise-length": cell.dimension * outputMethod(cell).noiseScale(cell.size) },
  };
}

const study = sampledStudy({
  axes: { dimension, size, penalty, epsilon },
  trials: { quick: 20, full: 20, most: 160 },
  blockSize: 10,
  intervals: () => 1,
  block: outputTrials,
  judge: (cell, moments, context) => judge(cell, moments, context),
});

export const outputPart: Part = {
  claim: "output-perturbation",
  asks: "Is the mean excess risk of output perturbation below its bound, with any number of records and features?",
  study,
  controls: {
    "noise-of-one-dimension": {
      says: "the bound without d (d + 1): as if the noise had the length of its scale in every dimension",
      study: variant(study, {
        over: { dimension: [5], size: { quick: [2000], full: [2000, 8000] }, penalty: [0.01], epsilon: [1] },
        trials: { quick: 40, full: 40 },
        judge: (cell, moments, context) => judge(cell, moments, context, cell.dimension * (cell.dimension + 1)),
      }),
    },
  },
};
