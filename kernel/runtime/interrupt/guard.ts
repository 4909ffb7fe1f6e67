/**
 * Guard: runs the code of cells so that SIGINT ends it and the process lives on.
 *
 * Method: a `vm.Script` with `breakOnSigint` calls the step, then empties the queues of ticks and microtasks inside the
 * same script, so that loops in promise chains end too. An ended step is thrown as `InterruptSignal` to the top of the
 * event loop, never caught in between: Node then clears its stack of async contexts, which the ended code left behind.
 * Only the watcher thread sends SIGINT, only while the main thread is inside: a late one would end the process.
 * Limits: a step costs up to 0.03 ms, and 0.1 where a cell listens for SIGINT itself, so at most 1000 per 100 ms are
 * guarded; JavaScript that native code calls without a
 * timer or an `await` of a cell (a callback of a socket, a `then` after file access, the functions of a module)
 * runs unguarded: an endless loop there can only be ended with the process. So can native code that does not return.
 */
import { Script } from "node:vm";
import { now } from "./clock.ts";
import { lend, takeBack } from "./lent-builtins.ts";
import { deferSignalListeners, settleSignalListeners } from "./signal-listeners.ts";

/** The global by which the script finds the step. */
const STEP = "_epsilab_step";
const WINDOW_MILLISECONDS = 100;
const STEPS_PER_WINDOW = 1000;

/** What the watcher (watcher.ts) reads to know whether, and at what, SIGINT may be sent. */
export const guardState = new Int32Array(new SharedArrayBuffer(28));
export const STATE = 0;
export const RUNNING_CELL = 1;
export const LATEST_CELL = 2;
export const ANSWERS = 3;
/** One if loops of the running cell keep variables, and must be told before SIGINT (halt.ts). */
export const KEEPS_VARIABLES = 4;
/** Whether the watcher is to wait in a script that SIGINT ends, and whether it does. */
export const HOLD_WANTED = 5;
export const HOLDING = 6;
const OUTSIDE = 0;
const INSIDE = 1;

const script = new Script(`this.${STEP}()`, { filename: "epsilab:guard" });
const { _tickCallback: emptyQueues } = process as unknown as { _tickCallback(): void };

Atomics.store(guardState, HOLD_WANTED, 1);
deferSignalListeners(() => isInside);

let isInside = false;
let step: (() => void) | undefined;
let windowStart = 0;
let stepsInWindow = 0;

Object.defineProperty(globalThis, STEP, {
  value: () => {
    Atomics.store(guardState, STATE, INSIDE);
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
  if (Atomics.compareExchange(guardState, STATE, INSIDE, OUTSIDE) !== INSIDE) for (;;);
}

/**
 * Node takes the listeners that a cell has for SIGINT away while a guarded step runs, and with the last of them the signal's
 * handler; it sets its own only for the first of all scripts that SIGINT ends. So the watcher must be in none meanwhile.
 */
function minding(listeners: number): void {
  const wanted = listeners === 0 ? 1 : 0;
  if (Atomics.exchange(guardState, HOLD_WANTED, wanted) === wanted) return;
  Atomics.notify(guardState, HOLD_WANTED);
  while (wanted === 0 && Atomics.load(guardState, HOLDING) === 1) Atomics.wait(guardState, HOLDING, 1);
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
  minding(process.listenerCount("SIGINT"));
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
    Atomics.store(guardState, STATE, OUTSIDE);
    settleSignalListeners();
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
