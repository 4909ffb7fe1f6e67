/**
 * Halt: how a loop that keeps variables in locals (loop-variables.ts) hears of an interrupt, and saves them in time.
 *
 * SIGINT ends a loop without running its `finally`. So such a loop asks a global variable in every turn, which costs
 * nothing: it never changes, V8 compiles it in as a constant, and drops that code when it does change. The watcher changes
 * it, by the inspector, which can run a function between two turns; the loop then saves its variables and waits for SIGINT.
 * A variable that has changed once is no constant any more: the next cell gets a new one.
 */
import { guardState, places } from "./guard.ts";

/** The function that the watcher calls. */
export const HALT = "_epsilab_halt";

let generation = 0;
let isRaised = true;

function nameOf(number: number): string {
  return `_epsilab_halt_${number}`;
}

Object.defineProperty(globalThis, HALT, {
  value: (cell: number) => {
    if (isRaised || Atomics.load(guardState, places.runningCell) !== cell) return;
    isRaised = true;
    Reflect.set(globalThis, nameOf(generation), true);
  },
});

/** The name of the global variable for a cell that is compiled now. */
export function haltName(): string {
  if (isRaised) {
    Reflect.deleteProperty(globalThis, nameOf(generation));
    const name = nameOf(++generation);
    Object.defineProperty(globalThis, name, { value: false, writable: true, configurable: true });
    isRaised = false;
  }
  return nameOf(generation);
}

/** The variables are saved; SIGINT is on its way. */
export function halt(): never {
  for (;;);
}
