/**
 * Strict directive: `// @strict` in the comments at the head of a cell asks that it does not run with type errors.
 */
export function hasStrictDirective(code: string): boolean {
  const head = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(code)?.[0] ?? "";
  return /^[ \t]*\/\/[ \t]*@strict\b/m.test(head);
}
