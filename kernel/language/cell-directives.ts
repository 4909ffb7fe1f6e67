/**
 * Cell directives: lines in the comments at the head of a cell that say how it is checked.
 *
 * `// @strict`: the cell does not run if it has type errors. `// @ts-nocheck`, TypeScript's own: type errors are not shown, so
 * that the cell runs even if it is strict too; its syntax is still checked.
 */
const HEAD = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

export function hasStrictDirective(code: string): boolean {
  return /^[ \t]*\/\/[ \t]*@strict\b/m.test(headOf(code));
}

export function hasNoCheckDirective(code: string): boolean {
  return /^[ \t]*\/\/\/?[ \t]*@ts-nocheck(?:[\s:]|$)/m.test(headOf(code));
}

/** The blank lines and comments before the first statement. */
export function headOf(code: string): string {
  return HEAD.exec(code)?.[0] ?? "";
}
