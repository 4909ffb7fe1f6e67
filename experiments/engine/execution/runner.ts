/**
 * Runner: computes the cells of a plan with a pool, unit by unit. Units may finish in any order; each waits for the earlier blocks
 * of its cell.
 *
 * The first block of each study whose summaries merge by kind comes before all else: a summary that has no kind (`summary.ts`) is
 * refused there, and not after the studies before it.
 */

import type { CellRow } from "../definition/row.ts";
import { mergesByKind } from "../definition/study.ts";
import type { Computed } from "../format/result-files.ts";
import { type BlockRange, CellsUnderWay } from "./cells-under-way.ts";
import type { Journal } from "./journal.ts";
import type { Plan } from "./plan.ts";
import type { WorkerPool } from "./shared-work.ts";
import type { Unit } from "./unit.ts";

export interface BlockProgress {
  readonly unitsDone: number;
  readonly units: number;
}

export interface Progress extends BlockProgress {
  readonly cellsDone: number;
  readonly cells: number;
  readonly trialsDone: number;
  /** Of the looks that are known to be needed so far. */
  readonly trials: number;
  /** Present when a cell has just been judged. */
  readonly judged?: CellRow;
}

export interface ComputeOptions {
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  progress?(progress: Progress): void;
}

/** A run that was asked to stop; what it had finished is in its journal. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

export async function computeCells(plan: Plan, pool: WorkerPool, options: ComputeOptions = {}): Promise<Computed> {
  const run = new Run(plan, options);
  await run.finish(pool);
  return run.computed();
}

class Run {
  readonly #cells: CellsUnderWay;
  readonly #options: ComputeOptions;
  #queue: Unit[] = [];
  #head = 0;
  /** Outcomes that wait for an earlier block of their cell, by cell. */
  readonly #ready: readonly Map<number, string>[];
  #counts = { cellsDone: 0, trialsDone: 0, trials: 0, unitsDone: 0, units: 0 };

  constructor(plan: Plan, options: ComputeOptions) {
    this.#cells = new CellsUnderWay(plan);
    this.#options = options;
    this.#ready = plan.cells.map(() => new Map());
    for (const cell of plan.cells.keys()) this.#enqueue(cell, this.#cells.asked(cell));
    const first = firstBlocks(plan, this.#queue);
    this.#queue = [...first, ...this.#queue.filter((unit) => !first.has(unit))];
  }

  #enqueue(cell: number, { from, to }: BlockRange): void {
    const { blocks } = this.#cells.planned(cell);
    for (let block = from; block < to; block++) {
      this.#queue.push({ cell, block });
      this.#counts.trials += blocks[block];
      this.#counts.units++;
    }
  }

  /** Keeps the pool busy until the queue is empty and nothing is under way. */
  async finish(pool: WorkerPool): Promise<void> {
    const { signal } = this.#options;
    const finished = new AbortController();
    const stopped = new Promise<void>((resolve) =>
      signal?.addEventListener("abort", () => resolve(), { once: true, signal: finished.signal }),
    );
    try {
      await this.#work(pool, stopped);
    } finally {
      finished.abort(); // one signal may stop many runs, and each leaves nothing behind on it
    }
  }

  async #work(pool: WorkerPool, stopped: Promise<void>): Promise<void> {
    const { journal, signal } = this.#options;
    const underWay = new Set<Promise<void>>();
    while (this.#head < this.#queue.length || underWay.size > 0) {
      while (underWay.size < pool.size && this.#head < this.#queue.length && !signal?.aborted) {
        const unit = this.#queue[this.#head++];
        const { key } = this.#cells.planned(unit.cell);
        const known = journal?.find(key, unit.block);
        if (known !== undefined) {
          this.#settle(unit, known);
          continue;
        }
        const work: Promise<void> = pool.compute(unit).then((outcome) => {
          if (signal?.aborted) return; // the journal is closed
          journal?.keep(key, unit.block, outcome);
          this.#settle(unit, outcome);
          underWay.delete(work);
        });
        work.catch(() => {}); // the race below reports the first failure
        underWay.add(work);
      }
      if (signal?.aborted)
        throw new Interrupted("the run was stopped; the same command goes on from its finished blocks");
      if (underWay.size > 0) await Promise.race([...underWay, stopped]);
    }
  }

  #settle({ cell, block }: Unit, outcome: string): void {
    const ready = this.#ready[cell];
    ready.set(block, outcome);
    for (let next = this.#cells.asked(cell); ; next = this.#cells.asked(cell)) {
      const text = ready.get(next.from);
      if (text === undefined) break;
      ready.delete(next.from);
      this.#take(cell, next, text);
    }
    this.#options.progress?.({ ...this.#counts, cells: this.#cells.count });
  }

  #take(cell: number, { from, to }: BlockRange, text: string): void {
    const judged = this.#cells.take(cell, text);
    this.#counts.unitsDone++;
    this.#counts.trialsDone += this.#cells.planned(cell).blocks[from];
    if (judged === undefined) {
      const asked = this.#cells.asked(cell);
      if (asked.to > to) this.#enqueue(cell, asked); // the next look
      return;
    }
    this.#counts.cellsDone++;
    this.#options.progress?.({ ...this.#counts, cells: this.#cells.count, judged });
  }

  computed(): Computed {
    return this.#cells.computed();
  }
}

/** The first unit of each study that merges by kind. */
function firstBlocks({ cells }: Plan, units: readonly Unit[]): ReadonlySet<Unit> {
  const first = new Map<string, Unit>();
  for (const unit of units) {
    const { part, control, study } = cells[unit.cell];
    const name = JSON.stringify([part, control]);
    if (study.kind === "sampled" && mergesByKind(study) && !first.has(name)) first.set(name, unit);
  }
  return new Set(first.values());
}
