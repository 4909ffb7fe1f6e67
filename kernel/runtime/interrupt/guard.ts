/**
 * Guard: runs the code of cells so that SIGINT ends it and the process lives on.
 *
 * Method: a `vm.Script` with `breakOnSigint` calls the step, then empties the queues of ticks and microtasks inside the
 * same script, so that loops in promise chains end too. An ended step is thrown as `InterruptSignal` to the top of the
 * event loop, never caught in between: Node then clears its stack of async contexts, which the ended code left behind.
 * Only the watcher thread sends SIGINT, only while the main thread is inside: a late one would end the process.
 * Limits: a step costs 0.04 ms, so at most 250 per 100 ms are guarded; JavaScript that native code calls without a
 * timer or an `await` of a cell (a callback of a socket, a `then` after file access, the functions of a module)
 * runs unguarded: an endless loop there can only be ended with the process. So can native code that does not return, and a loop in
 * the step in which a cell begins to listen for SIGINT.
 */
import { Script } from "node:vm";
import { lend, takeBack } from "./lent-builtins.ts";

/** Milliseconds by the clock that Node has, whatever cells make of theirs. */
export const now = performance.now.bind(performance);

/** The global by which the script finds the step. */
const STEP = "_epsilab_step";
const WINDOW_MILLISECONDS = 100;
const STEPS_PER_WINDOW = 250;

/** What the guard and the watcher (watcher.ts) share, and where. */
export const places = {
  /** Whether SIGINT may be sent. */
  state: 0,
  runningCell: 1,
  latestCell: 2,
  /** How many answers of the front came. */
  answers: 3,
} as const;
export const guardState = new Int32Array(new SharedArrayBuffer(4 * Object.keys(places).length));
const OUTSIDE = 0;
const INSIDE = 1;

const script = new Script(`this.${STEP}()`, { filename: "epsilab:guard" });
const { _tickCallback: emptyQueues } = process as unknown as { _tickCallback(): void };

let isInside = false;
let step: (() => void) | undefined;
let windowStart = 0;
let stepsInWindow = 0;

Object.defineProperty(globalThis, STEP, {
  value: () => {
    Atomics.store(guardState, places.state, INSIDE);
    try {
      step?.();
      Reflect.apply(emptyQueues, process, []);
    } finally {
      leave();
    }
  },
});

/** Outside the guard SIGINT would end the process: one that the watcher is about to send is waited for inside. */
function leave(): void {
  if (Atomics.compareExchange(guardState, places.state, INSIDE, OUTSIDE) !== INSIDE) for (;;);
}

/** Thrown out of a guarded step that SIGINT ended. */
export class InterruptSignal extends Error {
  override readonly name = "InterruptSignal";
}

export function isGuarded(): boolean {
  return isInside;
}

export function guarded(work: () => void): void {
  if (isInside) {
    work();
    return;
  }
  isInside = true;
  step = work;
  lend();
  try {
    script.runInThisContext({ breakOnSigint: true, displayErrors: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED") {
      throw new InterruptSignal();
    }
    throw error;
  } finally {
    isInside = false;
    step = undefined;
    takeBack();
    Atomics.store(guardState, places.state, OUTSIDE);
  }
}

/** Guarded unless steps come too fast to pay for it. */
export function guardedCallback(work: () => void): void {
  const time = now();
  if (time - windowStart > WINDOW_MILLISECONDS) {
    windowStart = time;
    stepsInWindow = 0;
  }
  if (++stepsInWindow > STEPS_PER_WINDOW) work();
  else guarded(work);
}
