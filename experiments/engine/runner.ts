/**
 * Runner: computes the cells of a plan with a pool, unit by unit, and judges each cell when its trials are complete.
 *
 * Units may finish in any order; a cell's summaries are merged in the order of its blocks, and rows come in the order of the plan, so that
 * the result is the same for any pool. What a run holds in memory does not grow with the number of trials.
 */
import { canonicalJson } from "./canonical-json.ts";
import type { Journal } from "./journal.ts";
import { isOpen, type Judgement, readJudgement, verdictOf } from "./judgement.ts";
import { type Plan, type PlannedCell, placeOf } from "./plan.ts";
import type { CellRow } from "./row.ts";
import { messageOf } from "./thrown.ts";
import { digestOf, type Unit } from "./unit.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** One line of `blocks.jsonl`. */
export interface BlockRow {
  readonly part: string;
  readonly control?: string;
  readonly cell: PlannedCell["cell"];
  readonly block: number;
  readonly trials: number;
  readonly sha256: string;
}

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

export interface RunOptions {
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  progress?(progress: Progress): void;
}

export interface Computed {
  readonly rows: readonly CellRow[];
  readonly blocks: readonly BlockRow[];
}

/** A run that was asked to stop; what it had finished is in its journal. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

interface CellState {
  readonly planned: PlannedCell;
  readonly index: number;
  look: number;
  merged: unknown;
  next: number;
  readonly ready: Map<number, string>;
  readonly digests: string[];
  row: CellRow | undefined;
}

export async function computeCells(plan: Plan, pool: WorkerPool, options: RunOptions = {}): Promise<Computed> {
  const run = new Run(plan, options);
  await run.finish(pool);
  return run.computed();
}

class Run {
  readonly #experiment: string;
  readonly #states: readonly CellState[];
  readonly #options: RunOptions;
  readonly #queue: Unit[] = [];
  #head = 0;
  #counts = { cellsDone: 0, trialsDone: 0, trials: 0, unitsDone: 0, units: 0 };

  constructor({ experiment, cells }: Plan, options: RunOptions) {
    this.#experiment = experiment.id;
    this.#options = options;
    this.#states = cells.map((planned, index) => ({
      planned,
      index,
      look: 0,
      merged: undefined,
      next: 0,
      ready: new Map(),
      digests: [],
      row: undefined,
    }));
    for (const state of this.#states) this.#enqueue(state, 0);
  }

  #enqueue({ index, planned, look }: CellState, from: number): void {
    for (let block = from; block < planned.blocksAtLook[look]; block++) {
      this.#queue.push({ cell: index, block });
      this.#counts.trials += planned.blocks[block];
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
        const { key } = this.#states[unit.cell].planned;
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
    const state = this.#states[cell];
    state.ready.set(block, outcome);
    for (let text = state.ready.get(state.next); text !== undefined; text = state.ready.get(state.next)) {
      state.ready.delete(state.next);
      this.#take(state, text);
    }
    this.#options.progress?.({ ...this.#counts, cells: this.#states.length });
  }

  /** Takes what is next of a cell; what its own functions throw is told with its place. */
  #take(state: CellState, text: string): void {
    try {
      this.#merge(state, text);
    } catch (error) {
      const place = `${this.#experiment}, ${placeOf(state.planned)}`;
      throw new Error(`${place}: ${messageOf(error)}`, { cause: error });
    }
  }

  #merge(state: CellState, text: string): void {
    const { study, blocks, blocksAtLook } = state.planned;
    const value = JSON.parse(text);
    state.digests.push(digestOf(text));
    this.#counts.unitsDone++;
    this.#counts.trialsDone += blocks[state.next++];
    if (study.kind === "exact") {
      this.#judged(state, readJudgement(value));
      return;
    }
    state.merged = state.next === 1 ? value : study.merge(state.merged as never, value as never);
    if (state.next < blocksAtLook[state.look]) return;
    const { cell, errorRate, looks } = state.planned;
    const context = { trials: looks[state.look], errorRate };
    const judgement = readJudgement(study.judge(cell, state.merged as never, context));
    if (isOpen(judgement) && state.look + 1 < looks.length) {
      state.look++;
      this.#enqueue(state, state.next);
    } else this.#judged(state, judgement);
  }

  #judged(state: CellState, judgement: Judgement): void {
    const { part, control, claim, cell, looks, errorRate } = state.planned;
    const row: CellRow = {
      part,
      ...(control === undefined ? {} : { control }),
      claim,
      cell,
      verdict: verdictOf(judgement),
      ...(judgement as Pick<CellRow, "checks" | "values">), // and nothing else: it was read
      ...(looks.length === 0 ? {} : { trials: looks[state.look], errorRate }),
    };
    const judged: CellRow = JSON.parse(canonicalJson(row)); // as it is stored
    state.row = judged;
    state.merged = undefined;
    this.#counts.cellsDone++;
    this.#options.progress?.({ ...this.#counts, cells: this.#states.length, judged });
  }

  computed(): Computed {
    const rows = this.#states.map(({ row, planned }) => {
      if (row === undefined) throw new Error(`${planned.key} was not judged`);
      return row;
    });
    const blocks = this.#states.flatMap(({ planned: { part, control, cell, blocks }, digests }) =>
      digests.map((sha256, block): BlockRow => {
        const named = control === undefined ? {} : { control };
        return { part, ...named, cell, block, trials: blocks[block], sha256 };
      }),
    );
    return { rows, blocks };
  }
}
