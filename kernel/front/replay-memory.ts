/**
 * Replay memory: what a kernel that is restarted leaves to the next one, so that what was recorded before cannot be sent after. It is a
 * file beside the connection file, which both read, for the owner alone, and gone when it was taken.
 *
 * Limits: a kernel that is killed leaves nothing (replay-guard.ts says what that means).
 */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { ReplayGuard } from "../protocol/replay-guard.ts";

const memoryOf = (connectionFile: string) => `${connectionFile}.seen`;

/** A guard that remembers what the kernel before this one saw, if it has left that. */
export function takeReplays(connectionFile: string): ReplayGuard {
  const guard = new ReplayGuard();
  const file = memoryOf(connectionFile);
  try {
    const { size } = statSync(file);
    if (size <= guard.capacity * ReplayGuard.digestLength) guard.restore(readFileSync(file));
    rmSync(file);
  } catch {
    // Nothing was left.
  }
  return guard;
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
