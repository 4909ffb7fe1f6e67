/**
 * Completeness of code: whether it can run, goes on, or is wrong whatever follows on the next lines.
 *
 * Method: our scanner finds what is open: brackets, comments, templates, a trailing operator, a declaration without its
 * body. Open brackets always go on. Of other code the server's syntax errors tell whether it is the beginning of anything: one that
 * starts before its end is there whatever follows, one at its end asks for more. What the server can only read together with its end
 * (the head of an arrow function, an object that a cell begins with) is read once more with one.
 * Without an answer of the server the scanner decides alone; if it finds nothing open, the answer is `unknown`.
 */

import { declarations } from "./declaration-statement.ts";
import type { Completeness } from "./language-service.ts";
import { closes, opens, type Token, type Tokens, tokenize } from "./token.ts";

const partners: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const TRAILING_OPERATORS =
  /^(?:[-+*/%&|^=<.,?:~]|[-+*/%&|^<>=!]=|={3}|!==|\*\*=?|<<=?|>>>?=|&&=?|\|\|=?|\?\?=?|=>|\?\.|\.{3}|@)$/;
const trailingWords = new Set(
  (
    "extends implements instanceof typeof new delete case function class enum " +
    "const let var import export else do try finally in"
  ).split(" "),
);
/** What they speak of must stand on their line (ECMA-262, 12.10.1), and they are nothing without it. */
const restrictedWords = new Set(["throw"]);

/** What may follow a last token, on the next line, that the server takes for a mistake where nothing does. */
const endings: Readonly<Record<string, readonly string[]>> = {
  import: ["{}", ".meta"],
  export: ["{}"],
  type: ["{}"],
  default: ["as x"],
  ")": [": x => x"],
};
/** The rest of an arrow function, from different places of its head. */
const arrows = ["=> x", "x => x", "() => x", ">() => x"];

/** Where each syntax error of a text starts; undefined without an answer. */
type SyntaxErrors = (text: string) => Promise<readonly number[] | undefined>;

export async function completeness(code: string, syntaxErrors: SyntaxErrors): Promise<Completeness> {
  const scan = tokenize(code);
  const brackets = openBrackets(scan);
  if (brackets === undefined || scan.open === "line") return { status: "invalid" };
  const indent = scan.open === "none" ? indentAfter(code, scan.tokens, brackets) : "";
  if (scan.open !== "none" || brackets.length > 0) return { status: "incomplete", indent };
  if (endsWith(scan.tokens, restrictedWords)) return { status: "invalid" };
  const end = scan.tokens.at(-1)?.end ?? 0;
  const isOpen = endsOpen(scan.tokens) || lacksBody(code, end);
  for (const { before, after, isWhole } of readings(scan.tokens)) {
    const errors = await syntaxErrors(before + code + after);
    if (errors === undefined) return isOpen ? { status: "incomplete", indent } : { status: "unknown" };
    if (errors.some((start) => start - before.length < end)) continue;
    return isWhole && !isOpen && errors.length === 0 ? { status: "complete" } : { status: "incomplete", indent };
  }
  return { status: "invalid" };
}

/** Brackets that are not closed; undefined if one is closed that is not open. */
function openBrackets({ tokens }: Tokens): readonly Token[] | undefined {
  const brackets: Token[] = [];
  for (const token of tokens) {
    if (opens(token)) brackets.push(token);
    else if (closes(token) && !(brackets.pop()?.text ?? "").endsWith(partners[token.text] ?? "")) return undefined;
  }
  return brackets;
}

/** Texts around the code with which the server may understand what it does not alone; in a whole one nothing is missing. */
function* readings(tokens: readonly Token[]) {
  yield { before: "", after: "", isWhole: true };
  // A cell that is only braces is an object if it can be.
  if (tokens[0]?.text === "{") yield { before: "(", after: "\n)", isWhole: tokens.at(-1)?.text === "}" };
  for (const after of [...(endings[tokens.at(-1)?.text ?? ""] ?? []), ...arrows])
    yield { before: "", after: `\n${after}`, isWhole: false };
}

function endsOpen(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.kind === "punctuator") return TRAILING_OPERATORS.test(last.text);
  const isAssertion = last?.text === "const" && tokens.at(-2)?.text === "as";
  return !isAssertion && endsWith(tokens, trailingWords);
}

/** Whether the last token is one of the words, and not the name of a property. */
function endsWith(tokens: readonly Token[], words: ReadonlySet<string>): boolean {
  const [before, last] = [tokens.at(-2)?.text, tokens.at(-1)];
  return last?.kind === "name" && words.has(last.text) && before !== "." && before !== "?.";
}

/** A function's head, or an overload, that the parser takes for whole. */
function lacksBody(code: string, end: number): boolean {
  const { kind, tokens = [] } = declarations(code).at(-1) ?? {};
  if (kind !== "function" || tokens.at(-1)?.end !== end || tokens.some(({ text }) => text === "declare")) return false;
  return !tokens.slice(-2).some(({ text }) => text === "}");
}

/** The indent of the last line, one step deeper if it opened a bracket that is still open. */
function indentAfter(code: string, tokens: readonly Token[], brackets: readonly Token[]): string {
  const end = tokens.at(-1)?.end ?? 0;
  const lineStart = code.lastIndexOf("\n", end - 1) + 1;
  const indent = /^[ \t]*/.exec(code.slice(lineStart))?.[0] ?? "";
  const opened = brackets.some(({ start }) => start >= lineStart);
  return opened ? `${indent}${indent.includes("\t") ? "\t" : "  "}` : indent;
}
