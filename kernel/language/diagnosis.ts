/**
 * Diagnosis: the server's errors that are the cell's own, each with a coloured code frame.
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
  const lines = code.split("\n");
  return found.flatMap((diagnostic): readonly Diagnostic[] => {
    const number = Number(diagnostic.code);
    if (diagnostic.severity !== 1 || ignored.has(number)) return [];
    const first = diagnostic.range.start.line - linesBefore;
    if (first < 0 || first >= lines.length) return [];
    const start = { line: first, column: diagnostic.range.start.character };
    const end = { line: diagnostic.range.end.line - linesBefore, column: diagnostic.range.end.character };
    const imported = number === assignedImport;
    const message = imported ? diagnostic.message.replace(/an import\.$/, "a constant.") : diagnostic.message;
    const own = { category: "error", code: imported ? constant : number, message, start, end } as const;
    return [{ ...own, frame: codeFrame(lines, own) }];
  });
}

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
const gray = (text: string) => `\u001b[90m${text}\u001b[39m`;
const cyan = (text: string) => `\u001b[36m${text}\u001b[39m`;

function codeFrame(lines: readonly string[], { code, message, start, end }: Omit<Diagnostic, "frame">): string {
  const first = Math.max(0, start.line - 1);
  const last = Math.min(lines.length - 1, Math.max(start.line, Math.min(end.line, start.line + 2)));
  const width = String(last + 1).length;
  const gutter = (label: string, text: string) => `${gray(`${label.padStart(width)} |`)} ${text}`.trimEnd();
  const shown: string[] = [];
  for (let index = first; index <= last; index++) {
    const line = lines[index] ?? "";
    shown.push(gutter(String(index + 1), line));
    if (index < start.line) continue;
    const from = index === start.line ? start.column : line.length - line.trimStart().length;
    const to = index === end.line ? end.column : line.length;
    // Tabs stay tabs and wide characters keep their width, so that the mark stands under what it marks.
    const space = line.slice(0, from).replace(/[^\t]/gu, (character) => " ".repeat(displayWidth(character)));
    const marked = [...line.slice(from, to)].reduce((sum, character) => sum + displayWidth(character), 0);
    shown.push(gutter("", space + red("~".repeat(Math.max(1, marked)))));
  }
  const place = cyan(`${start.line + 1}:${start.column + 1}`);
  return `${place} - ${red("error")} ${gray(`TS${code}:`)} ${message}\n\n${shown.join("\n")}`;
}

/** Columns a character takes: two for emoji and East Asian wide ones. */
function displayWidth(character: string): number {
  return /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u.test(
    character,
  )
    ? 2
    : 1;
}
