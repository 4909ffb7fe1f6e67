/**
 * Statements of a cell: where each top-level statement begins and ends, and which names it declares for later cells.
 *
 * Method: brackets are balanced over the tokens; between them a statement ends at a semicolon, behind the body of a
 * declaration or block, or at a line break where no grammar continues it (ECMA-262, 12.10, automatic semicolons).
 * Limits: heuristic, not a parser: a line break inside `a >\n b` splits it. A wrong split costs a type, never a run.
 */

import { type BoundName, boundNames, importedNames } from "./bound-name.ts";
import { type Token, tokenize } from "./token.ts";

export interface Statement {
  readonly kind:
    | "import"
    | "variable"
    | "function"
    | "class"
    | "type"
    | "enum"
    | "namespace"
    | "block"
    | "export"
    | "other";
  /** `const`, `let`, `var` or `using` of a variable statement. */
  readonly keyword: string;
  readonly names: readonly BoundName[];
  readonly tokens: readonly Token[];
  /** Behind the statement before, so that comments above belong to it. */
  readonly start: number;
  readonly end: number;
}

const declarationWords = new Set(
  "import export const let var function class interface type enum namespace module declare abstract async using".split(
    " ",
  ),
);
const blockWords = new Set("if for while do switch try with else catch finally".split(" "));
const continuingWords = new Set(
  "in instanceof as satisfies extends implements is else catch finally of from".split(" "),
);
const unfinishedWords = new Set(
  (
    "extends implements in instanceof as satisfies typeof new void delete await return throw of is keyof else do case " +
    "const let var function class interface enum export default import from"
  ).split(" "),
);
const startingPunctuators = new Set(["{", "@", "++", "--", "!", "~"]);
/** Before these a brace opens a type or a value, never the body of a declaration. */
const beforeLiteral = new Set([
  ":",
  "|",
  "&",
  "=>",
  "<",
  ",",
  "is",
  "asserts",
  "keyof",
  "readonly",
  "?",
  "=",
  "extends",
]);

export function statements(code: string): readonly Statement[] {
  const { tokens } = tokenize(code);
  const found: Statement[] = [];
  let begin = 0;
  while (begin < tokens.length) {
    const end = statementEnd(tokens, begin);
    const own = tokens.slice(begin, end);
    const start = found.at(-1)?.end ?? 0;
    found.push({ ...describe(own), tokens: own, start, end: own.at(-1)?.end ?? start });
    begin = end;
  }
  return found;
}

/** The index of the word that says what the statement is, behind modifiers and decorators. */
function headOf(tokens: readonly Token[]): number {
  let at = 0;
  for (;;) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token === undefined) return 0;
    if (token.text === "@") at = decoratorEnd(tokens, at);
    else if (token.text === "export" || token.text === "default" || token.text === "declare") at++;
    else if ((token.text === "abstract" || token.text === "async") && next?.kind === "name" && !next.newline) at++;
    else if (token.text === "const" && next?.text === "enum") at++;
    else if (token.text === "await" && next?.text === "using") at++;
    else return at;
  }
}

function decoratorEnd(tokens: readonly Token[], at: number): number {
  let index = at + 1;
  let depth = 0;
  for (; index < tokens.length; index++) {
    const text = tokens[index]?.text ?? "";
    if (text === "(" || text === "[" || text === "{") depth++;
    else if (text === ")" || text === "]" || text === "}") depth--;
    const next = tokens[index + 1]?.text;
    if (depth === 0 && next !== "." && next !== "(" && text !== ".") return index + 1;
  }
  return index;
}

function isDeclarationHead(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token === undefined || token.kind !== "name" || !declarationWords.has(token.text)) return false;
  if (token.text === "import") return next?.text !== "(" && next?.text !== ".";
  return (
    next !== undefined &&
    (next.kind === "name" || next.text === "{" || next.text === "[" || next.text === "*" || next.kind === "string")
  );
}

function describe(tokens: readonly Token[]): Pick<Statement, "kind" | "keyword" | "names"> {
  const head = headOf(tokens);
  const word = tokens[head]?.text ?? "";
  const nothing = { keyword: "", names: [] };
  if (!isDeclarationHead(tokens, head)) {
    const exported = tokens[0]?.text === "export";
    const names = exported ? [] : boundNames(tokens, true);
    return { kind: exported ? "export" : names.length > 0 ? "block" : "other", keyword: "var", names };
  }
  const named = (offset: number): readonly BoundName[] => {
    const token = tokens[head + offset];
    return token?.kind === "name" ? [{ text: token.text, start: token.start, end: token.end, form: "plain" }] : [];
  };
  switch (word) {
    case "import":
      return { kind: "import", keyword: "", names: importedNames(tokens.slice(head + 1)) };
    case "const":
    case "let":
    case "var":
    case "using":
      return { kind: "variable", keyword: word, names: boundNames(tokens.slice(head), false) };
    case "function":
      return { kind: "function", keyword: "", names: named(tokens[head + 1]?.text === "*" ? 2 : 1) };
    case "class":
      return { kind: "class", keyword: "", names: named(1) };
    case "interface":
    case "type":
      return { kind: "type", keyword: "", names: named(1) };
    case "enum":
      return { kind: "enum", keyword: "", names: named(1) };
    case "namespace":
    case "module":
      return { kind: "namespace", keyword: "", names: named(1) };
    default:
      return { kind: "other", ...nothing };
  }
}

/** The index behind the last token of the statement that starts at `begin`. */
function statementEnd(tokens: readonly Token[], begin: number): number {
  const head = begin + headOf(tokens.slice(begin, begin + 400));
  const word = tokens[head]?.text ?? "";
  const declares = isDeclarationHead(tokens, head) || tokens[head]?.text === "global";
  const bodied = declares && /^(function|class|interface|enum|namespace|module|global)$/.test(word);
  const block = !declares && (word === "{" || blockWords.has(word));
  let depth = 0;
  let body = -1;
  for (let at = begin; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const before = tokens[at - 1];
    if (
      depth === 0 &&
      at > head &&
      before !== undefined &&
      token.newline &&
      !((bodied || block) && token.text === "{")
    ) {
      if (canEnd(before, token) && !continues(token)) return at;
    }
    const opens =
      token.text === "(" ||
      token.text === "[" ||
      token.text === "{" ||
      (token.kind === "template" && token.text.endsWith("${"));
    const closes =
      token.text === ")" ||
      token.text === "]" ||
      token.text === "}" ||
      (token.kind === "template" && token.text.startsWith("}"));
    if (closes) depth--;
    if (depth === 0 && body >= 0 && token.text === "}") return tokens[at + 1]?.text === ";" ? at + 2 : at + 1;
    if (depth === 0 && token.text === "{" && (block || (bodied && at > head && !beforeLiteral.has(before?.text ?? ""))))
      body = at;
    if (opens) depth++;
    if (depth <= 0 && token.text === ";") return at + 1;
    if (depth < 0) return at + 1;
  }
  return tokens.length;
}

function canEnd(token: Token, next: Token): boolean {
  if (token.kind === "punctuator") {
    if (token.text === ">") return next.kind === "name" && declarationWords.has(next.text);
    return [")", "]", "}", "++", "--", "!"].includes(token.text);
  }
  if (token.kind === "template") return token.text.endsWith("`");
  return token.kind !== "name" || !unfinishedWords.has(token.text);
}

function continues(token: Token): boolean {
  if (token.kind === "punctuator") return !startingPunctuators.has(token.text);
  if (token.kind === "template") return true;
  return token.kind === "name" && continuingWords.has(token.text);
}
