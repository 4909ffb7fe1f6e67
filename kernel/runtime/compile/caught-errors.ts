/**
 * Caught errors: the message of an error that a cell catches has the names that the cell wrote.
 *
 * V8's messages quote the code that runs, where variables are properties of boxes. A `catch` clause, and a function written as
 * the handler of a rejection, first call `caught`, which corrects the message; other code costs nothing more.
 * Limits: an error that a library catches, or a handler that is not written in the call of `catch` or `then`, keeps V8's
 * message. The message is corrected when such an error is shown (failure.ts, traces.ts).
 */
import { types } from "node:util";
import type { AnyNode, CallExpression, CatchClause } from "acorn";
import { withoutMarkers } from "../errors/plain-names.ts";
import type { Edits } from "./edits.ts";

interface EditedCode {
  readonly code: string;
  readonly edits: Edits;
  readonly marker: string;
}

/** The same error; the message of one that V8 made speaks of the cell's own names from now on. */
export function caught<Thrown>(thrown: Thrown): Thrown {
  if (!types.isNativeError(thrown)) return thrown;
  const message: unknown = Object.getOwnPropertyDescriptor(thrown, "message")?.value;
  if (typeof message === "string" && message.includes("_$"))
    Reflect.defineProperty(thrown, "message", { value: withoutMarkers(message) });
  return thrown;
}

export function mendCatch({ param, body }: CatchClause, { code, edits, marker }: EditedCode): void {
  if (!param || body.body.length === 0) return;
  if (param.type === "Identifier") edits.insertFirst(body.start + 1, `${marker}s.caught(${param.name});`);
  else if (/^\s*\)\s*$/.test(code.slice(param.end, body.start))) {
    // The pattern takes the error apart in the block.
    edits.insertFirst(param.start, `${marker}e){let `);
    edits.replaceLines({ start: param.end, end: body.start + 1 }, `=${marker}s.caught(${marker}e);`, code);
  }
}

export function mendHandler(call: CallExpression, { edits, marker }: EditedCode): void {
  const handler = handlerOf(call);
  if (handler?.type !== "ArrowFunctionExpression" && handler?.type !== "FunctionExpression") return;
  const [error] = handler.params;
  if (error?.type !== "Identifier") return;
  const { type, start, end } = handler.body;
  if (type === "BlockStatement") edits.insertFirst(start + 1, `${marker}s.caught(${error.name});`);
  else {
    edits.insertFirst(start, `(${marker}s.caught(${error.name}),`);
    edits.append(end, ")");
  }
}

/** What `promise.catch(handler)` and `promise.then(before, handler)` hand a rejection to. */
function handlerOf({ callee, arguments: given }: CallExpression): AnyNode | undefined {
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.computed) return undefined;
  const { name } = callee.property;
  return name === "catch" ? given[0] : name === "then" ? given[1] : undefined;
}
