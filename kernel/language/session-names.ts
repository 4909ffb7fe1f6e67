/**
 * Session names at a cursor: which names of earlier cells may be meant there.
 *
 * A few are imported beside the cell, so that the server tells whether names are in scope there at all and what they are;
 * the others are listed by what declared them, so that the cost does not grow with the session.
 */

import { type ServerCompletionItem, typedWord } from "./completion.ts";
import type { SessionEntry } from "./session-entry.ts";

const mostProbes = 24;
/** Kinds of completion items in the Language Server Protocol. */
const kinds: Readonly<Record<SessionEntry["kind"], number>> = {
  import: 6,
  variable: 6,
  block: 6,
  function: 3,
  class: 7,
  type: 8,
  enum: 13,
  namespace: 9,
  export: 6,
  other: 6,
};

export interface SessionNames {
  readonly probes: ReadonlySet<string>;
  readonly rest: readonly ServerCompletionItem[];
}

export function namesFor(code: string, cursor: number, names: ReadonlyMap<string, SessionEntry>): SessionNames {
  const typed = typedWord(code, cursor).toLowerCase();
  const fitting = [...names].filter(([name]) => name.toLowerCase().startsWith(typed));
  // The newest are the likeliest.
  const probes = new Set(fitting.slice(-mostProbes).map(([name]) => name));
  const rest = fitting.slice(0, -mostProbes).map(([label, { kind }]) => ({ label, kind: kinds[kind], sortText: "11" }));
  return { probes, rest };
}
