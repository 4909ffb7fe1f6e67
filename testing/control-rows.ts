/**
 * The rows of one control of an experiment at chosen values of its axes: a control must be caught at all that they admit, not at
 * its lists alone.
 */
import type { Experiment } from "../experiments/engine/definition/experiment.ts";
import type { CellRow } from "../experiments/engine/definition/row.ts";
import type { SpecQuestion } from "../experiments/engine/format/spec.ts";
import { experimentRows } from "./experiment-rows.ts";

export async function controlRows(
  experiment: Experiment,
  { part, control, ...question }: { readonly part: string; readonly control: string } & Partial<SpecQuestion>,
): Promise<readonly CellRow[]> {
  const whole = experiment.parts[part];
  const { study } = whole.controls[control];
  const rows = await experimentRows({ ...experiment, parts: { [part]: { ...whole, study, controls: {} } } }, question);
  return rows.filter((row) => row.control === undefined);
}
