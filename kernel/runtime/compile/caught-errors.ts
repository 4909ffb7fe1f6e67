/**
 * Caught errors: the message of an error that a cell catches has the names that the cell wrote.
 *
 * V8's messages quote the code that runs, where variables are properties of boxes. A `catch` clause first calls
 * `caught`, which corrects the message; other code costs nothing more.
 * Limits: an error that a library, `promise.catch` or `promise.then` catches keeps V8's message. It is corrected when such an
 * error is shown (failure.ts, traces.ts).
 */
import { types } from "node:util";
import type { CatchClause } from "acorn";
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
