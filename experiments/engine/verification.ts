/**
 * Verification: recomputes a result, or a sample of its blocks, and compares it bit for bit.
 *
 * The first difference is told with its cell and, where both sides have an estimate with a standard error, how many combined standard
 * errors apart they are. A sample of blocks shows that the code still gives these blocks; the whole shows that it gives the result.
 */
import { canonicalJson } from "./canonical-json.ts";
import type { Loaded } from "./catalogue.ts";
import type { Check } from "./judgement.ts";
import { type Plan, planOf } from "./plan.ts";
import type { Result } from "./read-result.ts";
import { CELLS, manifestOf, resultFiles, resultIdOf } from "./result-files.ts";
import type { CellRow } from "./row.ts";
import { type BlockProgress, computeCells, type Progress } from "./runner.ts";
import { digestOf } from "./unit.ts";
import { poolFor, type WorkerPool } from "./worker-pool.ts";

export interface VerificationQuestion {
  readonly result: Result;
  /** The experiment that the result is of. */
  readonly loaded: Loaded;
  readonly threads: number;
  /** Blocks to recompute, by their line in `blocks.jsonl` from 0; all of the result where absent. */
  readonly sample?: readonly number[];
  readonly signal?: AbortSignal;
  /** Of a sample, only the blocks are counted. */
  progress?(progress: Progress | BlockProgress): void;
}

export type Verification =
  | { readonly same: true; readonly blocks: number }
  | { readonly same: false; readonly where: string; readonly what: string; readonly standardErrors?: number };

export async function verifyResult(question: VerificationQuestion): Promise<Verification> {
  const { result, loaded, threads, sample } = question;
  const plan = planOf(loaded.experiment, result.spec);
  const pool = poolFor(loaded, plan, threads);
  try {
    return sample === undefined
      ? await verifyAll(question, plan, pool)
      : await verifySample(question, plan, pool, sample);
  } finally {
    await pool.dismiss();
  }
}

async function verifyAll(question: VerificationQuestion, plan: Plan, pool: WorkerPool): Promise<Verification> {
  const { result } = question;
  const computed = await computeCells(plan, pool, question);
  for (let k = 0; k < Math.max(computed.rows.length, result.rows.length); k++) {
    const difference = compareRows(result.rows[k], computed.rows[k], k + 1);
    if (difference !== undefined) return difference;
  }
  const manifest = manifestOf(resultFiles(plan.experiment, result.spec, computed));
  if (resultIdOf(manifest) === result.id) return { same: true, blocks: computed.blocks.length };
  return { same: false, where: "MANIFEST", what: "the cells agree, but the blocks or figures made from them do not" };
}

function compareRows(
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

async function verifySample(
  { result, progress }: VerificationQuestion,
  plan: Plan,
  pool: WorkerPool,
  sample: readonly number[],
): Promise<Verification> {
  const cells = new Map(plan.cells.map(({ key }, index) => [key, index]));
  let done = 0;
  for (const line of sample) {
    const row = result.blocks[line];
    const key = canonicalJson([row.part, row.control ?? "", row.cell]);
    const cell = cells.get(key);
    const where = `blocks.jsonl, line ${line + 1}: ${key}, block ${row.block}`;
    if (cell === undefined) return { same: false, where, what: "is not computed any more" };
    const sha256 = digestOf(await pool.compute({ cell, block: row.block }));
    if (sha256 !== row.sha256) return { same: false, where, what: `stored ${row.sha256}, recomputed ${sha256}` };
    progress?.({ unitsDone: ++done, units: sample.length });
  }
  return { same: true, blocks: sample.length };
}
