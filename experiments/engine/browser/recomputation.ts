/**
 * Recomputation: cells of a stored result computed again and compared with what is stored, each by its blocks and by its row.
 *
 * A cell needs no other: its blocks draw from streams of its own, and its share of the error is in the plan. So any cells can be
 * asked for, and what is found of one is the same whichever others are computed with it.
 */
import type { CellRow } from "../definition/row.ts";
import type { Plan } from "../execution/plan.ts";
import { computeCells, Interrupted } from "../execution/runner.ts";
import type { WorkerPool } from "../execution/shared-work.ts";
import { digestOf } from "../execution/unit.ts";
import type { BlockRow } from "../format/result-files.ts";
import { messageOf } from "../text/thrown.ts";
import { compareRows, keyOf } from "../verification/verification.ts";

export interface StoredRows {
  /** In the order of the plan. */
  readonly rows: readonly CellRow[];
  readonly blocks: readonly BlockRow[];
}

/** What was found of a cell; `differences` say what is stored and what was computed. */
export interface CellFinding {
  /** Its place in the plan. */
  readonly cell: number;
  readonly blocks: number;
  readonly equalBlocks: number;
  readonly differences: readonly string[];
}

export interface RecomputationOptions {
  readonly signal?: AbortSignal;
  /** Waited for before each block: a pause. */
  resumed?(): Promise<void>;
  blockDone?(isEqual: boolean): void;
  cellDone?(finding: CellFinding): void;
}

/** The cells of a plan of which a part, a claim or a control is asked; all without a question. */
export function cellsOf(
  plan: Plan,
  { part, claim }: { readonly part?: string; readonly claim?: string },
): readonly number[] {
  return plan.cells.flatMap((cell, index) =>
    (part === undefined || cell.part === part) && (claim === undefined || cell.claim === claim) ? [index] : [],
  );
}

/** How many blocks of these cells are stored. */
export function countBlocks(plan: Plan, cells: readonly number[], stored: StoredRows): number {
  const digests = storedDigests(stored);
  return cells.reduce((sum, cell) => sum + (digests.get(plan.cells[cell].key)?.length ?? 0), 0);
}

/**
 * A few cells of those asked for, with at most so many blocks together: those that `choose` names, from 0 to before its argument, as
 * far as there is room, and else the one with the fewest blocks.
 */
export function sampleOf(
  plan: Plan,
  cells: readonly number[],
  stored: StoredRows,
  { most, choose }: { readonly most: number; readonly choose: (count: number) => number },
): readonly number[] {
  const digests = storedDigests(stored);
  const countOf = (cell: number) => digests.get(plan.cells[cell].key)?.length ?? 0;
  const left = [...cells];
  const chosen: number[] = [];
  let room = most;
  while (left.length > 0 && room > 0) {
    const [cell] = left.splice(choose(left.length), 1);
    if (countOf(cell) > room) continue;
    chosen.push(cell);
    room -= countOf(cell);
  }
  if (chosen.length > 0 || cells.length === 0) return chosen.sort((one, other) => one - other);
  return [cells.reduce((least, cell) => (countOf(cell) < countOf(least) ? cell : least))];
}

/**
 * Several cells are under way at once, so that a last long block keeps nobody waiting. What a cell's own functions throw is its
 * difference, and the others go on.
 */
export async function recomputeCells(
  plan: Plan,
  stored: StoredRows,
  cells: readonly number[],
  pool: WorkerPool,
  options: RecomputationOptions = {},
): Promise<readonly CellFinding[]> {
  const digests = storedDigests(stored);
  const findings: CellFinding[] = [];
  let next = 0;
  const work = async () => {
    while (next < cells.length && !options.signal?.aborted) {
      const cell = cells[next++];
      const finding = await recomputeCell({ plan, cell, row: stored.rows[cell], digests, pool, options });
      findings.push(finding);
      options.cellDone?.(finding);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, pool.size) }, work));
  return findings.sort((one, other) => one.cell - other.cell);
}

interface CellQuestion {
  readonly plan: Plan;
  readonly cell: number;
  readonly row: CellRow | undefined;
  readonly digests: ReadonlyMap<string, readonly string[]>;
  readonly pool: WorkerPool;
  readonly options: RecomputationOptions;
}

async function recomputeCell({ plan, cell, row, digests, pool, options }: CellQuestion): Promise<CellFinding> {
  const { key } = plan.cells[cell];
  const own = digests.get(key) ?? [];
  const differences: string[] = [];
  let [blocks, equalBlocks] = [0, 0];
  const checked: WorkerPool = {
    size: pool.size,
    compute: async ({ block }) => {
      await options.resumed?.();
      const outcome = await pool.compute({ cell, block });
      const found = digestOf(outcome);
      const isEqual = found === own[block];
      blocks++;
      if (isEqual) equalBlocks++;
      else differences.push(`block ${block}: stored ${own[block] ?? "nothing"}, recomputed ${found}`);
      options.blockDone?.(isEqual);
      return outcome;
    },
    dismiss: () => Promise.resolve(),
  };
  const { signal } = options;
  try {
    const { rows } = await computeCells(
      { ...plan, cells: [plan.cells[cell]] },
      checked,
      signal === undefined ? {} : { signal },
    );
    const difference = compareRows(row, rows[0], cell + 1);
    if (difference !== undefined && !difference.same) differences.push(difference.what);
    for (let block = blocks; block < own.length; block++)
      differences.push(`block ${block}: stored, and not computed any more`);
  } catch (error) {
    if (!(error instanceof Interrupted)) differences.push(messageOf(error));
  }
  return { cell, blocks, equalBlocks, differences };
}

function storedDigests({ blocks }: StoredRows): ReadonlyMap<string, readonly string[]> {
  const digests = new Map<string, string[]>();
  for (const row of blocks) {
    const key = keyOf(row);
    const own = digests.get(key) ?? [];
    own[row.block] = row.sha256;
    digests.set(key, own);
  }
  return digests;
}
