/**
 * Speed-up of a run on a cluster, by simulation: what n tasks on n free cores make of a plan, from the measured costs of the parts.
 *
 * A task is started by the scheduler, loads the program and computes its share, every n-th block; the merge begins when the last
 * task ends and reads all blocks. Blocks take different times, drawn once for all n, so that the curves differ by n alone. Limits
 * of the model: as many free cores as tasks, one round, a file system that never is in the way.
 */
import { sampleExponential } from "../../lib/random/exponential.ts";
import { stream } from "../../lib/random/stream.ts";

/** Seconds, of which each is measured. */
export interface Costs {
  /** From one start of a task to the next, by the scheduler. */
  readonly betweenStarts: number;
  /** Of a task, until it computes. */
  readonly start: number;
  /** Of a merge, until it reads. */
  readonly mergeStart: number;
  /** Of a merge, for each block. */
  readonly mergeBlock: number;
}

interface SimulatedPlan {
  readonly blocks: number;
  /** Mean seconds of a block; the blocks' own are exponentially distributed about it. */
  readonly seconds: number;
}

interface SimulatedRun {
  readonly tasks: number;
  readonly seconds: number;
  readonly speedUp: number;
  /** What takes the largest share of the time that a perfect division of the work does not need. */
  readonly limit: "start of the tasks" | "start of a task" | "uneven shares" | "merge";
}

export function simulate({ blocks, seconds }: SimulatedPlan, costs: Costs, tasks: number): SimulatedRun {
  const random = stream(1, "speed-up");
  const shares = new Float64Array(tasks);
  let work = 0;
  for (let block = 0; block < blocks; block++) {
    const drawn = seconds * sampleExponential(1, random);
    shares[block % tasks] += drawn;
    work += drawn;
  }
  let last = 0;
  for (let task = 0; task < tasks; task++) {
    last = Math.max(last, (task + 1) * costs.betweenStarts + costs.start + shares[task]);
  }
  const merge = costs.mergeStart + blocks * costs.mergeBlock;
  const total = last + merge;
  const starts = tasks * costs.betweenStarts;
  const parts = {
    "start of the tasks": starts,
    "start of a task": costs.start,
    "uneven shares": Math.max(0, last - starts - costs.start - work / tasks),
    merge,
  } as const;
  const [[limit]] = Object.entries(parts).sort(([, one], [, other]) => other - one) as [
    SimulatedRun["limit"],
    number,
  ][];
  return { tasks, seconds: total, speedUp: work / total, limit };
}
