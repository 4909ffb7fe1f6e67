/**
 * The rows of an experiment at chosen values, computed in this thread: what the tests of experiments judge.
 */
import type { Experiment } from "../experiments/engine/definition/experiment.ts";
import type { CellRow } from "../experiments/engine/definition/row.ts";
import { planOf } from "../experiments/engine/execution/plan.ts";
import { computeCells } from "../experiments/engine/execution/runner.ts";
import { ownThread } from "../experiments/engine/execution/worker-pool.ts";
import { type SpecQuestion, specOf } from "../experiments/engine/format/spec.ts";

/** Of the quick size at seed 11, unless something else is asked for. */
export async function experimentRows(
  experiment: Experiment,
  question: Partial<SpecQuestion> = {},
): Promise<readonly CellRow[]> {
  const plan = planOf(experiment, specOf(experiment, { size: "quick", seed: 11, ...question }));
  return (await computeCells(plan, ownThread(plan))).rows;
}
