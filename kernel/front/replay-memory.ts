/**
 * Replay memory: the signatures that a kernel passes on to the next one when it is restarted, so that a message recorded before
 * the restart cannot be sent again after it. They are in a file beside the connection file, which the owner alone can read, and
 * which is deleted once read.
 *
 * Limits: a kernel that is killed leaves no file (replay-guard.ts says what that means), nor does one where somebody else has a
 * file of that name that we may not remove. A file for a restart that never comes is not deleted.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ReplayGuard } from "../protocol/replay-guard.ts";

const memoryOf = (connectionFile: string) => `${connectionFile}.seen`;

/** A guard that remembers what the kernel before this one saw, if it has left that. */
export function takeReplays(connectionFile: string): ReplayGuard {
  const guard = new ReplayGuard();
  const file = memoryOf(connectionFile);
  try {
    const left = readOwn(file, guard.capacity * ReplayGuard.digestLength);
    if (left !== undefined) guard.restore(left);
    rmSync(file);
  } catch {
    // Nothing was left, or it is not ours.
  }
  return guard;
}

/** The folder may be one that all can write: a link or a pipe that somebody laid there is neither followed nor waited for. */
function readOwn(file: string, longest: number): Buffer | undefined {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = fstatSync(descriptor);
    const isOwn = status.isFile() && status.uid === process.getuid?.();
    return isOwn && status.size <= longest ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** To be called when nothing is received any more. */
export function leaveReplays(connectionFile: string, guard: ReplayGuard): void {
  const file = memoryOf(connectionFile);
  try {
    rmSync(file, { force: true });
    writeFileSync(file, guard.digests, { mode: 0o600, flag: "wx" }); // never through a link that somebody laid
  } catch {
    // A folder that cannot be written: the next kernel begins with nothing.
  }
}
