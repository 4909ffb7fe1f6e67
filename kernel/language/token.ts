/**
 * Tokens of TypeScript source: enough of its lexical grammar to find statements, brackets and what is left open.
 *
 * Method: one pass; a slash is told from a regular expression by the token before it, and for closing brackets by what
 * opened them (ECMA-262, 12.1 and 12.9.5: the goal symbol follows from the syntactic context).
 * Limits: no JSX. A slash after `}` is read as a division exactly if the brace closed an object literal, which is guessed
 * from the token before its opening; `x\n++\n/re/` is misread. Nothing throws: an unfinished token is marked.
 */

export type TokenKind = "name" | "private" | "number" | "string" | "template" | "expression" | "punctuator" | "unknown";

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

const blank = /[\s\uFEFF]+/y;
const name =
  /(?:[\p{ID_Start}$_]|\\u[\dA-Fa-f]{4}|\\u\{[\dA-Fa-f]+\})(?:[\p{ID_Continue}$\u200C\u200D]|\\u[\dA-Fa-f]{4}|\\u\{[\dA-Fa-f]+\})*/uy;
const number =
  /0[xX][\dA-Fa-f_]+n?|0[oO][0-7_]+n?|0[bB][01_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?n?/y;
const string = /"(?:[^"\\\r\n]|\\(?:\r\n|[\s\S]))*"|'(?:[^'\\\r\n]|\\(?:\r\n|[\s\S]))*'/y;
const expression = /\/(?![*/])(?:[^\\/[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\/[\p{ID_Continue}$]*/uy;
const punctuator =
  />>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|&&=|\|\|=|\?\?=|=>|==|!=|<=|\+\+|--|&&|\|\||\?\?|\?\.(?!\d)|\*\*|<<|[+\-*/%&|^]=|[{}()[\];,<>+\-*/%&|^!~?:=.@]/y;

/** Words after which an operand comes, so that a slash opens a regular expression. */
const beforeOperand = new Set(
  "return typeof case do else in instanceof new delete void throw await yield of extends default".split(" "),
);
const conditionWords = new Set(["if", "while", "for", "with"]);

function match(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : -1;
}

/** Where the text of a template ends that starts at `at`: behind its backtick, behind its `${`, or -1 if open. */
function templateEnd(code: string, at: number): number {
  for (let index = at; index < code.length; index++) {
    if (code[index] === "\\") index++;
    else if (code[index] === "`") return index + 1;
    else if (code[index] === "$" && code[index + 1] === "{") return index + 2;
  }
  return -1;
}

interface Bracket {
  readonly text: string;
  /** After the closing bracket an operand may start, so a slash there opens a regular expression. */
  readonly operandFollows: boolean;
}

export function tokenize(code: string): Tokens {
  const tokens: Token[] = [];
  const brackets: Bracket[] = [];
  let at = code.startsWith("#!") ? Math.max(code.indexOf("\n"), 0) : 0;
  let newline = true;
  let operandNext = true;
  let open: Tokens["open"] = "none";
  const push = (kind: TokenKind, end: number): Token => {
    const token = { kind, text: code.slice(at, end), start: at, end, newline };
    tokens.push(token);
    at = end;
    newline = false;
    return token;
  };
  const template = () => {
    const end = templateEnd(code, at + 1);
    if (end < 0) open = "text";
    const { text } = push("template", end < 0 ? code.length : end);
    const hole = end > 0 && text.endsWith("${");
    if (hole) brackets.push({ text: "${", operandFollows: false });
    operandNext = hole;
  };
  while (at < code.length) {
    const spaces = match(blank, code, at);
    if (spaces > 0) {
      newline ||= /[\n\r\u2028\u2029]/.test(code.slice(at, spaces));
      at = spaces;
      continue;
    }
    if (code.startsWith("//", at)) {
      const end = code.slice(at).search(/[\n\r\u2028\u2029]/);
      at = end < 0 ? code.length : at + end;
      continue;
    }
    if (code.startsWith("/*", at)) {
      const end = code.indexOf("*/", at + 2);
      newline ||= code.slice(at, end < 0 ? code.length : end).includes("\n");
      if (end < 0) open = "comment";
      at = end < 0 ? code.length : end + 2;
      continue;
    }
    const character = code[at] ?? "";
    if (character === "`" || (character === "}" && brackets.at(-1)?.text === "${")) {
      if (character === "}") brackets.pop();
      template();
      continue;
    }
    let end = match(name, code, at);
    if (end > 0) {
      const before = tokens.at(-1)?.text;
      const { text } = push("name", end);
      operandNext = beforeOperand.has(text) && before !== "." && before !== "?.";
      continue;
    }
    end = match(number, code, at);
    if (end > 0) {
      push("number", end);
      operandNext = false;
      continue;
    }
    if (character === '"' || character === "'" || (character === "/" && operandNext)) {
      end = match(character === "/" ? expression : string, code, at);
      if (end < 0) {
        const line = code.slice(at).search(/(?<!\\)[\n\r]/);
        end = line < 0 ? code.length : at + line;
        // A backslash at the end of a line continues a string on the next one.
        open = character !== "/" && /\\\s*$/.test(code.slice(at, end)) ? "text" : "line";
      }
      push(character === "/" ? "expression" : "string", end);
      operandNext = false;
      continue;
    }
    if (character === "#") {
      end = match(name, code, at + 1);
      push("private", end > 0 ? end : at + 1);
      operandNext = false;
      continue;
    }
    end = match(punctuator, code, at);
    if (end < 0) {
      push("unknown", at + ((code.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
      continue;
    }
    const before = tokens.at(-1);
    const { text } = push("punctuator", end);
    if (text === "(") {
      brackets.push({ text, operandFollows: before?.kind === "name" && conditionWords.has(before.text) });
      operandNext = true;
    } else if (text === "[") {
      brackets.push({ text, operandFollows: false });
      operandNext = true;
    } else if (text === "{") {
      brackets.push({ text, operandFollows: opensBlock(before, operandNext) });
      operandNext = true;
    } else if (text === ")" || text === "]" || text === "}") {
      operandNext = brackets.pop()?.operandFollows ?? false;
    } else {
      operandNext = text !== "++" && text !== "--";
    }
  }
  return { tokens, open };
}

/** Whether a brace after `before` opens a block or a body rather than an object literal. */
function opensBlock(before: Token | undefined, operandNext: boolean): boolean {
  if (before === undefined || before.text === "=>" || before.text === ";" || before.text === "{") return true;
  if (before.kind === "name") return !operandNext || before.text === "do" || before.text === "else";
  return !operandNext || before.text === "}";
}

/** Whether a bracket, or the hole of a template, opens with a token, or closes with it. */
export const opens = ({ kind, text }: Token) => /^[([{]$/.test(text) || (kind === "template" && text.endsWith("${"));
export const closes = ({ kind, text }: Token) => /^[)\]}]$/.test(text) || (kind === "template" && text.startsWith("}"));
