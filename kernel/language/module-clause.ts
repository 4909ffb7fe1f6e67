/**
 * Module clauses: the statements `import ...`, `export { ... }` and `export * ...` of a text, outside of brackets.
 */
import { closes, opens, type Token, tokenize } from "./token.ts";

/** `inner as outer`; one of `inner` "default" is a default import, one of `inner` "*" the whole module. */
export interface ClauseName {
  readonly inner: string;
  readonly outer: string;
  readonly isType: boolean;
}

export interface ModuleClause {
  readonly word: "import" | "export";
  readonly names: readonly ClauseName[];
  /** `import type` or `export type`. */
  readonly isType: boolean;
  /** `export *` without a name. */
  readonly isStar: boolean;
  /** `import a = require("b")`. */
  readonly isRequire: boolean;
  readonly specifier: string | undefined;
  readonly start: number;
  readonly end: number;
  /** Where the list in braces ends, before a comma behind its last name; undefined without a list. */
  readonly listEnd: number | undefined;
}

export function moduleClauses(code: string): readonly ModuleClause[] {
  const { tokens } = tokenize(code);
  const found: ModuleClause[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const { kind, text } = token;
    if (opens(token)) depth++;
    else if (closes(token)) depth--;
    if (depth !== 0 || kind !== "name" || (text !== "import" && text !== "export") || tokens[at - 1]?.text === ".")
      continue;
    const read = readClause(tokens, at, text);
    if (read === undefined) continue;
    found.push(read.clause);
    at = read.last;
  }
  return found;
}

function readClause(tokens: readonly Token[], first: number, word: "import" | "export") {
  const text = (index: number) => tokens[index]?.text ?? "";
  let at = first + 1;
  const isType = text(at) === "type" && !/^(?:from|,|=)$/.test(text(at + 1));
  if (isType) at++;
  const names: ClauseName[] = [];
  let isStar = false;
  let listEnd: number | undefined;
  if (word === "import" && tokens[at]?.kind === "name") {
    names.push({ inner: "default", outer: text(at++), isType });
    if (text(at) === ",") at++;
  }
  if (text(at) === "*") {
    if (text(at + 1) === "as") names.push({ inner: "*", outer: text(at + 2), isType });
    else isStar = true;
    at += isStar ? 1 : 3;
  } else if (text(at) === "{") {
    const close = tokens.findIndex((token, index) => index > at && token.text === "}");
    if (close < 0) return undefined;
    names.push(...listed(tokens.slice(at + 1, close), isType));
    listEnd = tokens[text(close - 1) === "," ? close - 2 : close - 1]?.end;
    at = close + 1;
  } else if (word === "export") return undefined;
  const isRequire = text(at) === "=" && text(at + 1) === "require";
  if (isRequire) at += 3;
  else if (text(at) === "from") at++;
  const named = tokens[at]?.kind === "string" ? text(at).slice(1, -1) : undefined;
  if (word === "import" && named === undefined) return undefined;
  let last = named === undefined ? at - 1 : isRequire ? at + 1 : at;
  if (named !== undefined && text(last + 1) === "with" && text(last + 2) === "{")
    last = tokens.findIndex((token, index) => index > last && token.text === "}");
  const [start, end] = [tokens[first]?.start ?? 0, (tokens[last] ?? tokens.at(-1))?.end ?? 0];
  return { clause: { word, names, isType, isStar, isRequire, specifier: named, start, end, listEnd }, last };
}

/** The names of `a, type B, c as d`. */
function listed(tokens: readonly Token[], isType: boolean): readonly ClauseName[] {
  const names: ClauseName[] = [];
  let words: string[] = [];
  for (const text of [...tokens.map((token) => token.text), ","]) {
    if (text !== ",") {
      words.push(text);
      continue;
    }
    const isMarked = words[0] === "type" && words.length % 2 === 0;
    const [inner, , outer = inner] = isMarked ? words.slice(1) : words;
    if (inner !== undefined && outer !== undefined) names.push({ inner, outer, isType: isType || isMarked });
    words = [];
  }
  return names;
}
