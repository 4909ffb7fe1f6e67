/**
 * Import edit: the change of a cell that imports one more name.
 *
 * A list `{ ... }` that the cell already imports from the same module gets the name; otherwise a statement is put at the head of the
 * cell, below lines such as `// @strict`, which hold only there.
 */
import { importOf } from "./entry-points.ts";
import type { TextEdit } from "./language-service.ts";
import { statements } from "./statement.ts";

const directives = /^(?:[ \t]*(?:\/\/\/?[ \t]*@|#!).*(?:\n|$))+/;

export function importEdit(code: string, name: string, specifier: string): TextEdit {
  for (const { kind, tokens } of statements(code)) {
    const isOfModule = tokens.some((token) => token.kind === "string" && token.text.slice(1, -1) === specifier);
    if (kind !== "import" || !isOfModule || tokens[1]?.text === "type") continue;
    const close = tokens.findIndex(({ text }) => text === "}");
    // Before a comma that ends the list.
    const last = tokens[close - 1]?.text === "," ? tokens[close - 2] : tokens[close - 1];
    if (close < 0 || last === undefined) continue;
    return { start: last.end, end: last.end, text: last.text === "{" ? ` ${name}` : `, ${name}` };
  }
  const head = directives.exec(code)?.[0] ?? "";
  const isLineOpen = head !== "" && !head.endsWith("\n");
  return { start: head.length, end: head.length, text: `${isLineOpen ? "\n" : ""}${importOf(name, specifier)}\n` };
}
