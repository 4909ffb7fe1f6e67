/**
 * The sampled rows of an experiment at one seed, quick size: its blocks are drawn, merged and judged as a run does, in this thread,
 * and nothing is stored.
 *
 * Exact cells are left out: no seed enters them. Studies that have data are refused: who runs them loads those. With `errorRate`,
 * every interval errs that often instead of its share of the family-wise error.
 */

import type { Experiment } from "../definition/experiment.ts";
import type { CellRow } from "../definition/row.ts";
import { specOf } from "../format/spec.ts";
import { CellsUnderWay } from "./cells-under-way.ts";
import { planOf } from "./plan.ts";
import { sampleBlock } from "./unit.ts";

export function sampledRows(
  experiment: Experiment,
  { seed, errorRate }: { readonly seed: number; readonly errorRate?: number },
): readonly CellRow[] {
  const whole = planOf(experiment, specOf(experiment, { size: "quick", seed }));
  const cells = whole.cells
    .filter(({ study, part }) => {
      const needs = study.kind === "sampled" && study.data !== undefined;
      if (needs) throw new RangeError(`each study must be drawn without data, got part ${part}, whose data are loaded`);
      return study.kind === "sampled";
    })
    .map((cell) => ({ ...cell, errorRate: errorRate ?? cell.errorRate }));
  const plan = { ...whole, cells };
  const underWay = new CellsUnderWay(plan);
  for (const cell of cells.keys()) {
    for (let { from, to } = underWay.asked(cell); from < to; { from, to } = underWay.asked(cell)) {
      underWay.take(cell, sampleBlock(plan, { cell, block: from }, undefined));
    }
  }
  return underWay.computed().rows;
}
