/**
 * Early start of the runtime: its process is started at once and its messages are kept until the kernel takes it over, so that it
 * starts while the front is still loading. Later starts are ordinary ones.
 */
import type { FromRuntime, RuntimeExit } from "../runtime/output/channel.ts";
import type { StartRuntime } from "./runtime-host.ts";

type Handlers = Parameters<StartRuntime>[0];

export function startEarly(start: StartRuntime): StartRuntime {
  const kept: ((taker: Handlers) => void)[] = [];
  let taker: Handlers | undefined;
  const deliver = (event: (taker: Handlers) => void) => {
    if (taker === undefined) kept.push(event);
    else event(taker);
  };
  const first = start({
    onMessage: (message: FromRuntime) => deliver(({ onMessage }) => onMessage(message)),
    onExit: (exit: RuntimeExit) => deliver(({ onExit }) => onExit(exit)),
  });
  let taken = false;
  return (handlers) => {
    if (taken) return start(handlers);
    taken = true;
    queueMicrotask(() => {
      taker = handlers;
      for (const event of kept.splice(0)) event(handlers);
    });
    return first;
  };
}
