/** Unsendable: the failure of a cell whose messages could not be sent, such as a text that is too long to be written as JSON. */
import type { Failure } from "./outcome.ts";

export function unsendable(what: string, error: unknown): Failure {
  const { name: ename, message } = error instanceof Error ? error : new Error(String(error));
  const evalue = `${what} could not be sent: ${message}`;
  return { ename, evalue, traceback: [`${ename}: ${evalue}`] };
}
