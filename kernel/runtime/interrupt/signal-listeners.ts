/**
 * Signal listeners: when a cell's own listener for SIGINT begins to hear it.
 *
 * With the first one, Node takes the signal's handler, and with it the guard (guard.ts) the means to end the very step that
 * listens: `process.on("SIGINT", f); for (;;);` in one cell. So Node learns of it when the step is over.
 */
import type { EventEmitter } from "node:events";

type Start = (type: string | symbol) => void;

let isDeferred = false;
let start: Start | undefined;

/** Node starts to listen for a signal where it hears of a new listener. */
export function deferSignalListeners(isInside: () => boolean): void {
  const emitter: EventEmitter = process;
  const own = emitter.listeners("newListener").find(({ name }) => name === "startListeningIfSignal") as
    | Start
    | undefined;
  if (own === undefined) return;
  start = own;
  emitter.off("newListener", own);
  emitter.prependListener("newListener", (type: string | symbol) => {
    if (type === "SIGINT" && isInside()) isDeferred = true;
    else own(type);
  });
}

/** The step is over. */
export function settleSignalListeners(): void {
  if (!isDeferred) return;
  isDeferred = false;
  if (process.listenerCount("SIGINT") > 0) start?.("SIGINT");
}
