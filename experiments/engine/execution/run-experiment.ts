/**
 * Running an experiment: from its spec to a stored result, in worker threads, resuming what an earlier run had finished.
 */
import { join } from "node:path";
import { type Result, readResult } from "../format/read-result.ts";
import { resultFiles } from "../format/result-files.ts";
import { runIdOf, type Spec } from "../format/spec.ts";
import { requireWritable, type Written, writeResult } from "../format/write-result.ts";
import type { Clock } from "../machine/clock.ts";
import { carriedOf, type Loaded } from "../program/catalogue.ts";
import { environmentOf, journalFolder } from "../program/environment.ts";
import { installedData } from "../program/installed-data.ts";
import type { Project } from "../program/project.ts";
import { type Journal, openJournal } from "./journal.ts";
import { planOf } from "./plan.ts";
import { requireData } from "./prepared-data.ts";
import { type ComputeOptions, computeCells, Interrupted } from "./runner.ts";
import { poolFor } from "./worker-pool.ts";

interface ExperimentRun extends Omit<ComputeOptions, "journal"> {
  readonly loaded: Loaded;
  readonly spec: Spec;
  readonly project: Project;
  /** The folder of all results. */
  readonly out: string;
  /** 0 computes in this thread. */
  readonly threads: number;
  readonly replace: boolean;
  /** For the record, which is not part of the result. */
  readonly clock: Clock;
}

export interface RunOutcome {
  readonly result: Result;
  readonly written: Written;
}

export async function runExperiment(run: ExperimentRun): Promise<RunOutcome> {
  const { loaded, spec, project, out, clock } = run;
  const threads = carriedOf(loaded) === undefined ? 0 : run.threads;
  const { experiment, origin } = loaded;
  const begun = clock.milliseconds();
  const plan = planOf(experiment, spec);
  const runId = runIdOf(spec);
  await requireData(plan, installedData);
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
