/**
 * Verification: recomputes a result, or a sample of its blocks, and compares it bit for bit.
 *
 * The first difference is reported with its cell and, where both sides have an estimate with a standard error, how many combined standard
 * errors apart they are. A sample of blocks shows that the code still gives these blocks; the whole shows that it gives the result.
 */

import type { Check } from "../definition/judgement.ts";
import type { CellRow } from "../definition/row.ts";
import type { Plan } from "../execution/plan.ts";
import { type BlockProgress, type ComputeOptions, computeCells } from "../execution/runner.ts";
import type { WorkerPool } from "../execution/shared-work.ts";
import { digestOf } from "../execution/unit.ts";
import type { Result } from "../format/read-result.ts";
import { type BlockRow, CELLS, manifestOf, resultFiles, resultIdOf } from "../format/result-files.ts";
import { canonicalJson } from "../text/canonical-json.ts";

export type Verification =
  | { readonly same: true; readonly blocks: number }
  | { readonly same: false; readonly where: string; readonly what: string; readonly standardErrors?: number };

/** What is compared of a result that was computed again. */
interface Recomputed {
  readonly rows: readonly CellRow[];
  /** How many. */
  readonly blocks: number;
  readonly id: () => string;
}

export async function recompute(plan: Plan, pool: WorkerPool, options: ComputeOptions = {}): Promise<Recomputed> {
  const computed = await computeCells(plan, pool, options);
  const { rows, blocks } = computed;
  const id = () => resultIdOf(manifestOf(resultFiles(plan.experiment, plan.spec, computed)));
  return { rows, blocks: blocks.length, id };
}

export function compareAll(result: Result, { rows, blocks, id }: Recomputed): Verification {
  for (let k = 0; k < Math.max(rows.length, result.rows.length); k++) {
    const difference = compareRows(result.rows[k], rows[k], k + 1);
    if (difference !== undefined) return difference;
  }
  if (id() === result.id) return { same: true, blocks };
  return { same: false, where: "MANIFEST", what: "the cells agree, but the blocks or figures made from them do not" };
}

export function compareRows(
  stored: CellRow | undefined,
  computed: CellRow | undefined,
  line: number,
): Verification | undefined {
  const where = `${CELLS}, line ${line}: ${canonicalJson(stored?.cell ?? computed?.cell)}`;
  if (stored === undefined || computed === undefined) {
    return { same: false, where, what: stored === undefined ? "is missing in the result" : "is not computed any more" };
  }
  if (canonicalJson(stored) === canonicalJson(computed)) return undefined;
  for (const [name, check] of Object.entries(stored.checks)) {
    const again = computed.checks[name];
    if (again === undefined || canonicalJson(check) === canonicalJson(again)) continue;
    const what = `${stored.part}, check ${name}: stored ${show(check)}, recomputed ${show(again)}`;
    const standardErrors = apart(check, again);
    return { same: false, where, what, ...(standardErrors === undefined ? {} : { standardErrors }) };
  }
  return { same: false, where, what: `${stored.part}: the stored values are not the recomputed ones` };
}

function show({ estimate, verdict }: Check): string {
  return estimate === undefined ? verdict : `${estimate} (${verdict})`;
}

/** The difference of two estimates in combined standard errors. */
export function apart(one: Check, other: Check): number | undefined {
  if (one.estimate === undefined || other.estimate === undefined) return undefined;
  const [first, second] = [one.standardError ?? 0, other.standardError ?? 0];
  const combined = Math.sqrt(first * first + second * second);
  return combined > 0 ? (other.estimate - one.estimate) / combined : undefined;
}

interface SampleQuestion {
  readonly result: Result;
  /** Blocks to recompute, by their line in `blocks.jsonl` from 0. */
  readonly sample: readonly number[];
  progress?(progress: BlockProgress): void;
}

export async function verifySample(
  { result, sample, progress }: SampleQuestion,
  plan: Plan,
  pool: WorkerPool,
): Promise<Verification> {
  let done = 0;
  for (const line of sample) {
    const difference = compareBlock(result, line, await recomputeBlock(plan, pool, result.blocks[line]));
    if (difference !== undefined) return difference;
    progress?.({ unitsDone: ++done, units: sample.length });
  }
  return { same: true, blocks: sample.length };
}

/** Where a block is. */
export type BlockPlace = Pick<BlockRow, "part" | "control" | "cell" | "block">;

/** The digest of a block; undefined of one that the plan does not have. */
export async function recomputeBlock(plan: Plan, pool: WorkerPool, place: BlockPlace): Promise<string | undefined> {
  const key = keyOf(place);
  const cell = plan.cells.findIndex((each) => each.key === key);
  return cell === -1 ? undefined : digestOf(await pool.compute({ cell, block: place.block }));
}

export function compareBlock(result: Result, line: number, sha256: string | undefined): Verification | undefined {
  const row = result.blocks[line];
  if (sha256 === row.sha256) return undefined;
  const where = `blocks.jsonl, line ${line + 1}: ${keyOf(row)}, block ${row.block}`;
  const what = sha256 === undefined ? "is not computed any more" : `stored ${row.sha256}, recomputed ${sha256}`;
  return { same: false, where, what };
}

/** As the plan names the cell. */
export function keyOf({ part, control = "", cell }: BlockPlace): string {
  return canonicalJson([part, control, cell]);
}
