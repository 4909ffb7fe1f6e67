/**
 * The methods of `erm-excess-risk` alone, as an experiment that `epsilab run` takes by its path: what the benchmark runs beside NumPy.
 */
import type { Experiment, Part } from "../experiments/engine/definition/experiment.ts";
import { descentPart } from "../experiments/erm/descent-part.ts";
import { objectivePart } from "../experiments/erm/objective-part.ts";
import { outputPart } from "../experiments/erm/output-part.ts";
import { stochasticPart } from "../experiments/erm/stochastic-part.ts";

/** In each cell. */
export const TRIALS = { output: 40, objective: 40, descent: 20, stochastic: 20 } as const;

/** A part with this many trials in every cell, decided or not, and no controls. */
function alone(part: Part, trials: number): Part {
  const { study } = part;
  if (study.kind !== "sampled") throw new Error(`no trials in ${part.asks}`);
  return { ...part, study: { ...study, trials: { quick: trials, full: trials } }, controls: {} };
}

/** Not by `defineExperiment`, which wants controls: nothing is claimed here, time is measured. */
const methods: Experiment = {
  id: "erm-methods",
  version: 1,
  title: "Private empirical risk minimisation: the methods alone",
  area: "erm",
  parts: {
    output: alone(outputPart, TRIALS.output),
    objective: alone(objectivePart, TRIALS.objective),
    descent: alone(descentPart, TRIALS.descent),
    stochastic: alone(stochasticPart, TRIALS.stochastic),
  },
  figures: {},
  claims: [],
};

export default methods;
