/**
 * Code frames: errors of a cell as coloured text, each with its place, its message and the marked lines.
 *
 * Limits: the first errors of many are shown, and how many more there are; of a long line the part around the error, of a long
 * message its beginning. So the text is short whatever the cell is.
 */
import { clipped, clippedLine } from "../display/clipped-line.ts";
import type { Diagnostic } from "./language-service.ts";

const MOST_SHOWN = 20;
/** In characters. */
const LONGEST_MESSAGE = 2000;

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
const gray = (text: string) => `\u001b[90m${text}\u001b[39m`;
const cyan = (text: string) => `\u001b[36m${text}\u001b[39m`;

/** The frames of what was found in the code, and a last line where there is more. */
export function codeFrames(code: string, found: readonly Diagnostic[]): readonly string[] {
  const lines = code.split("\n");
  const shown = found.slice(0, MOST_SHOWN).map((each) => codeFrame(lines, each));
  const more = found.length - shown.length;
  return more === 0 ? shown : [...shown, `... and ${more} more ${more === 1 ? "error" : "errors"}`];
}

function codeFrame(lines: readonly string[], { code, message, start, end }: Diagnostic): string {
  const first = Math.max(0, start.line - 1);
  const last = Math.min(lines.length - 1, Math.max(start.line, Math.min(end.line, start.line + 2)));
  const width = String(last + 1).length;
  const gutter = (label: string, text: string) => `${gray(`${label.padStart(width)} |`)} ${text}`.trimEnd();
  const shown: string[] = [];
  for (let index = first; index <= last; index++) {
    const whole = lines[index] ?? "";
    const indent = whole.length - whole.trimStart().length;
    const line = clippedLine(whole, {
      from: index === start.line ? start.column : indent,
      to: index === end.line ? end.column : whole.length,
    });
    shown.push(gutter(String(index + 1), line.text));
    if (index < start.line) continue;
    // Tabs stay tabs and wide characters keep their width, so that the mark stands under what it marks.
    const space = line.text.slice(0, line.from).replace(/[^\t]/gu, (character) => " ".repeat(displayWidth(character)));
    const marked = [...line.text.slice(line.from, line.to)].reduce((sum, each) => sum + displayWidth(each), 0);
    shown.push(gutter("", space + red("~".repeat(Math.max(1, marked)))));
  }
  const place = cyan(`${start.line + 1}:${start.column + 1}`);
  return `${place} - ${red("error")} ${gray(`TS${code}:`)} ${clipped(message, LONGEST_MESSAGE)}\n\n${shown.join("\n")}`;
}

/** Columns a character takes: two for emoji and East Asian wide ones. */
function displayWidth(character: string): number {
  return /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u.test(
    character,
  )
    ? 2
    : 1;
}
