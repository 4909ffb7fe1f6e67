/**
 * Merge lock: one merge of a journal at a time, on whatever machine.
 *
 * A merge that works touches its lock file every second. A lock that nobody touches is left over by one that was killed, and is
 * taken: at once where the process is of this machine and gone, otherwise after some seconds of watching the file. Locks of the
 * file system are not used: not every shared one has them.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StorageError } from "../machine/storage-error.ts";
import { nodeName } from "./node-name.ts";
import { writeOnce } from "./shared-journal.ts";

/** Milliseconds between two touches of the lock. */
const BEAT = 1000;
/** Touches missed after which a merge on another machine counts as dead; caches of shared file systems are some seconds old. */
const QUIET = 15;

interface Owner {
  readonly node: string;
  readonly host: string;
  readonly process: number;
  readonly lock: string;
}

/** Does `work` while no other merge of the journal in `folder` is at work; refuses where one is. */
export async function whileOnlyMerge<Value>(
  folder: string,
  work: () => Promise<Value>,
  beat: number = BEAT,
): Promise<Value> {
  const path = join(folder, "merge.lock");
  const owner: Owner = { node: nodeName(), host: hostname(), process: process.pid, lock: randomUUID() };
  while (!writeOnce(path, JSON.stringify(owner))) {
    const other = ownerOf(path);
    if (other === undefined) continue; // it has just gone
    if (!(await isLeftOver(path, other, beat))) {
      throw new StorageError(
        `one merge at a time: process ${other.process} on ${other.node} is merging the journal ${folder}`,
      );
    }
    takeAway(path, other);
  }
  const beating = setInterval(() => touch(path), beat);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    if (ownerOf(path)?.lock === owner.lock) rmSync(path, { force: true });
  }
}

function ownerOf(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function isLeftOver(path: string, owner: Owner, beat: number): Promise<boolean> {
  if (owner.host === hostname()) return !isAlive(owner.process);
  const before = stateOf(path);
  for (let missed = 0; missed < QUIET; missed++) {
    await pause(beat);
    if (stateOf(path) !== before) return false;
  }
  return true;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's
  }
}

/** What changes in a file that is written to. */
function stateOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return `${stats?.size} ${stats?.mtimeMs}`;
}

/** Adds a space to the file, which JSON allows: no clock is needed, and those of two machines may differ. */
function touch(path: string): void {
  try {
    if (existsSync(path)) appendFileSync(path, " ");
  } catch {
    // it was taken away: the merge goes on, and what it writes is what the other one writes
  }
}

/** Removes the lock of `owner` and of nobody else: of two that find it left over, one may be through already. */
function takeAway(path: string, owner: Owner): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (ownerOf(aside)?.lock !== owner.lock) renameSync(aside, path);
  else unlinkSync(aside);
}
