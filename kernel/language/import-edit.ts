/**
 * Import edit: the change of a cell that imports one more name.
 *
 * A list `{ ... }` that the cell already imports from the same module gets the name; otherwise a statement is put at the head of the
 * cell, below lines such as `// @strict`, which hold only there.
 */
import { importOf } from "./entry-points.ts";
import type { TextEdit } from "./language-service.ts";
import { moduleClauses } from "./module-clause.ts";

const directives = /^(?:[ \t]*(?:\/\/\/?[ \t]*@|#!).*(?:\n|$))+/;

export function importEdit(code: string, name: string, specifier: string): TextEdit {
  for (const clause of moduleClauses(code)) {
    const { word, isType, names, listEnd } = clause;
    if (word !== "import" || clause.specifier !== specifier || isType || listEnd === undefined) continue;
    const isEmpty = !names.some(({ inner }) => inner !== "default" && inner !== "*");
    return { start: listEnd, end: listEnd, text: isEmpty ? ` ${name}` : `, ${name}` };
  }
  const head = directives.exec(code)?.[0] ?? "";
  const isLineOpen = head !== "" && !head.endsWith("\n");
  return { start: head.length, end: head.length, text: `${isLineOpen ? "\n" : ""}${importOf(name, specifier)}\n` };
}
