/**
 * Objective perturbation against output perturbation, on the same records with the same noise.
 *
 * It is claimed to be better only where its noise is small; elsewhere it may lose, and both are shown.
 */
import type { Stream } from "../../lib/random/stream.ts";
import {
  atMost,
  estimateAtLeast,
  type Judgement,
  meanOf,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
} from "../kit.ts";
import { dimension, epsilon, penalty, size } from "./axes.ts";
import { meansOf, type NamedMoments } from "./named-moments.ts";
import { objectiveMethod, perturbationOf } from "./perturbations.ts";
import { onPopulation, type RiskCell, trialsOf } from "./trial.ts";

const DRAWS = 2;

function objectiveTrials(cell: RiskCell, count: number, random: Stream): NamedMoments {
  const output = perturbationOf("output", cell);
  const objective = perturbationOf("objective", cell);
  const guarded = perturbationOf("guarded-objective", cell);
  const differs =
    objectiveMethod(cell, "guarded").plan(cell.size).raise !== objectiveMethod(cell).plan(cell.size).raise;
  return trialsOf(cell, { count, random }, (trial) => {
    const sums = { output: 0, objective: 0, guarded: 0 };
    let weights = trial.minimiser;
    for (let draw = 0; draw < DRAWS; draw++) {
      weights = objective.release(trial, draw);
      const found = trial.excess(weights);
      sums.output += trial.excess(output.release(trial, draw)) / DRAWS;
      sums.objective += found / DRAWS;
      sums.guarded += (differs ? trial.excess(guarded.release(trial, draw)) : found) / DRAWS;
    }
    return { ...sums, gain: sums.output - sums.objective, ...onPopulation("objective", weights) };
  });
}

/** Where the claim is made: at least half of epsilon is left for the noise, and the tilt is short. */
function isClaimed(cell: RiskCell): boolean {
  const { noiseEpsilon, raise } = objectiveMethod(cell).plan(cell.size);
  const left = raise === 0 && noiseEpsilon >= cell.epsilon / 2;
  return left && (2 * cell.dimension) / (cell.size * noiseEpsilon) <= 0.3;
}

function judge(cell: RiskCell, moments: NamedMoments, context: SampleContext, claimed = isClaimed(cell)): Judgement {
  const { noiseEpsilon, raise } = objectiveMethod(cell).plan(cell.size);
  return {
    checks: {
      // No excess is negative: the minimum is one.
      minimum: atMost(-Math.min(moments.objective.least, moments.output.least), 1e-12),
      ...(claimed && { "below-output": estimateAtLeast(meanOf(moments.gain, context), 0) }),
    },
    values: { ...meansOf(moments), "noise-epsilon": noiseEpsilon, raise },
  };
}

const study = sampledStudy({
  axes: { dimension, size, penalty, epsilon },
  trials: { quick: 20, full: 20, most: 640 },
  blockSize: 10,
  intervals: () => 1,
  block: objectiveTrials,
  judge: (cell, moments, context) => judge(cell, moments, context),
});

export const objectivePart: Part = {
  claim: "objective-perturbation",
  asks: "Is the excess of objective perturbation below that of output perturbation where its noise is small?",
  study,
  controls: {
    "always-better": {
      says: "the claim that objective perturbation is always the better one, where the noise is large",
      study: variant(study, {
        over: { dimension: [20], size: [1000], penalty: [0.01], epsilon: [0.1] },
        trials: { quick: 40, full: 40 },
        judge: (cell, moments, context) => judge(cell, moments, context, true),
      }),
    },
  },
};
