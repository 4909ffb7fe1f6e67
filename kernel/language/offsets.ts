/**
 * Offsets into the code of a cell, of positions that a client or the server names.
 */
import type { ServerPosition } from "./completion.ts";

/** The nearest position inside the code. */
export const inside = (code: string, position: number) => Math.max(0, Math.min(code.length, position));

/** Of positions in a document with lines before the code; -1 for a position in those. */
export function offsets(code: string, linesBefore: number): (position: ServerPosition) => number {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return ({ line, character }) => {
    const start = starts[line - linesBefore];
    return line < linesBefore ? -1 : start === undefined ? code.length : start + character;
  };
}
