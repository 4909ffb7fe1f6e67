/**
 * Shard: one task's share of the blocks that a round asks for, computed into the shared journal.
 *
 * The blocks of a round are numbered in the order of the plan; shard k of n has every n-th from the k-th on. A task that is started
 * again goes on from what it had written, and one that runs twice at once writes the same blocks twice, which the merge counts
 * once.
 */

import { CellsUnderWay } from "../execution/cells-under-way.ts";
import { type Journal, openJournal } from "../execution/journal.ts";
import { type Plan, planOf } from "../execution/plan.ts";
import { requireData } from "../execution/prepared-data.ts";
import { type BlockProgress, Interrupted } from "../execution/runner.ts";
import type { WorkerPool } from "../execution/shared-work.ts";
import type { Unit } from "../execution/unit.ts";
import { poolFor } from "../execution/worker-pool.ts";
import type { Clock } from "../machine/clock.ts";
import { carriedOf, type Loaded } from "../program/catalogue.ts";
import { installedData } from "../program/installed-data.ts";
import { messageOf } from "../text/thrown.ts";
import { nodeName } from "./node-name.ts";
import type { AskedBlocks, SharedJournal } from "./shared-journal.ts";

export interface ShardNumber {
  readonly shard: number;
  readonly shards: number;
}

interface ShardRun extends ShardNumber {
  readonly loaded: Loaded;
  readonly journal: SharedJournal;
  readonly threads: number;
  readonly signal?: AbortSignal;
  progress?(progress: BlockProgress): void;
  /** For the record. */
  readonly clock: Clock;
}

/** The share of the present round that `computed` blocks were added to. */
interface ShardOutcome {
  readonly round: number;
  readonly units: number;
  readonly computed: number;
}

export async function runShard(run: ShardRun): Promise<ShardOutcome> {
  const { loaded, journal, shard, shards, clock } = run;
  const threads = carriedOf(loaded) === undefined ? 0 : run.threads;
  const plan = planOf(loaded.experiment, journal.head.spec);
  await requireData(plan, installedData);
  const { round, asked } = journal.lastRound() ?? { round: 1, asked: firstLook(plan) };
  const units = shareOf(asked, run);
  const begun = clock.milliseconds();
  const record = journal.record({
    node: nodeName(),
    process: process.pid,
    round,
    shard,
    shards,
    threads,
    begun: clock.date(),
  });
  const elapsed = () => Math.round((clock.milliseconds() - begun) / 100) / 10;
  const blocks = openJournal(journal.blocks, journal.head.code, `${round}-${shard}of${shards}`);
  const pool = poolFor(loaded, plan, threads);
  let computed = 0;
  try {
    const left = units.filter(({ cell, block }) => !blocks.has(plan.cells[cell].key, block));
    const count = () => {
      computed++;
      run.progress?.({ unitsDone: units.length - left.length + computed, units: units.length });
    };
    await computeUnits(plan, left, {
      pool,
      blocks,
      count,
      ...(run.signal === undefined ? {} : { signal: run.signal }),
    });
    record({ seconds: elapsed(), blocks: computed });
    return { round, units: units.length, computed };
  } catch (error) {
    record({ seconds: elapsed(), blocks: computed, failure: messageOf(error) });
    throw error;
  } finally {
    blocks.close();
    await pool.dismiss();
  }
}

/** What a run needs first. */
export function firstLook(plan: Plan): readonly AskedBlocks[] {
  const cells = new CellsUnderWay(plan);
  return plan.cells.map((_, cell) => [cell, Array.from({ length: cells.asked(cell).to }, (_, block) => block)]);
}

/** Every `shards`-th block that is asked for. */
export function shareOf(asked: readonly AskedBlocks[], { shard, shards }: ShardNumber): readonly Unit[] {
  const units = asked.flatMap(([cell, blocks]) => blocks.map((block) => ({ cell, block })));
  return units.filter((_, index) => index % shards === shard - 1);
}

interface Work {
  readonly pool: WorkerPool;
  readonly blocks: Journal;
  readonly signal?: AbortSignal;
  /** Called when a block is written. */
  count(): void;
}

/**
 * Keeps the pool busy until all units are written. One that fails does not keep the others from being computed; it is reported in
 * the end.
 */
async function computeUnits(plan: Plan, units: readonly Unit[], { pool, blocks, signal, count }: Work): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new Interrupted("the task was stopped; its finished blocks are in the journal"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
  stopped.catch(() => {}); // where nothing waits for it
  const work = async () => {
    while (next < units.length && !signal?.aborted) {
      const unit = units[next++];
      const outcome = await pool.compute(unit).catch((error: unknown) => void failures.push(error));
      if (signal?.aborted) return;
      if (outcome === undefined) continue;
      blocks.keep(plan.cells[unit.cell].key, unit.block, outcome);
      count();
    }
  };
  await Promise.race([Promise.all(Array.from({ length: pool.size }, work)), stopped]);
  if (failures.length > 0) throw failures[0];
}
