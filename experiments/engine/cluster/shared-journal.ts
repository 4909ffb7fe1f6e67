/**
 * Shared journal: the folder by which the tasks of one run, on many machines, and the merge that follows them know of each other.
 *
 * - `journal.json`: which run it is, by its spec, and the program that computes it.
 * - `blocks/`: what the tasks computed; each task appends to a file of its own (`journal.ts`).
 * - `rounds/N.json`: the blocks that round N computes, as the merge before it asked for; round 1 computes the first look of every cell.
 * - `tasks/`: who worked: node, time, blocks, and what went wrong. For the record, and for `epsilab jobs`.
 * - `done.json`: where the result is stored. The blocks are gone then.
 *
 * Every file but those of `blocks/` is written whole under another name and then linked or renamed, so that a reader sees all of it
 * or nothing.
 */
import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { largestOf } from "../../../lib/numerics/extremes.ts";
import { runIdOf, type Spec } from "../format/spec.ts";
import { atPath, StorageError } from "../machine/storage-error.ts";
import { draftOf, writeWhole } from "../machine/whole-file.ts";
import type { Loaded } from "../program/catalogue.ts";
import { canonicalJson } from "../text/canonical-json.ts";

/** What `journal.json` says. */
interface JournalHead {
  readonly experiment: string;
  readonly run: string;
  /** The SHA-256 of the program. */
  readonly code: string;
  readonly spec: Spec;
  /** The date and time, in UTC. */
  readonly begun: string;
}

/** Blocks of one cell: its place in the plan, and which. */
export type AskedBlocks = readonly [cell: number, blocks: readonly number[]];

export interface Round {
  readonly round: number;
  readonly asked: readonly AskedBlocks[];
}

/** What a task did, as far as it is known: one that was killed has no end. */
export interface TaskRecord {
  readonly node: string;
  readonly process: number;
  readonly round: number;
  readonly shard: number;
  readonly shards: number;
  readonly threads: number;
  readonly begun: string;
  readonly seconds?: number;
  readonly blocks?: number;
  readonly failure?: string;
}

interface Done {
  readonly folder: string;
  readonly id: string;
  readonly passed: boolean;
  readonly finished: string;
}

const HEAD = "journal.json";

export class SharedJournal {
  readonly folder: string;
  readonly head: JournalHead;

  private constructor(folder: string, head: JournalHead) {
    this.folder = folder;
    this.head = head;
  }

  /** The journal of a run; begun if there is none. One of another run, or of another program, is refused. */
  static begin(folder: string, { experiment, origin }: Loaded, spec: Spec, date: string): SharedJournal {
    const head = { experiment: experiment.id, run: runIdOf(spec), code: origin.hash, spec, begun: date };
    atPath("the journal", folder, () => {
      mkdirSync(join(folder, "blocks"), { recursive: true });
      for (const name of ["rounds", "tasks"]) mkdirSync(join(folder, name), { recursive: true });
      writeOnce(join(folder, HEAD), canonicalJson(head));
    });
    const journal = SharedJournal.open(folder);
    const { experiment: of, run } = journal.head;
    if (run !== head.run) {
      const got = of === head.experiment ? `run ${run}, of another spec` : `run ${run} of ${of}`;
      throw new StorageError(`the journal ${folder} must be of run ${head.run} of ${head.experiment}, got ${got}`);
    }
    return journal;
  }

  static isIn(folder: string): boolean {
    return existsSync(join(folder, HEAD));
  }

  /** The journal that is in a folder. */
  static open(folder: string): SharedJournal {
    if (!SharedJournal.isIn(folder)) {
      throw new StorageError(
        `there is no journal in ${folder}; "epsilab run <id> --shard 1/1 --journal ${folder}" begins one`,
      );
    }
    return new SharedJournal(folder, JSON.parse(readFileSync(join(folder, HEAD), "utf8")));
  }

  /** Refuses to be that of another experiment, or of another program: their blocks do not mix. */
  requireExperiment({ experiment: { id }, origin: { hash } }: Loaded): void {
    const { experiment, code } = this.head;
    if (experiment !== id)
      throw new StorageError(`the journal ${this.folder} must be of ${id}, got one of ${experiment}`);
    if (code === hash) return;
    throw new StorageError(
      `the journal ${this.folder} must be of the program that runs (code ${hash.slice(0, 16)}), ` +
        `got code ${code.slice(0, 16)}: its sources or packages have changed; begin another journal`,
    );
  }

  get blocks(): string {
    return join(this.folder, "blocks");
  }

  /** What the last merge asked for; nothing before the first. */
  lastRound(): Round | undefined {
    const numbers = readdirSync(join(this.folder, "rounds")).flatMap((name) =>
      /^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : [],
    );
    const last = Math.max(0, largestOf(numbers));
    return last === 0 ? undefined : JSON.parse(readFileSync(this.#roundPath(last), "utf8"));
  }

  /** Asks for blocks. A round that another merge has asked for is as good: both found the same. */
  ask(round: Round): void {
    atPath("the journal", this.folder, () => writeOnce(this.#roundPath(round.round), canonicalJson(round)));
  }

  #roundPath(round: number): string {
    return join(this.folder, "rounds", `${round}.json`);
  }

  /** Begins the record of a task; the function that is returned writes what is known later. */
  record(task: TaskRecord): (more: Partial<TaskRecord>) => void {
    const path = join(this.folder, "tasks", `${task.round}-${task.shard}-${randomUUID()}.json`);
    const write = (more: Partial<TaskRecord>) =>
      atPath("the journal", this.folder, () => writeWhole(path, `${canonicalJson({ ...task, ...more })}\n`));
    write({});
    return write;
  }

  tasks(): readonly TaskRecord[] {
    const folder = join(this.folder, "tasks");
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  }

  get done(): Done | undefined {
    const path = join(this.folder, "done.json");
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  }

  /** The result is stored: the blocks are not needed any more. */
  finish(done: Done): void {
    atPath("the journal", this.folder, () => writeWhole(join(this.folder, "done.json"), `${canonicalJson(done)}\n`));
    for (const name of ["blocks", "rounds"]) rmSync(join(this.folder, name), { recursive: true, force: true });
  }
}

/** Writes a file that none has written yet; the first of several writers has it, and says so. */
export function writeOnce(path: string, text: string): boolean {
  const draft = draftOf(path);
  writeFileSync(draft, `${text}\n`, { flush: true });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    unlinkSync(draft);
  }
}
