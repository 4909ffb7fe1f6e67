/**
 * A lock between processes: one set-up at a time makes a thing, the others wait for it.
 *
 * Method: the lock is a folder, because making a folder either succeeds or fails, for one process alone. It holds the
 * process ids of its owner and of the tools that the owner runs. The owner touches the folder every few seconds.
 * A lock is stale when all its processes are dead, or when nobody has touched it for a minute (another machine that
 * shares the disk, a container that is gone); a stale lock is taken over.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { say } from "./progress.js";
import { inCache } from "./project.js";

const TOUCH_MILLISECONDS = 5_000;
const STALE_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 100;

/** @typedef {{ readonly host: string, readonly processes: readonly number[] }} Owner */

/** The locks that this process holds. @type {Set<string>} */
const held = new Set();
/** The tools that it runs. @type {Set<number>} */
const tools = new Set();
process.on("exit", () => {
  for (const folder of held) rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs an action that no other process runs at the same time under the same name.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} action
 * @returns {Promise<Result>}
 */
export async function withLock(name, action) {
  const folder = lockFolder(name);
  await acquire(name, folder);
  const touch = setInterval(() => utimesSync(folder, new Date(), new Date()), TOUCH_MILLISECONDS);
  try {
    return await action();
  } finally {
    clearInterval(touch);
    held.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Notes a tool that this process runs in every lock of it, so that a lock outlives its owner for as long as a tool lives.
 * @param {number} processId
 */
export function addToHeldLocks(processId) {
  tools.add(processId);
  for (const folder of held) writeOwner(folder);
}

/** @param {number} processId of a tool that has ended */
export function removeFromHeldLocks(processId) {
  tools.delete(processId);
  for (const folder of held) writeOwner(folder);
}

/**
 * The folder that is the lock.
 * @param {string} name
 */
export function lockFolder(name) {
  return inCache("locks", name);
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function acquire(name, folder) {
  mkdirSync(inCache("locks"), { recursive: true });
  for (let announced = false; ; await wait(POLL_MILLISECONDS)) {
    try {
      mkdirSync(folder);
      held.add(folder);
      writeOwner(folder);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const owner = readOwner(folder);
    if (isStale(folder, owner)) removeStale(folder, owner);
    else if (!announced) {
      const who = owner === undefined ? "" : ` (process ${owner.processes.join(", ")} on ${owner.host})`;
      say(`epsilab: waiting for another set-up of "${name}"${who}`);
      announced = true;
    }
  }
}

/** @param {string} folder */
function writeOwner(folder) {
  writeFileSync(join(folder, "owner.json"), JSON.stringify({ host: hostname(), processes: [process.pid, ...tools] }));
}

/**
 * @param {string} folder
 * @returns {Owner | undefined} undefined when the owner has not written its name yet, or has just left
 */
function readOwner(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {Owner | undefined} owner
 */
function isStale(folder, owner) {
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (touched === undefined) return false; // it has just been released
  if (Date.now() - touched > STALE_MILLISECONDS) return true;
  return owner !== undefined && owner.host === hostname() && !owner.processes.some(isAlive);
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Takes a stale lock out of the way. Between the look and the rename another process may have done the same and put its
 * own lock there: what was moved is looked at again, and given back if it is not the stale one.
 * @param {string} folder
 * @param {Owner | undefined} owner
 */
function removeStale(folder, owner) {
  const aside = `${folder}.stale-${process.pid}`;
  try {
    renameSync(folder, aside);
    if (JSON.stringify(readOwner(aside)) === JSON.stringify(owner)) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // somebody else was quicker
  }
}
