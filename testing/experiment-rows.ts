/**
 * The rows of an experiment at chosen values, computed in this thread: what the tests of experiments judge.
 */
import type { Experiment } from "../experiments/engine/experiment.ts";
import { planOf } from "../experiments/engine/plan.ts";
import type { CellRow } from "../experiments/engine/row.ts";
import { computeCells } from "../experiments/engine/runner.ts";
import { type SpecQuestion, specOf } from "../experiments/engine/spec.ts";
import { ownThread } from "../experiments/engine/worker-pool.ts";

/** Of the quick size at seed 11, unless something else is asked for. */
export async function experimentRows(
  experiment: Experiment,
  question: Partial<SpecQuestion> = {},
): Promise<readonly CellRow[]> {
  const plan = planOf(experiment, specOf(experiment, { size: "quick", seed: 11, ...question }));
  return (await computeCells(plan, ownThread(plan))).rows;
}
