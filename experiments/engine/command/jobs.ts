/**
 * `epsilab jobs`: how the runs stand that were given to a cluster.
 */
import { basename } from "node:path";
import { largestOf } from "../../../lib/numerics/extremes.ts";
import { firstLook } from "../cluster/shard.ts";
import { type Round, SharedJournal } from "../cluster/shared-journal.ts";
import { jobsOf, type SlurmJobs, SlurmRefusal } from "../cluster/slurm.ts";
import { notedJournals, type Submission, submissionIn } from "../cluster/submission.ts";
import { readJournal } from "../execution/journal.ts";
import { planOf } from "../execution/plan.ts";
import { duration } from "../execution/progress-display.ts";
import { clock, secondsBetween } from "../machine/clock.ts";
import type { Workbench } from "../program/workbench.ts";
import { table } from "../text/table.ts";
import { messageOf } from "../text/thrown.ts";
import { commandLine, execute, RESULTS, workbench } from "./command-line.ts";

interface Options {
  readonly journal?: string;
  readonly results?: string;
  readonly json?: true;
}

/** How one run stands. */
interface Standing {
  readonly run: string;
  readonly state: string;
  readonly round: number;
  readonly blocks: number;
  readonly asked: number;
  readonly failed: number;
  readonly secondsLeft?: number;
  readonly note?: string;
}

const UNREAD = { state: "cannot be read", round: 0, blocks: 0, asked: 0, failed: 0 } as const;

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("jobs", "Show how the runs stand that were given to a cluster.")
    .argument("[run]", "one of them, by its experiment or its name; all without it")
    .option("--journal <folder>", "that of this journal, wherever it was submitted")
    .option(...RESULTS)
    .option("--json", "as JSON lines");
  return execute(command, args, async (name: string | undefined, { journal, results, json }: Options) => {
    const bench = workbench(results);
    const folders = journal === undefined ? chosenJournals(bench, name).map(([, folder]) => folder) : [journal];
    const standings: Standing[] = [];
    for (const folder of folders) {
      const unread = (error: unknown): Standing => ({ ...UNREAD, run: basename(folder), note: messageOf(error) });
      standings.push(await standingOf(folder, bench).catch(unread)); // one that cannot be read does not hide the others
    }
    if (json) process.stdout.write(standings.map((each) => `${JSON.stringify(each)}\n`).join(""));
    else
      process.stdout.write(
        standings.length === 0 ? "No run of this project was given to a cluster.\n" : shown(standings),
      );
    return 0;
  });
}

/** The runs that a word names. */
export function chosenJournals({ out }: Workbench, name: string | undefined): readonly (readonly [string, string])[] {
  const all = [...notedJournals(out)];
  if (name === undefined) return all;
  const named = all.filter(
    ([run]) => run === name || run.replace(/-[0-9a-f]{12}$/, "") === name || run.endsWith(`-${name}`),
  );
  if (named.length > 0) return named;
  const known = all.map(([run]) => run).join(", ") || "none";
  throw new RangeError(`run must be one that was submitted (${known}), got "${name}"`);
}

async function standingOf(folder: string, { catalogue }: Workbench): Promise<Standing> {
  const journal = SharedJournal.open(folder);
  const { experiment, run, code, spec } = journal.head;
  const submission = submissionIn(folder);
  const { done } = journal;
  const tasks = journal.tasks();
  const lost = tasks.filter(({ seconds, failure }) => failure !== undefined || seconds === undefined).length;
  if (done !== undefined) {
    const blocks = tasks.reduce((sum, each) => sum + (each.blocks ?? 0), 0);
    const rounds = Math.max(1, largestOf(tasks.map(({ round }) => round)));
    const state = done.passed ? "stored" : "stored, not passed";
    return {
      run: `${experiment}-${run}`,
      state,
      round: rounds,
      blocks,
      asked: blocks,
      failed: lost,
      note: done.folder,
    };
  }
  const { experiment: loaded } = await catalogue.load(submission?.what ?? experiment);
  const plan = planOf(loaded, spec);
  const last: Round = journal.lastRound() ?? { round: 1, asked: firstLook(plan) };
  const known = readJournal(journal.blocks, code);
  const units = last.asked.flatMap(([cell, blocks]) => blocks.map((block) => known.has(plan.cells[cell].key, block)));
  known.close();
  const blocks = units.filter(Boolean).length;
  const jobs = slurmJobs(submission);
  const now = tasks.filter(({ round }) => round === last.round);
  const begun = now.map((task) => task.begun).sort()[0];
  const seconds = begun === undefined ? 0 : secondsBetween(begun, clock.date());
  const note = submission?.stopped ?? tasks.findLast(({ failure }) => failure !== undefined)?.failure;
  return {
    run: `${experiment}-${run}`,
    state: stateOf(submission, jobs),
    round: last.round,
    blocks,
    asked: units.length,
    failed: Math.max(0, lost - (jobs?.running ?? 0)),
    ...(blocks === 0 || jobs === undefined || jobs.running === 0
      ? {}
      : { secondsLeft: (seconds * (units.length - blocks)) / blocks }),
    ...(note === undefined ? {} : { note }),
  };
}

/** None where the run was not given to Slurm, or where there is no Slurm to ask. */
function slurmJobs(submission: Submission | undefined): SlurmJobs | undefined {
  if (submission === undefined) return undefined;
  try {
    return jobsOf(submission);
  } catch (error) {
    if (error instanceof SlurmRefusal) return undefined;
    throw error;
  }
}

function stateOf(submission: Submission | undefined, jobs: SlurmJobs | undefined): string {
  if (submission?.stopped !== undefined) return "stopped";
  if (jobs === undefined) return submission === undefined ? "not of Slurm" : "unknown: Slurm does not answer";
  if (jobs.running + jobs.waiting === 0) return "idle: submit it again";
  return jobs.running === 0 ? `${jobs.waiting} waiting` : `${jobs.running} running, ${jobs.waiting} waiting`;
}

function shown(standings: readonly Standing[]): string {
  const columns = [
    { title: "run" },
    { title: "state" },
    { title: "round", right: true },
    { title: "blocks of it", right: true },
    { title: "failed tasks", right: true },
    { title: "left", right: true },
  ];
  const rows = standings.map(({ run, state, round, blocks, asked, failed, secondsLeft }) => [
    run,
    state,
    String(round),
    `${blocks} of ${asked}`,
    String(failed),
    secondsLeft === undefined ? "" : duration(secondsLeft),
  ]);
  const notes = standings.flatMap(({ run, note }) => (note === undefined ? [] : [`${run}: ${note}\n`]));
  return `${table(columns, rows)}${notes.length === 0 ? "" : "\n"}${notes.join("")}`;
}
