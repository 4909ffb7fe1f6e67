/**
 * Diagnosis: the server's errors that are the cell's own.
 *
 * What only comes from the form of the session is left out or said in the cell's terms: an earlier constant is imported,
 * so assigning to it is reported as what it is. A package without types is no error of a cell.
 */

import type { ServerPosition } from "./completion.ts";
import type { Diagnostic } from "./language-service.ts";

export interface ServerDiagnostic {
  readonly range: { readonly start: ServerPosition; readonly end: ServerPosition };
  readonly severity?: number;
  readonly code?: number | string;
  readonly message: string;
}

export const ASSIGNED_IMPORT = 2632;
const CONSTANT = 2588;
/**
 * 7016: a module without declarations; 1202, 1203, 1208: forms of modules that the runtime accepts; 2661: an export of
 * an earlier cell's name.
 */
const ignored = new Set([7016, 1202, 1203, 1208, 2661]);

export function diagnosis(
  code: string,
  linesBefore: number,
  found: readonly ServerDiagnostic[],
): readonly Diagnostic[] {
  const lines = code.split("\n");
  const last = { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
  // What is missing at the end of the cell is missed behind it.
  const place = ({ line, character }: ServerPosition) =>
    line - linesBefore > last.line ? last : { line: line - linesBefore, column: character };
  return found.flatMap((diagnostic): readonly Diagnostic[] => {
    const number = Number(diagnostic.code);
    if (diagnostic.severity !== 1 || ignored.has(number)) return [];
    const [start, end] = [place(diagnostic.range.start), place(diagnostic.range.end)];
    if (start.line < 0) return [];
    const imported = number === ASSIGNED_IMPORT;
    const message = imported ? diagnostic.message.replace(/an import\.$/, "a constant.") : diagnostic.message;
    return [{ category: "error", code: imported ? CONSTANT : number, message, start, end }];
  });
}
