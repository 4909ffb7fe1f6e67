/**
 * Cell directives: lines in the comments at the head of a cell that say how it is checked.
 *
 * `// @strict`: the cell does not run if it has type errors. `// @ts-nocheck`, TypeScript's own: type errors are not shown, so
 * that the cell runs even if it is strict too; its syntax is still checked.
 */
const HEAD_PART = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

export function hasStrictDirective(code: string): boolean {
  return /^[ \t]*\/\/[ \t]*@strict\b/m.test(headOf(code));
}

export function hasNoCheckDirective(code: string): boolean {
  return /^[ \t]*\/\/\/?[ \t]*@ts-nocheck(?:[\s:]|$)/m.test(headOf(code));
}

/** The blank lines and comments before the first statement. */
export function headOf(code: string): string {
  let end = 0;
  do {
    HEAD_PART.lastIndex = end;
    end += HEAD_PART.exec(code)?.[0].length ?? 0;
  } while (HEAD_PART.lastIndex > 0);
  return code.slice(0, end);
}
