/**
 * Documentation of a declaration, read from its text alone: the signature and the doc comment.
 *
 * A declaration without a doc comment of its own gets the header of its file. Of sources, bodies and long values are left out.
 */
import { pathToFileURL } from "node:url";
import { type DeclarationStatement, opensBody } from "./declaration-statement.ts";
import { commentText, fileHeader } from "./inspection.ts";
import type { Token } from "./token.ts";

export interface Documentation {
  /** TypeScript, one or more lines. */
  readonly signature: string;
  /** Markdown; empty if there is none. */
  readonly text: string;
}

/** The text that declares something, and where it is kept. */
export interface Declared {
  readonly text: string;
  /** The file, for its header; a cell has none. */
  readonly file?: string;
  readonly statements: readonly DeclarationStatement[];
}

const mostLines = 40;
const longestValue = 200;
const comment = /\/\/.*|\/\*[\s\S]*?\*\//g;

export function documentationOf({ text, file, statements }: Declared): Documentation {
  const own = statements.map((statement) => docCommentOf(text, statement)).find((found) => found !== "");
  const header = file === undefined ? "" : fileHeader(pathToFileURL(file).href);
  return {
    signature: statements.map((statement) => signatureOf(text, statement)).join("\n"),
    text: own ?? header,
  };
}

/** The first sentence of a text of several lines; dots inside code end none. */
export function firstSentence(text: string): string {
  const [paragraph = ""] = text.split(/\n\s*\n/);
  const line = paragraph.replace(/\s*\n\s*/g, " ").trim();
  return /^(?:`[^`]*`|[^`])*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}

function docCommentOf(text: string, { start, tokens: [first] }: DeclarationStatement): string {
  const before = text.slice(start, first?.start ?? start);
  const found = [...before.matchAll(comment)].findLast(([one]) => /^\/\*\*(?!\/)/.test(one));
  return found === undefined ? "" : commentText(found[0].slice(3, -2)).replace(/^@(\w+)/gm, "*@$1*");
}

function signatureOf(text: string, { kind, tokens }: DeclarationStatement): string {
  const first = tokens.findIndex((token) => token.text !== "export" && token.text !== "declare");
  const own = tokens.slice(Math.max(first, 0));
  const end = endOfHead(kind, own);
  const from = own[0]?.start ?? 0;
  const lines = text.slice(from, end).trim().replace(/;$/, "").split("\n");
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), "…"] : lines;
  const whole = shown.join("\n");
  return kind === "variable" && whole.length > longestValue ? `${whole.slice(0, longestValue)}…` : whole;
}

/** Where the declaration ends, without the body of a function or of a class that is written out. */
function endOfHead(kind: DeclarationStatement["kind"], tokens: readonly Token[]): number {
  const last = tokens.at(-1)?.end ?? 0;
  const isArrow = kind === "variable" && tokens.some(({ text }) => text === "=>");
  if (kind !== "function" && !isArrow) return last;
  let depth = 0;
  for (const [index, { text, end, start }] of tokens.entries()) {
    if (text === ")" || text === "]" || text === "}") depth--;
    const before = tokens[index - 1]?.text ?? "";
    if (depth === 0 && opensBody(tokens, index)) return start;
    if (depth === 0 && text === "=>" && isArrow && before !== ">" && isAfterAssignment(tokens, index)) return end;
    if (text === "(" || text === "[" || text === "{") depth++;
  }
  return last;
}

/** Whether an arrow belongs to the value of a variable, not to its type. */
function isAfterAssignment(tokens: readonly Token[], index: number): boolean {
  return tokens.slice(0, index).some(({ text }) => text === "=");
}
