/**
 * Recomputation: cells of a stored result computed again and compared with what is stored, each by its blocks and by its row.
 *
 * A cell needs no other: its blocks draw from streams of its own, and its share of the error is in the plan. So any cells can be
 * asked for, and what is found of one is the same whichever others are computed with it.
 */
import type { CellRow } from "../definition/row.ts";
import type { Plan } from "../execution/plan.ts";
import { computeCells } from "../execution/runner.ts";
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

/** What was found of a cell; `differences` say what is stored and what was computed, `failure` why nothing was. */
export interface CellFinding {
  /** Its place in the plan. */
  readonly cell: number;
  readonly blocks: number;
  readonly equalBlocks: number;
  readonly differences: readonly string[];
  readonly failure?: string;
}

interface RecomputationOptions {
  /** Whether another cell is begun, after the first. */
  goesOn?(): boolean;
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
  return cells.reduce((sum, cell) => sum + (digests.get(plan.cells[cell].key)?.size ?? 0), 0);
}

/**
 * A few cells of those asked for, with at most `most` blocks together: those that `choose` names, from 0 to before its argument, as
 * far as there is room, and else the one with the fewest blocks.
 */
export function sampleOf(
  plan: Plan,
  cells: readonly number[],
  stored: StoredRows,
  { most, choose }: { readonly most: number; readonly choose: (count: number) => number },
): readonly number[] {
  const digests = storedDigests(stored);
  const countOf = (cell: number) => digests.get(plan.cells[cell].key)?.size ?? 0;
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
 * failure, and the others go on.
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
    while (next < cells.length && (next === 0 || (options.goesOn?.() ?? true))) {
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
  readonly digests: Digests;
  readonly pool: WorkerPool;
  readonly options: RecomputationOptions;
}

async function recomputeCell({ plan, cell, row, digests, pool, options }: CellQuestion): Promise<CellFinding> {
  const { key } = plan.cells[cell];
  const own = digests.get(key) ?? new Map<number, string>();
  const differences: string[] = [];
  const computed = new Set<number>();
  let equalBlocks = 0;
  const checked: WorkerPool = {
    size: pool.size,
    compute: async ({ block }) => {
      const outcome = await pool.compute({ cell, block });
      const found = digestOf(outcome);
      const isEqual = found === own.get(block);
      computed.add(block);
      if (isEqual) equalBlocks++;
      else differences.push(`block ${block}: stored ${own.get(block) ?? "nothing"}, recomputed ${found}`);
      options.blockDone?.(isEqual);
      return outcome;
    },
    dismiss: () => Promise.resolve(),
  };
  try {
    const { rows } = await computeCells({ ...plan, cells: [plan.cells[cell]] }, checked);
    const difference = compareRows(row, rows[0], cell + 1);
    if (difference?.same === false) differences.push(difference.what);
    for (const block of own.keys())
      if (!computed.has(block)) differences.push(`block ${block}: stored, and not computed any more`);
  } catch (error) {
    return { cell, blocks: computed.size, equalBlocks, differences, failure: messageOf(error) };
  }
  return { cell, blocks: computed.size, equalBlocks, differences };
}

/** Of each cell, by its key, the digests of its blocks by their numbers. */
type Digests = ReadonlyMap<string, ReadonlyMap<number, string>>;

function storedDigests({ blocks }: StoredRows): Digests {
  const digests = new Map<string, Map<number, string>>();
  for (const row of blocks) {
    const key = keyOf(row);
    const own = digests.get(key) ?? new Map<number, string>();
    own.set(row.block, row.sha256);
    digests.set(key, own);
  }
  return digests;
}
