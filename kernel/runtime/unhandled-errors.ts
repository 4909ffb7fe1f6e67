/** Unhandled errors: what is thrown where no cell awaits it is shown under the cell that caused it; the process lives on. */
import { currentRun } from "./cells/cell-run.ts";
import { InterruptSignal } from "./interrupt/guard.ts";
import type { Session } from "./session.ts";

export function installUnhandledErrors(session: Session): void {
  const report = (error: unknown) => session.reportFailure(currentRun(), error);
  process.setUncaughtExceptionCaptureCallback((error) => {
    if (error instanceof InterruptSignal) session.interrupted();
    else report(error);
  });
  process.on("unhandledRejection", (reason) => {
    if (process.listenerCount("unhandledRejection") === 1) report(reason); // else a cell sees to it
  });
}
