/** Cell run: a request while it is carried out and ever after, found from any code it caused by the async context. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ChildProcess } from "node:child_process";
import type { Worker } from "node:worker_threads";

export class CellRun {
  /** Set by an interrupt; what the cell still awaits never comes. */
  isInterrupted = false;
  isDone = false;
  /** How often something was printed. */
  prints = 0;
  /** The names of the cell that have no value yet; undefined until it begins to run. */
  unreached: (() => readonly string[]) | undefined;
  /** Ends what the cell awaits. */
  readonly waits = new Set<(reason: unknown) => void>();
  readonly workers = new Set<Worker>();
  /** How many children live that inherited the standard streams; and those whose streams are pipes, if there were any. */
  heirs = 0;
  piped: Set<ChildProcess> | undefined;
  /** Displays that are still being made. */
  readonly displays = new Set<Promise<unknown>>();

  readonly number: number;
  readonly name: string;
  readonly allowStdin: boolean;

  constructor(number: number, name: string, allowStdin: boolean) {
    this.number = number;
    this.name = name;
    this.allowStdin = allowStdin;
  }
}

export const cellStorage = new AsyncLocalStorage<CellRun>();

let latest = new CellRun(0, "startup", false);

/** The run that caused the running code; for code without a cause (a native callback), the latest. */
export function currentRun(): CellRun {
  return cellStorage.getStore() ?? latest;
}

export function startRun(run: CellRun): void {
  latest = run;
}
