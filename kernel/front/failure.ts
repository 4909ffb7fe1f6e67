/** Failure: an error as it stands in a reply and in a broadcast. */
import type { ErrorOutput } from "../runtime/output/channel.ts";

export type Failure = Pick<ErrorOutput, "ename" | "evalue" | "traceback">;

export function failureOf(ename: string, evalue: string): Failure {
  return { ename, evalue, traceback: [`\u001b[31m${ename}\u001b[39m: ${evalue}`] };
}

/** The failure that an exception is; `what` could not be sent for it, such as a text that is too long to be written as JSON. */
export function failureOfError(error: unknown, what?: string): Failure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return failureOf(name, what === undefined ? message : `${what} could not be sent: ${message}`);
}
