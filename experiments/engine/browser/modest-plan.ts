/**
 * Modest plan: the plan of a spec that a page takes on. A spec may be a stranger's, and a plan has a number for each block of each cell.
 *
 * The largest stored result has 4814 blocks. What is beyond these limits is the command line's.
 */
import type { Experiment } from "../definition/experiment.ts";
import { type Plan, planOf } from "../execution/plan.ts";
import type { Spec, StudySpec } from "../format/spec.ts";

const MOST_CELLS = 100_000;
const MOST_BLOCKS = 1_000_000;
const MOST_TRIALS = 100_000_000;

export function modestPlan(experiment: Experiment, spec: Spec): Plan {
  let [allCells, allBlocks] = [0, 0];
  const count = (part: string, { axes, trials = 0, most = trials, blockSize = 1 }: StudySpec) => {
    const cells = Object.values(axes).reduce((product, values) => product * values.length, 1);
    if (most > 0) {
      if (blockSize < 1) throw new RangeError(`blockSize of part ${part} must be at least 1, got ${blockSize}`);
      requireAtMost(`trials of part ${part}`, most, MOST_TRIALS);
      allBlocks += cells * Math.max(1, most / blockSize);
      requireAtMost(`blocks up to part ${part}`, allBlocks, MOST_BLOCKS);
    }
    allCells += cells;
    requireAtMost(`cells up to part ${part}`, allCells, MOST_CELLS);
  };
  for (const [part, { controls, ...study }] of Object.entries(spec.parts)) {
    count(part, study);
    for (const control of Object.values(controls)) count(part, control);
  }
  return planOf(experiment, spec);
}

function requireAtMost(what: string, value: number, most: number): void {
  if (value <= most) return;
  throw new RangeError(`${what} must be at most ${most} on a page, got ${value}: the command line computes it`);
}
