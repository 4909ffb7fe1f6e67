/** A stored result verified on this machine: all of it, or a sample of its blocks, in worker threads. */
import { planOf } from "../execution/plan.ts";
import { requireData } from "../execution/prepared-data.ts";
import type { BlockProgress, Progress } from "../execution/runner.ts";
import { poolFor } from "../execution/worker-pool.ts";
import type { Result } from "../format/read-result.ts";
import type { Loaded } from "../program/catalogue.ts";
import { installedData } from "../program/installed-data.ts";
import { compareAll, recompute, type Verification, verifySample } from "./verification.ts";

interface VerificationQuestion {
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

export async function verifyResult(question: VerificationQuestion): Promise<Verification> {
  const { result, loaded, threads, sample } = question;
  const plan = planOf(loaded.experiment, result.spec);
  await requireData(plan, installedData);
  const pool = poolFor(loaded, plan, threads);
  try {
    if (sample !== undefined) return await verifySample({ ...question, sample }, plan, pool);
    return compareAll(result, await recompute(plan, pool, question));
  } finally {
    await pool.dismiss();
  }
}
