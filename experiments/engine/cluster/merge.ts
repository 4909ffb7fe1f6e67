/**
 * Merge: judges what the tasks of a run have computed, asks for the blocks that are missing, and stores the result when all are there.
 *
 * Missing are blocks of tasks that were lost, and those of the next look of cells that are still open. The result is that of
 * `epsilab run`, with its hash.
 */
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { largestOf } from "../../../lib/numerics/extremes.ts";
import { CellsUnderWay } from "../execution/cells-under-way.ts";
import { type KnownUnits, readJournal } from "../execution/journal.ts";
import { type Plan, planOf } from "../execution/plan.ts";
import type { BlockProgress } from "../execution/runner.ts";
import { outcomeOf } from "../format/outcome.ts";
import { type Result, readResult } from "../format/read-result.ts";
import { resultFiles } from "../format/result-files.ts";
import { runIdOf } from "../format/spec.ts";
import { type Written, writeResult } from "../format/write-result.ts";
import type { Clock } from "../machine/clock.ts";
import { secondsBetween } from "../machine/clock.ts";
import type { Loaded } from "../program/catalogue.ts";
import { type ClusterRecord, environmentOf } from "../program/environment.ts";
import type { Project } from "../program/project.ts";
import { whileOnlyMerge } from "./merge-lock.ts";
import { firstLook } from "./shard.ts";
import type { AskedBlocks, Round, SharedJournal, TaskRecord } from "./shared-journal.ts";

interface Merge {
  readonly loaded: Loaded;
  readonly project: Project;
  readonly journal: SharedJournal;
  /** The folder of all results. */
  readonly out: string;
  readonly replace: boolean;
  readonly clock: Clock;
  progress?(progress: BlockProgress): void;
  /** Milliseconds between two touches of the lock; a second by default. */
  readonly beat?: number;
}

export type MergeOutcome =
  | { readonly kind: "stored"; readonly result: Result; readonly written: Written }
  /** What the next round is to compute; `isNew` unless nothing has come since it was asked for. */
  | { readonly kind: "missing"; readonly round: Round; readonly blocks: number; readonly isNew: boolean };

export function mergeJournal(merge: Merge): Promise<MergeOutcome> {
  const { loaded, journal, out } = merge;
  journal.requireExperiment(loaded);
  const plan = planOf(loaded.experiment, journal.head.spec);
  const folder = join(out, loaded.experiment.id, runIdOf(plan.spec));
  const work = async (): Promise<MergeOutcome> => {
    if (journal.done !== undefined) return { kind: "stored", result: readResult(journal.done.folder), written: "same" };
    const cells = new CellsUnderWay(plan);
    const known = readJournal(journal.blocks, journal.head.code);
    const asked = await takeKnown(plan, cells, known, merge.progress).finally(() => known.close());
    if (asked.length > 0) return missing(journal, plan, asked);
    const environment = environmentOf(loaded, merge.project, recordOf(merge));
    const computed = cells.computed();
    const written = writeResult({
      folder,
      files: resultFiles(loaded.experiment, plan.spec, computed),
      environment: `${JSON.stringify(environment, null, 2)}\n`,
      replace: merge.replace,
      spec: plan.spec,
      rows: computed.rows,
    });
    const result = readResult(folder);
    const { passed } = outcomeOf(result.rows);
    journal.finish({ folder, id: result.id, passed, finished: merge.clock.date() });
    return { kind: "stored", result, written };
  };
  return whileOnlyMerge(journal.folder, work, merge.beat);
}

/** Takes all that is known; returns what the cells still wait for. */
async function takeKnown(
  plan: Plan,
  cells: CellsUnderWay,
  known: KnownUnits,
  progress: Merge["progress"],
): Promise<readonly AskedBlocks[]> {
  const asked: AskedBlocks[] = [];
  let units = 0;
  for (const cell of plan.cells.keys()) units += cells.asked(cell).to;
  let unitsDone = 0;
  for (const [cell, { key }] of plan.cells.entries()) {
    await turn();
    let { from, to } = cells.asked(cell);
    while (from < to) {
      const text = known.find(key, from);
      if (text === undefined) break;
      cells.take(cell, text);
      const next = cells.asked(cell);
      units += Math.max(0, next.to - to);
      ({ from, to } = next);
      progress?.({ unitsDone: ++unitsDone, units });
    }
    const blocks: number[] = [];
    for (let block = from; block < to; block++) if (!known.has(key, block)) blocks.push(block);
    if (blocks.length > 0) asked.push([cell, blocks]);
  }
  return asked;
}

function missing(journal: SharedJournal, plan: Plan, asked: readonly AskedBlocks[]): MergeOutcome {
  const last = journal.lastRound() ?? { round: 1, asked: firstLook(plan) };
  const blocks = asked.reduce((sum, [, each]) => sum + each.length, 0);
  if (JSON.stringify(last.asked) === JSON.stringify(asked))
    return { kind: "missing", round: last, blocks, isNew: false };
  const round = { round: last.round + 1, asked };
  journal.ask(round);
  return { kind: "missing", round, blocks, isNew: true };
}

/** For the record: who computed it, and for how long. */
function recordOf({ journal, clock }: Merge): {
  threads: number;
  seconds: number;
  finished: string;
  cluster: ClusterRecord;
} {
  const tasks = journal.tasks();
  const finished = clock.date();
  const sum = (value: (task: TaskRecord) => number) => tasks.reduce((total, task) => total + value(task), 0);
  return {
    threads: Math.max(0, largestOf(tasks.map(({ threads }) => threads))),
    seconds: secondsBetween(journal.head.begun, finished),
    finished,
    cluster: {
      nodes: [...new Set(tasks.map(({ node }) => node))].sort(),
      tasks: tasks.length,
      lost: tasks.filter(({ seconds, failure }) => seconds === undefined || failure !== undefined).length,
      rounds: Math.max(1, largestOf(tasks.map(({ round }) => round))),
      seconds: Math.round(10 * sum(({ seconds = 0 }) => seconds)) / 10,
    },
  };
}
