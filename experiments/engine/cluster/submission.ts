/**
 * Submission: a run that was given to a cluster, kept in its journal, and how it goes on from round to round.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import type { MergeOutcome } from "./merge.ts";
import type { SharedJournal } from "./shared-journal.ts";
import { writeScripts } from "./slurm.ts";
import { type SlurmSettings, slurmFolder } from "./slurm-scripts.ts";

export interface Submission extends SlurmSettings {
  /** Rounds in a row that brought no block. */
  readonly fruitless: number;
  /** Why no further round is submitted. */
  readonly stopped?: string;
}

/** After as many rounds without a block, more of them would not help. */
const FRUITLESS_ROUNDS = 3;

function pathOf(journal: string): string {
  return join(slurmFolder(journal), "submission.json");
}

export function submissionIn(journal: string): Submission | undefined {
  return existsSync(pathOf(journal)) ? JSON.parse(readFileSync(pathOf(journal), "utf8")) : undefined;
}

export function writeSubmission(submission: Submission): void {
  atPath("the submission", submission.journal, () => {
    mkdirSync(slurmFolder(submission.journal), { recursive: true });
    writeWhole(pathOf(submission.journal), `${JSON.stringify(submission, null, 2)}\n`);
  });
}

/** Prepares the round that a merge asked for; says why where it is in vain. */
export function prepareNext(
  journal: SharedJournal,
  { round, blocks, isNew }: Extract<MergeOutcome, { kind: "missing" }>,
): string | undefined {
  const submission = submissionIn(journal.folder);
  if (submission === undefined)
    throw new RangeError(`--next-round must be of a journal that was submitted, got ${journal.folder}`);
  const fruitless = isNew ? 0 : submission.fruitless + 1;
  if (fruitless < FRUITLESS_ROUNDS) {
    writeScripts(submission, round.round, blocks);
    writeSubmission({ ...submission, fruitless });
    return undefined;
  }
  const [failure] = failuresSince(journal, round.round);
  const reason =
    failure ??
    `no task said why; what they printed is in ${slurmFolder(journal.folder)} (is --time long enough for a block?)`;
  const stopped = `${FRUITLESS_ROUNDS} rounds in a row brought no block: ${reason}`;
  writeSubmission({ ...submission, fruitless, stopped });
  return stopped;
}

/** What tasks said before they failed, each once, from a round on. */
export function failuresSince(journal: SharedJournal, round: number): readonly string[] {
  const late = journal.tasks().filter((task) => task.round >= round);
  return [...new Set(late.flatMap(({ failure }) => failure ?? []))];
}

/** Where the journals of the runs into `out` are, and where it is noted that one is elsewhere. */
export function clusterFolder(out: string): string {
  return join(out, "..", ".cache", "cluster");
}

/** Notes where the journal of a run is, so that `epsilab jobs` finds it. */
export function noteJournal(out: string, { experiment, run, journal }: SlurmSettings): void {
  const folder = clusterFolder(out);
  atPath("the note of the journal", folder, () => {
    mkdirSync(folder, { recursive: true });
    writeWhole(join(folder, `${experiment}-${run}.json`), `${JSON.stringify({ journal })}\n`);
  });
}

/** The journals that are noted, those whose folder is still there, by name of experiment and run. */
export function notedJournals(out: string): ReadonlyMap<string, string> {
  const folder = clusterFolder(out);
  if (!existsSync(folder)) return new Map();
  const notes = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const found = notes.map((name): [string, string] => [
    basename(name, ".json"),
    JSON.parse(readFileSync(join(folder, name), "utf8")).journal,
  ]);
  return new Map(found.filter(([, journal]) => existsSync(journal)));
}
