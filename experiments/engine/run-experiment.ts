/**
 * Running an experiment: from what is asked to a stored result, in worker threads, resuming what an earlier run had finished.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXPERIMENT_IDS, loadExperiment } from "./catalogue.ts";
import { codeDigest, environmentOf } from "./environment.ts";
import { type Journal, openJournal } from "./journal.ts";
import { planOf } from "./plan.ts";
import { type Result, readResult } from "./read-result.ts";
import { resultFiles } from "./result-files.ts";
import { computeCells, type Progress } from "./runner.ts";
import { runIdOf, type SpecQuestion, specOf } from "./spec.ts";
import { atPath } from "./storage-error.ts";
import { ownThread, workerThreads } from "./worker-pool.ts";
import { type Written, writeResult } from "./write-result.ts";

export interface ExperimentRun extends SpecQuestion {
  /** What `loadExperiment` takes. */
  readonly experiment: string;
  /** The folder of all results. */
  readonly out: string;
  /** 0 computes in this thread. */
  readonly threads: number;
  readonly replace: boolean;
  readonly signal?: AbortSignal;
  progress?(progress: Progress): void;
  /** For the record, which is not part of the result. */
  readonly clock: Clock;
}

export interface Clock {
  milliseconds(): number;
  /** The date and time in UTC. */
  date(): string;
}

export interface RunOutcome {
  readonly result: Result;
  readonly written: Written;
}

export async function runExperiment(run: ExperimentRun): Promise<RunOutcome> {
  const { out, threads, clock } = run;
  const begun = clock.milliseconds();
  const experiment = await loadExperiment(run.experiment);
  const spec = specOf(experiment, run);
  const plan = planOf(experiment, spec);
  const runId = runIdOf(spec);
  atPath("the folder of results", out, () => mkdirSync(out, { recursive: true }));
  // First, since the threads take as long to start as the digest of the code.
  const pool = threads === 0 ? ownThread(plan) : workerThreads({ experiment: run.experiment, spec }, threads);
  let journal: Journal | undefined;
  try {
    const code = codeDigest();
    journal = openJournal(journalFolder(out, experiment.id, runId), code);
    const computed = await computeCells(plan, pool, { ...run, journal });
    const seconds = Math.round((clock.milliseconds() - begun) / 100) / 10;
    const folder = join(out, experiment.id, runId);
    const module = EXPERIMENT_IDS.includes(run.experiment) ? undefined : run.experiment;
    const environment = environmentOf({ threads, seconds, code, finished: clock.date() }, module);
    const written = writeResult({
      folder,
      files: resultFiles(experiment, spec, computed),
      environment: `${JSON.stringify(environment, null, 2)}\n`,
      replace: run.replace,
    });
    await journal.remove();
    return { result: readResult(folder), written };
  } finally {
    journal?.close();
    await pool.dismiss();
  }
}

/** Beside the results, outside of them. */
function journalFolder(out: string, experiment: string, runId: string): string {
  return join(dirname(out), ".cache", "runs", experiment, runId);
}
