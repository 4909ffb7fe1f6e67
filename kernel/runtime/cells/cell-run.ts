/**
 * Cell run: a request to run a cell, kept after the cell ends so that late output finds it; any code that the cell caused finds it
 * by the async context.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";
import type { Worker } from "node:worker_threads";
import type { ExecutedCell } from "./executed-cells.ts";

/** Cells may replace the global. */
const Controller = AbortController;

export class CellRun {
  /** Set by an interrupt; what the cell still awaits never comes. */
  isInterrupted = false;
  isDone = false;
  /** The names of the cell that have no value yet; undefined until it begins to run. */
  unreached: (() => readonly string[]) | undefined;
  executed: ExecutedCell | undefined;
  /** Ends what the cell awaits. */
  readonly waits = new Set<(reason: unknown) => void>();
  readonly workers = new Set<Worker>();
  /** Displays that are still being made. */
  readonly displays = new Set<Promise<unknown>>();
  readonly #controller = new Controller();
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal = this.#controller.signal;

  readonly number: number;
  readonly name: string;
  readonly allowStdin: boolean;
  /** What it runs. */
  readonly source: string;

  constructor(number: number, name: string, allowStdin: boolean, source = "") {
    this.number = number;
    this.name = name;
    this.allowStdin = allowStdin;
    this.source = source;
    setMaxListeners(0, this.signal); // there may be one for each progress bar
  }

  /** Call the listeners of the signal: outside the guard, since they clean up, and without a cell, so that their timers are, too. */
  abort(reason: Error): void {
    cellStorage.exit(() => this.#controller.abort(reason));
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
