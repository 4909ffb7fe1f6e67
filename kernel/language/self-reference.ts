/**
 * Self-reference: whether a word of `const data = clean(data)` speaks of the earlier variable of that name.
 *
 * Limits: a function that calls itself speaks of itself, so an initialiser that is a function is left alone; so are the
 * shorthand `{ data }` and everything but variable statements.
 */

import type { Statement } from "./statement.ts";
import type { Token } from "./token.ts";

export function isSelfReference({ kind, names, tokens }: Statement, token: Token): boolean {
  if (kind !== "variable" || token.kind !== "name") return false;
  if (!names.some(({ text }) => text === token.text)) return false;
  if (names.some(({ start }) => start === token.start)) return false;
  const at = tokens.indexOf(token);
  const before = tokens[at - 1]?.text ?? "";
  const after = tokens[at + 1]?.text ?? "";
  if (before === "." || before === "?.") return false;
  const listed = before === "{" || before === ",";
  if (listed && (after === ":" || enclosedBy(tokens, at) === "{")) return false;
  const equals = tokens.findIndex(({ text }) => text === "=");
  return equals >= 0 && at > equals && !isFunction(tokens.slice(equals + 1));
}

function enclosedBy(tokens: readonly Token[], at: number): string {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    const text = tokens[index]?.text ?? "";
    if (text === ")" || text === "]" || text === "}") depth++;
    else if (text === "(" || text === "[" || text === "{" || text.endsWith("${")) {
      if (depth === 0) return text;
      depth--;
    }
  }
  return "";
}

function isFunction(tokens: readonly Token[]): boolean {
  const first = tokens[0]?.text;
  if (first === "function" || first === "async" || first === "class" || first === "<") return true;
  if (first !== "(") return tokens[1]?.text === "=>";
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "(") depth++;
    if (text === ")") depth--;
    if (depth === 0) return tokens[at + 1]?.text === "=>" || tokens[at + 1]?.text === ":";
  }
  return false;
}
