/**
 * Early start of the watcher: imported before all else, since the thread takes some 30 ms to start, which it has while the rest is
 * being loaded; later it would take them from the first cells.
 *
 * Limits: where there may be no thread (no more processes, Node's permissions) cells run all the same, but a loop can only be ended with
 * the runtime.
 */
import type { Worker } from "node:worker_threads";
import { startWatcher } from "./watcher.ts";

/** The pipe by which the front reaches it. */
const PIPE = 5;

export const watcher: Worker | undefined = tryToStart();

function tryToStart(): Worker | undefined {
  try {
    return startWatcher(PIPE).on("error", () => {});
  } catch {
    return undefined;
  }
}
