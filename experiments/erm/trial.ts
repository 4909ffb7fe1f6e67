/**
 * Trials: a dataset each, its exact minimiser, and what the methods do on it.
 *
 * The stream of a block gives the records of one trial after another; the noise of draw k of trial i comes from a stream of its own, so
 * that all methods of a trial can be given the same noise.
 */
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { type EmpiricalRisk, empiricalRisk } from "../../lib/learning/empirical-risk.ts";
import { sampleLogistic } from "../../lib/learning/logistic-sample.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { type RiskSolver, riskSolver } from "../../lib/learning/risk-solver.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import type { NamedMoments } from "./named-moments.ts";
import { populationMinimiser, populationOf, truthOf } from "./population.ts";

export interface RiskCell {
  readonly dimension: number;
  readonly size: number;
  /** Lambda. */
  readonly penalty: number;
  readonly epsilon: number;
}

export interface Trial {
  readonly data: Dataset;
  readonly risk: EmpiricalRisk;
  readonly solver: RiskSolver;
  readonly minimiser: Float64Array;
  /** The regularised empirical risk above its minimum. */
  excess(weights: Float64Array): number;
  /** The stream of the noise of one draw. */
  noise(draw: number): Stream;
}

/** Runs the trials of a block; `run` says what each found, by name. */
export function trialsOf(
  { dimension, size, penalty }: Omit<RiskCell, "epsilon">,
  { count, random }: { readonly count: number; readonly random: Stream },
  run: (trial: Trial) => Readonly<Record<string, number>>,
): NamedMoments {
  const truth = truthOf(dimension);
  const start = populationMinimiser(dimension, penalty);
  const found: Record<string, number[]> = {};
  for (let i = 0; i < count; i++) {
    const trial = trialOn(sampleLogistic({ size, truth }, random), penalty, start, random.child("noise", i));
    for (const [name, value] of Object.entries(run(trial))) {
      found[name] ??= [];
      found[name].push(value);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, momentsOf(values)]));
}

export function trialOn(data: Dataset, penalty: number, start: Float64Array, noise: Stream): Trial {
  const solver = riskSolver(data, logisticLoss);
  const { weights, value } = solver.solve({ regularisation: penalty, start });
  const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: penalty });
  return {
    data,
    risk,
    solver,
    minimiser: weights,
    excess: (at) => risk.value(at) - value,
    noise: (draw) => noise.child(draw),
  };
}

/** The population's risk above that of the truth, and the accuracy. */
export function onPopulation(name: string, weights: Float64Array): Readonly<Record<string, number>> {
  const { truth, risk, accuracy } = populationOf(weights.length);
  return { [`${name}-population`]: risk(weights) - risk(truth), [`${name}-accuracy`]: accuracy(weights) };
}

/** The first records of a dataset. */
export function firstRecords({ features, labels, columns }: Dataset, size: number): Dataset {
  return dataset({ features: features.subarray(0, size * columns), labels: labels.subarray(0, size), columns });
}
