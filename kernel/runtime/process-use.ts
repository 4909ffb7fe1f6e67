/**
 * What Linux says of a process: whether it is ready to run, and for how long it ran. Other systems do not say it in a file, and
 * nothing is known there.
 */
import { readFileSync } from "node:fs";

/** Of a second, in `/proc` (USER_HZ of Linux). */
const CLOCK_TICKS = 100;

export interface ProcessUse {
  /** Ready or stopped by a signal, rather than waiting for something. */
  readonly isReady: boolean;
  /** Of all its threads. */
  readonly processorMilliseconds: number;
}

export function processUse(processId: number): ProcessUse | undefined {
  try {
    // Behind the program's name, which may hold anything.
    const [, rest] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${processId}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { isReady: /^[RTt]$/.test(fields[0]), processorMilliseconds: (1000 * ticks) / CLOCK_TICKS };
  } catch {
    return undefined;
  }
}
