/**
 * Tokens of TypeScript source, by acorn's tokenizer: enough to find statements, brackets and what is left open.
 *
 * Limits: no JSX. The tokens end where acorn cannot go on, in a text that is no program anyway. A slash behind `a!` is read as a
 * regular expression. Nothing throws.
 */
import { type Token as AcornToken, type Options, Parser, type TokenType, tokTypes } from "acorn";

type TokenKind = "name" | "private" | "number" | "string" | "template" | "expression" | "punctuator" | "unknown";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A line ends between the token before and this one. */
  readonly newline: boolean;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** What is unfinished: a comment, text that may go on (a template, a continued string), or what had to end with its line. */
  readonly open: "none" | "comment" | "text" | "line";
}

/** A backslash at the end of a line continues a string on the next one. */
const CONTINUED = /^(?:[^\\\n\r]|\\(?:\r\n|[\s\S]))*\\\s*$/;
const kinds = new Map<TokenType, TokenKind>([
  [tokTypes.name, "name"],
  [tokTypes.privateId, "private"],
  [tokTypes.num, "number"],
  [tokTypes.string, "string"],
  [tokTypes.template, "template"],
  [tokTypes.invalidTemplate, "template"],
  [tokTypes.backQuote, "template"],
  [tokTypes.dollarBraceL, "template"],
  [tokTypes.regexp, "expression"],
]);

/** Acorn 8.19.0's methods that plugins override, which its declarations leave out; the version is exact in package.json. */
declare class ParserInternals {
  constructor(options: Options, input: string);
  /** Where the token that is being read begins, and where reading is. */
  readonly start: number;
  pos: number;
  getToken(): AcornToken & { readonly value: unknown };
  getTokenFromCode(code: number): void;
  finishToken(type: TokenType, value: string): void;
}

/** What a token begins with. Of others acorn makes an error, for which it counts all lines before. */
const known = new Set(Array.from(".();,[]{}:`0123456789\"'/%*|&^+-<>=!?~#\\", (character) => character.charCodeAt(0)));

/** Characters of no token of JavaScript (`@`, which TypeScript has, and `§`) are tokens of their own. */
class Scanner extends (Parser as unknown as typeof ParserInternals) {
  override getTokenFromCode(code: number): void {
    if (!known.has(code)) {
      this.#finishUnknown(code);
      return;
    }
    try {
      super.getTokenFromCode(code);
    } catch (error) {
      if (!/^Unexpected character/.test((error as Error).message)) throw error;
      this.#finishUnknown(code);
    }
  }

  #finishUnknown(code: number): void {
    this.pos = this.start + (code > 0xffff ? 2 : 1);
    this.finishToken(tokTypes.semi, String.fromCodePoint(code));
  }
}

export function tokenize(code: string): Tokens {
  const tokens: Token[] = [];
  const add = (kind: TokenKind, start: number, end: number) => {
    const before = tokens.at(-1)?.end;
    const newline = before === undefined || /[\n\r\u2028\u2029]/.test(code.slice(before, start));
    tokens.push({ kind, text: code.slice(start, end), start, end, newline });
  };
  const scanner = new Scanner({ ecmaVersion: "latest", sourceType: "module", allowHashBang: true }, code);
  try {
    for (let token = scanner.getToken(); token.type !== tokTypes.eof; token = scanner.getToken())
      if (token.end > token.start) add(kindOf(token.type, token.value), token.start, token.end); // a template may be empty
    return { tokens, open: "none" };
  } catch (error) {
    const { message } = error as Error;
    if (/^Unterminated comment/.test(message)) return { tokens, open: "comment" };
    const rest = code.slice(scanner.start);
    const isText =
      /^Unterminated template/.test(message) || (/^Unterminated string/.test(message) && CONTINUED.test(rest));
    const [whole = ""] = isText ? [rest] : (/^.+/.exec(rest) ?? []);
    if (whole !== "") add(isText ? "template" : "unknown", scanner.start, scanner.start + whole.length);
    return { tokens, open: isText ? "text" : "line" };
  }
}

function kindOf(type: TokenType, value: unknown): TokenKind {
  if (type === tokTypes.semi && value !== ";") return value === "@" ? "punctuator" : "unknown";
  return kinds.get(type) ?? (type.keyword === undefined ? "punctuator" : "name");
}

/** Whether a bracket, or the hole of a template, opens with a token, or closes with it. */
export const opens = ({ text }: Token) => /^(?:[([{]|\$\{)$/.test(text);
export const closes = ({ kind, text }: Token) => kind === "punctuator" && /^[)\]}]$/.test(text);
