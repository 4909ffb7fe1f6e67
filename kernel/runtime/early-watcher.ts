/**
 * Early start of the watcher: imported before all else, since the thread takes some 30 ms to start, which it has while the rest is
 * being loaded; later it would take them from the first cells.
 */
import { startWatcher } from "./watcher.ts";

/** The pipe by which the front reaches it. */
const PIPE = 5;

export const watcher = startWatcher(PIPE);
