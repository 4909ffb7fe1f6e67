/**
 * Unhandled errors: what is thrown where no cell awaits it. It goes to the listeners that cells have for it, as Node would have it,
 * or else is shown under the cell that caused it; the process lives on.
 */
import type { EventEmitter } from "node:events";
import { currentRun } from "./cells/cell-run.ts";
import { guardedCallback, InterruptSignal } from "./interrupt/guard.ts";
import type { Session } from "./session.ts";

export function installUnhandledErrors(session: Session): void {
  const report = (error: unknown) => session.reportFailure(currentRun(), error);
  const left = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    if (process.listenerCount("uncaughtException") === 0) report(error);
    else setImmediate(() => guardedCallback(() => hand(error, origin)));
  };
  const hand = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    try {
      (process as EventEmitter).emit("uncaughtException", error, origin);
    } catch (failure) {
      report(failure);
    }
  };
  process.setUncaughtExceptionCaptureCallback((error) => {
    if (error instanceof InterruptSignal) session.interrupted();
    else left(error, "uncaughtException");
  });
  process.on("unhandledRejection", (reason) => {
    if (process.listenerCount("unhandledRejection") === 1) left(reason, "unhandledRejection");
  });
}
