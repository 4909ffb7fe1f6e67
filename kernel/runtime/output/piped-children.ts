/**
 * Piped children: what the children of a cell had written to pipes that the cell reads is read before the cell is done.
 *
 * A child of Node that finds its pipe full keeps the rest and goes on; it may then send a message for which the cell waits.
 * So where such a child lives and has written anything, its pipes are read until nothing came for a while.
 */
import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { CellRun } from "../cells/cell-run.ts";
import { now } from "../interrupt/clock.ts";
import { MOST_MILLISECONDS, QUIET_MILLISECONDS } from "./cell-pipes.ts";

const PAUSE_MILLISECONDS = 2;

export function watchPiped(run: CellRun, child: ChildProcess): void {
  if (child.stdout === null && child.stderr === null) return;
  run.piped ??= new Set();
  const { piped } = run;
  piped.add(child);
  child.once("close", () => piped.delete(child));
}

/** Go on once the text has come that these children have written. */
export function afterPipedOutput(children: ReadonlySet<ChildProcess>, proceed: () => void): void {
  const start = now();
  let bytes = bytesRead(children);
  let lastRead = bytes > 0 ? start : Number.NEGATIVE_INFINITY;
  const look = () => {
    const time = now();
    const read = bytesRead(children);
    if (read !== bytes) lastRead = time;
    bytes = read;
    const isQuiet = children.size === 0 || time - lastRead > QUIET_MILLISECONDS;
    if (isQuiet || time - start > MOST_MILLISECONDS) proceed();
    else setTimeout(look, PAUSE_MILLISECONDS);
  };
  setImmediate(() => setImmediate(look));
}

function bytesRead(children: ReadonlySet<ChildProcess>): number {
  let sum = 0;
  for (const { stdout, stderr } of children) {
    for (const stream of [stdout, stderr] as (Socket | null)[]) if (stream?.readableFlowing) sum += stream.bytesRead;
  }
  return sum;
}
