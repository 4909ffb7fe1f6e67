/**
 * Names bound by a variable statement or an import, with the place and the form of each, so that one can be renamed alone.
 *
 * Limits: a comma inside type arguments of an initialiser is told from the next declarator by the brackets `<` and `>`
 * being followed by `(` or `=>`, or by what follows the name.
 */

import type { Token } from "./token.ts";

export interface BoundName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `{ a }` of a pattern and of an import must name the property when renamed: `{ a: b }`, `{ a as b }`. */
  readonly form: "plain" | "shorthand" | "import";
}

const opening = new Set(["(", "[", "{"]);
const closing = new Set([")", "]", "}"]);
const opens = (token: Token) => opening.has(token.text) || (token.kind === "template" && token.text.endsWith("${"));
const closes = (token: Token) => closing.has(token.text) || (token.kind === "template" && token.text.startsWith("}"));

/** Names of `const a = 1, { b, c: [d] } = x`; with `nested`, of every `var` inside a block or loop. */
export function boundNames(tokens: readonly Token[], nested: boolean): readonly BoundName[] {
  if (!nested) return declarators(tokens, 1);
  const names: BoundName[] = [];
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    // What a function declares is its own: go on behind its body.
    if (token.text === "function" || token.text === "=>") {
      while (at < tokens.length && tokens[at]?.text !== "{" && !tokens[at + 1]?.newline) at++;
      if (tokens[at]?.text === "{") at = matching(tokens, at);
    } else if (token.text === "var" && tokens[at - 1]?.text !== ".")
      for (const name of declarators(tokens, at + 1)) names.push(name);
  }
  return names;
}

/** Names of what stands between `import` and `from`, or before the `=` of `import a = ...`. */
export function importedNames(tokens: readonly Token[]): readonly BoundName[] {
  const names: BoundName[] = [];
  const end = tokens.findIndex((token) => token.text === "from" || token.text === "=" || token.kind === "string");
  // `from` itself may be a name that is imported; the clause ends at the last one.
  const last = Math.max(
    end,
    tokens.findLastIndex(({ text }) => text === "from"),
  );
  const clause = tokens.slice(0, Math.max(last, 0));
  clause.forEach((token, index) => {
    const next = clause[index + 1];
    if (token.kind !== "name" || (next !== undefined && next.text !== "," && next.text !== "}")) return;
    const renamed = clause[index - 1]?.text === "as";
    const braced = clause.slice(0, index).some(({ text }) => text === "{");
    const form = braced && !renamed ? "import" : "plain";
    names.push({ text: token.text, start: token.start, end: token.end, form });
  });
  return names;
}

function matching(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (closes(token)) depth--;
    if (opens(token)) depth++;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}

function declarators(tokens: readonly Token[], begin: number): BoundName[] {
  const names: BoundName[] = [];
  let at = begin;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    if (token.text === "{" || token.text === "[") {
      const end = matching(tokens, at);
      patternNames(tokens.slice(at, end + 1), names);
      at = end + 1;
    } else if (token.kind === "name") {
      names.push({ text: token.text, start: token.start, end: token.end, form: "plain" });
      at++;
    } else return names;
    at = nextDeclarator(tokens, at);
    if (at < 0) return names;
  }
  return names;
}

/** The index behind the comma that ends the declarator, or -1 if it is the last. */
function nextDeclarator(tokens: readonly Token[], from: number): number {
  let annotation = tokens[from]?.text === ":" || tokens[from]?.text === "!";
  let angles = 0;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (opens(token)) at = matching(tokens, at);
    else if (token.text === ";" || closes(token) || token.text === "of" || token.text === "in") return -1;
    else if (annotation && token.text === "=") annotation = false;
    else if (annotation && token.text === "<") angles++;
    else if (annotation && /^>+$/.test(token.text)) angles -= token.text.length;
    else if (token.text === "<") at = typeArgumentsEnd(tokens, at);
    else if (token.text === "," && angles <= 0) return at + 1;
  }
  return -1;
}

/** The index of the `>` of `<A, B>(` or, of the type that a function gives, `<A, B> =>`; or `at` itself if this is a comparison. */
function typeArgumentsEnd(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.text === "<") depth++;
    else if (token.text === ">") depth--;
    else if (opens(token)) index = matching(tokens, index);
    else if (closes(token) || token.text === ";" || token.text === "&&" || token.text === "||") return at;
    if (depth === 0) return endsTypeArguments(tokens[index + 1]) ? index : at;
  }
  return at;
}

function endsTypeArguments(next: Token | undefined): boolean {
  return next?.text === "(" || next?.text === "=>" || next?.kind === "template";
}

function patternNames(pattern: readonly Token[], names: BoundName[]): void {
  const object = pattern[0]?.text === "{";
  let at = 1;
  while (at < pattern.length - 1) {
    let form: BoundName["form"] = object ? "shorthand" : "plain";
    if (pattern[at]?.text === "...") {
      at++;
      form = "plain";
    }
    // A key: a name, a string, a number or a computed one.
    const keyEnd = pattern[at]?.text === "[" && object ? matching(pattern, at) : at;
    if (object && pattern[keyEnd + 1]?.text === ":") {
      at = keyEnd + 2;
      form = "plain";
    }
    const token = pattern[at];
    if (token !== undefined && opens(token)) {
      const end = matching(pattern, at);
      patternNames(pattern.slice(at, end + 1), names);
      at = end + 1;
    } else if (token?.kind === "name") {
      names.push({ text: token.text, start: token.start, end: token.end, form });
      at++;
    }
    while (at < pattern.length - 1 && pattern[at]?.text !== ",") {
      const here = pattern[at] as Token;
      at = (opens(here) ? matching(pattern, at) : at) + 1;
    }
    at++;
  }
}
