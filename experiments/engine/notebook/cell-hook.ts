/**
 * Cell hook: what the kernel offers to code that a cell runs, found on the global object, so that kernel and engine need not know
 * each other.
 *
 * `Symbol.for("Jupyter.cell")` has the signal of the running cell, which its interrupt aborts, and the declarations behind a value
 * of the session; `progress` shows a bar. Elsewhere the bar is that of the command line, and a line says what is missing.
 */

import { type ProgressDisplay, progressDisplay } from "../execution/progress-display.ts";
import type { BlockProgress, Progress } from "../execution/runner.ts";
import { clock } from "../machine/clock.ts";

export interface CellModule {
  /**
   * TypeScript: the imports and declarations behind a value, which is the default export; `$carried()` gives the values that it
   * declares.
   */
  readonly source: string;
  /** Against which relative imports resolve. */
  readonly folder: string;
  readonly name: string;
  /** What the declared names hold now. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface CellHook {
  readonly signal: AbortSignal;
  moduleOf(value: unknown): CellModule | { readonly reason: string };
}

type Steps = (
  steps: AsyncIterable<unknown>,
  choices: { readonly total: () => number; readonly label: () => string },
) => AsyncIterable<unknown>;

/** What the kernel shares with cells, by its name on the global object. */
function shared(name: PropertyKey): unknown {
  // biome-ignore lint/plugin: nothing that is computed depends on it
  return Reflect.get(globalThis, name);
}

export function cellHook(): CellHook | undefined {
  return shared(Symbol.for("Jupyter.cell")) as CellHook | undefined;
}

export function showProgress(title: string, hook: CellHook | undefined): ProgressDisplay {
  const progress = shared("progress");
  if (hook !== undefined && typeof progress === "function") return cellBar(title, progress as Steps);
  if (!process.stderr.isTTY) {
    console.warn(
      `${title}: the live bar and the stop button are in the kernel TypeScript (Epsilab); the run is the same here`,
    );
    return { show: () => undefined, end: () => undefined };
  }
  const write = (text: string) => process.stderr.write(text);
  return progressDisplay({ style: "bar", title, write, clock: clock.milliseconds });
}

/** The kernel's bar, which follows a loop: one turn of it for each finished block. */
function cellBar(title: string, progress: Steps): ProgressDisplay {
  let latest: Progress | BlockProgress = { unitsDone: 0, units: 0 };
  let turns = 0;
  let isOver = false;
  let wake: () => void = () => undefined;
  let isStopped = false;
  async function* blocks(): AsyncGenerator<number> {
    while (!isOver || turns < latest.unitsDone) {
      if (turns < latest.unitsDone) yield turns++;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (isStopped) throw new Error("stopped"); // so that the bar does not look complete
  }
  const label = () => ("cells" in latest ? `${title}: ${latest.cellsDone} of ${latest.cells} cells` : title);
  const shown = (async () => {
    for await (const _ of progress(blocks(), { total: () => latest.units, label }));
  })();
  shown.catch(() => undefined); // the run itself reports it
  return {
    show: (state) => {
      latest = state;
      wake();
    },
    end: async (isComplete = true) => {
      isStopped = !isComplete;
      isOver = true;
      wake();
      await shown.catch(() => undefined);
    },
  };
}
