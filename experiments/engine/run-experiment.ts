/**
 * Running an experiment: from what is asked to a stored result, in worker threads, resuming what an earlier run had finished.
 */
import { join } from "node:path";
import { carriedOf, type Loaded } from "./catalogue.ts";
import { environmentOf, journalFolder } from "./environment.ts";
import { type Journal, openJournal } from "./journal.ts";
import { planOf } from "./plan.ts";
import type { Project } from "./project.ts";
import { type Result, readResult } from "./read-result.ts";
import { resultFiles } from "./result-files.ts";
import { computeCells, Interrupted, type Progress } from "./runner.ts";
import { runIdOf, type SpecQuestion, specOf } from "./spec.ts";
import { poolFor } from "./worker-pool.ts";
import { requireWritable, type Written, writeResult } from "./write-result.ts";

interface ExperimentRun extends SpecQuestion {
  readonly loaded: Loaded;
  readonly project: Project;
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
  const { loaded, project, out, clock } = run;
  const threads = carriedOf(loaded) === undefined ? 0 : run.threads;
  const { experiment, origin } = loaded;
  const begun = clock.milliseconds();
  const spec = specOf(experiment, run);
  const plan = planOf(experiment, spec);
  const runId = runIdOf(spec);
  requireWritable(out, experiment.id);
  if (run.signal?.aborted) throw new Interrupted("the run was stopped before it began");
  let journal: Journal | undefined;
  const pool = poolFor(loaded, plan, threads);
  // Code that an interrupted cell was running may never go on, so the end of the run does not rest on it.
  const leave = () => {
    journal?.close();
    void pool.dismiss();
  };
  run.signal?.addEventListener("abort", leave, { once: true });
  try {
    journal = openJournal(journalFolder(out, experiment.id, runId), origin.hash);
    const computed = await computeCells(plan, pool, { ...run, journal });
    const seconds = Math.round((clock.milliseconds() - begun) / 100) / 10;
    const folder = join(out, experiment.id, runId);
    const environment = environmentOf(loaded, project, { threads, seconds, finished: clock.date() });
    const written = writeResult({
      folder,
      files: resultFiles(experiment, spec, computed),
      environment: `${JSON.stringify(environment, null, 2)}\n`,
      replace: run.replace,
      spec,
      rows: computed.rows,
    });
    await journal.remove();
    return { result: readResult(folder), written };
  } finally {
    run.signal?.removeEventListener("abort", leave);
    journal?.close();
    await pool.dismiss();
  }
}
