/**
 * Completeness of code: whether it can run, goes on, or is wrong whatever follows.
 *
 * Method: our scanner finds what is open: brackets, comments, templates, a trailing operator, a declaration without its
 * body. Only where nothing is open do the server's syntax errors decide: an error at the end of the code asks for more,
 * one before it is invalid. Without an answer of the server the code is taken to be complete: the run will tell.
 */

import type { Completeness } from "./language-service.ts";
import { statements } from "./statement.ts";
import { type Token, tokenize } from "./token.ts";

const partners: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const trailingOperators =
  /^(?:[-+*/%&|^=<.,?:~]|[-+*/%&|^<>=!]=|={3}|!==|\*\*=?|<<=?|>>>?=|&&=?|\|\|=?|\?\?=?|=>|\?\.|\.{3}|@)$/;
const trailingWords = new Set(
  (
    "extends implements instanceof typeof new void delete throw case function class enum " +
    "const let var import export else do try finally in"
  ).split(" "),
);

/** What the scanner alone can say: undefined if nothing is open. */
export function openness(code: string): Completeness | undefined {
  const { tokens, open } = tokenize(code);
  if (open === "comment" || open === "text") return { status: "incomplete", indent: "" };
  if (open === "line") return { status: "invalid" };
  const brackets: Token[] = [];
  for (const token of tokens) {
    const { kind, text } = token;
    if (kind === "template") {
      if (text.startsWith("}")) brackets.pop();
      if (text.endsWith("${")) brackets.push(token);
    } else if (kind === "punctuator" && /^[([{]$/.test(text)) brackets.push(token);
    else if (kind === "punctuator" && partners[text] !== undefined && brackets.pop()?.text !== partners[text]) {
      return { status: "invalid" };
    }
  }
  const goesOn = brackets.length > 0 || endsOpen(tokens) || lacksBody(code);
  return goesOn ? { status: "incomplete", indent: indentAfter(code, tokens, brackets) } : undefined;
}

/** Whether the syntax errors, given as offsets where each starts, are all about code that is still to come. */
export function judgeErrors(code: string, errors: readonly number[]): Completeness {
  if (errors.length === 0) return { status: "complete" };
  const end = tokenize(code).tokens.at(-1)?.end ?? 0;
  if (Math.min(...errors) < end) return { status: "invalid" };
  return { status: "incomplete", indent: indentAfter(code, tokenize(code).tokens, []) };
}

function endsOpen(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const before = tokens.at(-2)?.text;
  if (last === undefined) return false;
  if (last.kind === "punctuator") return trailingOperators.test(last.text);
  return last.kind === "name" && trailingWords.has(last.text) && before !== "." && before !== "?.";
}

/** A function's head, or an overload, that the parser takes for whole. */
function lacksBody(code: string): boolean {
  const last = statements(code).at(-1);
  if (last?.kind !== "function" || last.tokens.some(({ text }) => text === "declare")) return false;
  return last.tokens.at(-1)?.text !== "}" && last.tokens.at(-2)?.text !== "}";
}

/** The indent of the last line, one step deeper if it opened a bracket that is still open. */
function indentAfter(code: string, tokens: readonly Token[], brackets: readonly Token[]): string {
  const end = tokens.at(-1)?.end ?? 0;
  const lineStart = code.lastIndexOf("\n", end - 1) + 1;
  const indent = /^[ \t]*/.exec(code.slice(lineStart))?.[0] ?? "";
  const opened = brackets.some(({ start }) => start >= lineStart);
  return opened ? `${indent}${indent.includes("\t") ? "\t" : "  "}` : indent;
}
