/**
 * Import edit: the change of a cell that imports one more name.
 *
 * A list `{ ... }` that the cell already imports from the same module gets the name; otherwise a statement is put at the head of the
 * cell, below lines such as `// @strict`, which hold only there.
 */
import { importOf } from "./entry-points.ts";
import type { TextEdit } from "./language-service.ts";

const directives = /^(?:[ \t]*(?:\/\/\/?[ \t]*@|#!).*(?:\n|$))+/;

export function importEdit(code: string, name: string, specifier: string): TextEdit {
  const module = specifier.replace(/\W/g, "\\$&");
  const list = new RegExp(
    `(?:^|;)[ \\t]*import\\s+(?:[\\w$]+\\s*,\\s*)?\\{([^}]*?)(?:\\s*,)?\\s*\\}\\s*from\\s*["']${module}["']`,
    "dm",
  );
  const [, end] = list.exec(code)?.indices?.[1] ?? [];
  if (end !== undefined) return { start: end, end, text: code.charAt(end - 1) === "{" ? ` ${name}` : `, ${name}` };
  const head = directives.exec(code)?.[0] ?? "";
  const isLineOpen = head !== "" && !head.endsWith("\n");
  return { start: head.length, end: head.length, text: `${isLineOpen ? "\n" : ""}${importOf(name, specifier)}\n` };
}
