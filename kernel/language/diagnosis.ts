/**
 * Diagnosis: the server's errors that are the cell's own.
 *
 * What only comes from the form of the session is left out or said in the cell's terms: an earlier constant is imported,
 * so assigning to it is told as what it is. A package without types is no error of a cell.
 */

import type { ServerPosition } from "./completion.ts";
import type { Diagnostic } from "./language-service.ts";

export interface ServerDiagnostic {
  readonly range: { readonly start: ServerPosition; readonly end: ServerPosition };
  readonly severity?: number;
  readonly code?: number | string;
  readonly message: string;
}

const assignedImport = 2632;
const constant = 2588;
/**
 * 7016: a module without declarations; 1202, 1203, 1208: forms of modules that the runtime accepts; 2395: a name that is exported
 * and its namesake that is not, which may be an earlier cell's.
 */
const ignored = new Set([7016, 1202, 1203, 1208, 2395]);

export function diagnosis(
  code: string,
  linesBefore: number,
  found: readonly ServerDiagnostic[],
): readonly Diagnostic[] {
  const lines = code.split("\n").length;
  return found.flatMap((diagnostic): readonly Diagnostic[] => {
    const number = Number(diagnostic.code);
    if (diagnostic.severity !== 1 || ignored.has(number)) return [];
    const first = diagnostic.range.start.line - linesBefore;
    if (first < 0 || first >= lines) return [];
    const start = { line: first, column: diagnostic.range.start.character };
    const end = { line: diagnostic.range.end.line - linesBefore, column: diagnostic.range.end.character };
    const imported = number === assignedImport;
    const message = imported ? diagnostic.message.replace(/an import\.$/, "a constant.") : diagnostic.message;
    return [{ category: "error", code: imported ? constant : number, message, start, end }];
  });
}
