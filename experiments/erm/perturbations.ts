/**
 * The two perturbations as one family: noise after the minimum, or in the objective before it.
 *
 * Draw k of a trial is the same vector in all of them, up to its scale.
 */
import { logisticLoss } from "../../lib/learning/loss.ts";
import { objectivePerturbation } from "../../lib/learning/objective-perturbation.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { sampleBallNoise } from "../../lib/random/ball-noise.ts";
import type { RiskCell, Trial } from "./trial.ts";

export const PERTURBATIONS = ["output", "objective", "guarded-objective"] as const;
export type Perturbation = (typeof PERTURBATIONS)[number];

interface PerturbationMethod {
  release(trial: Trial, draw: number): Float64Array;
  /** The number of records from which on the noise is so small that the excess falls like its square. */
  leastSize(dimension: number): number;
}

type Level = Pick<RiskCell, "penalty" | "epsilon">;

export function outputMethod({ penalty, epsilon }: Level) {
  return outputPerturbation({ loss: logisticLoss, regularisation: penalty, epsilon });
}

export function objectiveMethod({ penalty, epsilon }: Level, variant: "published" | "guarded" = "published") {
  return objectivePerturbation({ loss: logisticLoss, regularisation: penalty, epsilon, variant });
}

export function perturbationOf(name: Perturbation, level: Level): PerturbationMethod {
  if (name === "output") {
    const method = outputMethod(level);
    return {
      release: ({ minimiser, data, noise }, draw) => method.perturb(minimiser, data.rows, noise(draw)),
      // A mean length of the noise of at most 2.
      leastSize: (dimension) => Math.ceil(dimension / (level.penalty * level.epsilon)),
    };
  }
  const method = objectiveMethod(level, name === "objective" ? "published" : "guarded");
  return {
    release: ({ solver, minimiser, data, noise }, draw) => {
      const { scale } = method.plan(data.rows);
      return method.respond(solver, sampleBallNoise({ dimension: data.columns, scale }, noise(draw)), minimiser);
    },
    leastSize: (dimension) => {
      let size = 1;
      while (!isSmall(level, dimension, size)) size = Math.ceil(size * 1.05);
      return size;
    },
  };
}

/** epsilon' of nearly epsilon, and a tilt of mean length 0.1 at most. */
function isSmall(level: Level, dimension: number, size: number): boolean {
  const { noiseEpsilon, raise } = objectiveMethod(level).plan(size);
  return raise === 0 && noiseEpsilon >= 0.95 * level.epsilon && (2 * dimension) / (size * noiseEpsilon) <= 0.1;
}
