/**
 * Memory release: makes V8 free the memory of large messages. V8 collects garbage only while something is allocated, and a front
 * that waits for the next cell allocates nothing: it would keep a copy of a large display.
 *
 * Messages that clients have not read yet are kept, and checked again at growing intervals.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of messages from which on it is worth some milliseconds. */
const much = 32 * 2 ** 20;
/** In milliseconds. */
const shortest = 500;
const longest = 60_000;

let collect: (() => void) | undefined;
let posted = 0;
let isPlanned = false;

/** So many bytes were posted. */
export function notePosted(bytes: number): void {
  posted += bytes;
  if (posted > much && !isPlanned) plan(shortest);
}

function plan(wait: number): void {
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    posted = 0;
    collect ??= collector();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > 2 * much) plan(Math.min(2 * wait, longest));
  }, wait).unref();
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
