/**
 * Replies to what this kernel does not do, in the form that each client understands.
 */
import type { JsonObject } from "../protocol/message.ts";
import { textOf } from "../protocol/requests.ts";

/** There is no debugger: a response of the Debug Adapter Protocol that says so. */
export function noDebugger({ seq, command }: JsonObject): JsonObject {
  const message = "this kernel has no debugger";
  const response = { type: "response", request_seq: seq ?? 0, success: false, command: textOf(command), message };
  return { ...errorReply("NotSupported", message), ...response };
}

/** There are no subshells, and `supported_features` of the kernel information does not claim them. */
export function noSubshells(): JsonObject {
  return errorReply(
    "NotSupported",
    "this kernel has no subshells; it answers questions while a cell runs without them",
  );
}

/** A request that addresses a subshell is not carried out elsewhere. */
export function unknownSubshell(): JsonObject {
  return errorReply("SubshellNotFound", "this kernel has no subshells");
}

function errorReply(ename: string, evalue: string): JsonObject {
  return { status: "error", ename, evalue, traceback: [`${ename}: ${evalue}`] };
}
