/** Failure: an error as it stands in a reply and in a broadcast; those that the kernel itself makes. */
import type { ErrorOutput } from "../runtime/output/channel.ts";
import type { RuntimeExit } from "../runtime/runtime-process.ts";

export type Failure = Pick<ErrorOutput, "ename" | "evalue" | "traceback">;

export function failureOf(ename: string, evalue: string): Failure {
  return { ename, evalue, traceback: [`\u001b[31m${ename}\u001b[39m: ${evalue}`] };
}

/** The failure that an exception is; `what` could not be sent for it, such as a text that is too long to be written as JSON. */
export function failureOfError(error: unknown, what?: string): Failure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return failureOf(name, what === undefined ? message : `${what} could not be sent: ${message}`);
}

/** The name of the error of a cell that was stopped. */
export const INTERRUPTED = "Interrupted";

/** The failure of a cell that was interrupted while it waited for its runtime to start. */
export const notBegun = failureOf(INTERRUPTED, "The cell was interrupted before it began.");

/** The failure of the cell that was running when its runtime ended; `isReady` says whether it had ever begun to work. */
export function endOfRuntime(exit: RuntimeExit, isReady: boolean): Failure {
  const name = exit.reason === "interrupt" ? INTERRUPTED : "RuntimeEnded";
  return failureOf(name, isReady ? explainEnd(exit) : `The runtime could not start (${causeOf(exit)}).`);
}

/** Why the runtime ended, and what follows from it. */
function explainEnd(exit: RuntimeExit): string {
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
