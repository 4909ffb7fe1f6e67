/**
 * Documentation of a declaration, read from its text alone: the signature and the doc comment.
 *
 * A declaration without a doc comment of its own gets the header of its file. Of a long one the beginning is shown.
 */
import { pathToFileURL } from "node:url";
import type { DeclarationStatement } from "./declaration-statement.ts";
import { commentText, fileHeader } from "./inspection.ts";

export interface Documentation {
  /** TypeScript, one or more lines. */
  readonly signature: string;
  /** Markdown; empty if there is none. */
  readonly text: string;
}

/** The text that declares something, and where it is kept. */
interface Declared {
  readonly text: string;
  /** The file, for its header; a cell has none. */
  readonly file?: string;
  readonly statements: readonly DeclarationStatement[];
}

const MOST_LINES = 40;
const LONGEST_VALUE = 200;
const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;

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
  const line = paragraph.replace(/(?<!\s)\s*\n\s*/g, " ").trim();
  return /^(?:`[^`]*`|[^`])*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}

function docCommentOf(text: string, { start, tokens: [first] }: DeclarationStatement): string {
  const before = text.slice(start, first?.start ?? start);
  const found = [...before.matchAll(COMMENT)].findLast(([one]) => /^\/\*\*(?!\/)/.test(one));
  return found === undefined ? "" : commentText(found[0].slice(3, -2)).replace(/^@(\w+)/gm, "*@$1*");
}

function signatureOf(text: string, { kind, tokens }: DeclarationStatement): string {
  const first = tokens.find((token) => token.text !== "export" && token.text !== "declare");
  const lines = text.slice(first?.start, tokens.at(-1)?.end).replace(/;$/, "").split("\n");
  const whole = [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ["…"] : [])].join("\n");
  return kind === "variable" && whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)}…` : whole;
}
