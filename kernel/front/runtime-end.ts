/** Runtime end: the error of the cell that was running when its runtime ended. */
import type { RuntimeExit } from "../runtime/output/channel.ts";
import { type Failure, failureOf } from "./failure.ts";

/** The name of the error of a cell that was stopped. */
export const interrupted = "Interrupted";

/** The failure of a cell that was interrupted while it waited for its runtime to start. */
export const notBegun = failureOf(interrupted, "The cell was interrupted before it began.");

/** The failure of the cell that was running when its runtime ended; `isReady` tells whether it had ever begun to work. */
export function endOfRuntime(exit: RuntimeExit, isReady: boolean): Failure {
  const name = exit.reason === "interrupt" ? interrupted : "RuntimeEnded";
  return failureOf(name, isReady ? explainEnd(exit) : `The runtime could not start (${causeOf(exit)}).`);
}

/** Why the runtime ended, and what follows from it. */
export function explainEnd(exit: RuntimeExit): string {
  const reasons: Partial<Record<RuntimeExit["reason"], string>> = {
    interrupt: "The cell did not stop when interrupted, so its runtime was ended.",
    exit: `The code ended its runtime by process.exit(${exit.code ?? ""}).`,
    memory: "The runtime ran out of memory.",
  };
  const reason = reasons[exit.reason] ?? `The runtime ended unexpectedly (${causeOf(exit)}).`;
  return `${reason} A fresh runtime takes its place: variables and imports are lost, history is kept.`;
}

function causeOf({ code, signal }: RuntimeExit): string {
  return signal === null ? `exit code ${code ?? "unknown"}` : `signal ${signal}`;
}
