/**
 * Cell directives: lines in the comments at the head of a cell that say how it is checked.
 *
 * `// @strict` asks that it does not run with type errors. `// @ts-nocheck` is TypeScript's own: the cell has none then,
 * whatever it does, so that it runs even if it is strict too; only its syntax is still looked at.
 */
const head = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

export function hasStrictDirective(code: string): boolean {
  return /^[ \t]*\/\/[ \t]*@strict\b/m.test(headOf(code));
}

export function hasNoCheckDirective(code: string): boolean {
  return /^[ \t]*\/\/\/?[ \t]*@ts-nocheck(?:[\s:]|$)/m.test(headOf(code));
}

/** The blank lines and comments before the first statement. */
export function headOf(code: string): string {
  return head.exec(code)?.[0] ?? "";
}
