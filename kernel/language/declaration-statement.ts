/**
 * Declarations of a text: which top-level statement declares a name, and where it begins and ends.
 *
 * Method: brackets are balanced over the tokens; between them a statement ends at a semicolon, behind the body of a declaration, or
 * at a line break where nothing goes on (ECMA-262, 12.10, automatic semicolons).
 * Limits: not a parser. `a >\n b` is split; a third type argument of a value, as in `x<A, B, C>()`, is taken for a name. What
 * is found is shown or offered, never run.
 */
import { closes, opens, type Token, tokenize } from "./token.ts";

export interface DeclarationStatement {
  readonly kind: "variable" | "function" | "class" | "type" | "enum" | "namespace";
  readonly names: readonly Token[];
  readonly tokens: readonly Token[];
  /** Behind the statement before, so that comments above belong to it. */
  readonly start: number;
}

const kinds: ReadonlyMap<string, DeclarationStatement["kind"]> = new Map([
  ["const", "variable"],
  ["let", "variable"],
  ["var", "variable"],
  ["using", "variable"],
  ["function", "function"],
  ["class", "class"],
  ["interface", "type"],
  ["type", "type"],
  ["enum", "enum"],
  ["namespace", "namespace"],
  ["module", "namespace"],
]);
const modifiers = new Set("export default declare abstract async await".split(" "));
const continuing = new Set("in instanceof as satisfies extends implements is else catch finally of from".split(" "));
const unfinished = new Set("extends implements in instanceof as satisfies typeof new keyof is =".split(" "));
const startingPunctuators = new Set(["{", "@", "++", "--", "!", "~"]);
/** Before these a brace opens a type or a value, not the body of a declaration. */
const beforeType = new Set(": | & => < , is asserts keyof readonly ? = extends".split(" "));

export function declarations(code: string): readonly DeclarationStatement[] {
  const { tokens } = tokenize(code);
  const found: DeclarationStatement[] = [];
  let start = 0;
  for (let begin = 0; begin < tokens.length; ) {
    const head = headOf(tokens, begin);
    const kind = kindAt(tokens, head);
    const end = statementEnd(tokens, begin, kind !== undefined && kind !== "variable" && tokens[head]?.text !== "type");
    if (kind !== undefined) {
      const names = namesOf(kind, tokens.slice(head + 1, end));
      found.push({ kind, names, tokens: tokens.slice(begin, end), start });
    }
    start = tokens[end - 1]?.end ?? start;
    begin = end;
  }
  return found;
}

/** Whether a brace opens the body of what its statement declares. */
function opensBody(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === "{" && !beforeType.has(tokens[at - 1]?.text ?? "");
}

/** The word that says what the statement is, behind modifiers and decorators. */
function headOf(tokens: readonly Token[], begin: number): number {
  if (tokens[begin]?.text === "@") {
    for (let at = begin + 1; at < tokens.length; at++) if (tokens[at]?.text === "class") return at;
    return -1;
  }
  const isModifier = (at: number) => modifiers.has(tokens[at]?.text ?? "") || tokens[at + 1]?.text === "enum";
  let at = begin;
  while (isModifier(at)) at++;
  return at;
}

function kindAt(tokens: readonly Token[], head: number): DeclarationStatement["kind"] | undefined {
  const next = tokens[head + 1];
  const isNamed = next?.kind === "name" || /^[{[*]$/.test(next?.text ?? "");
  return isNamed ? kinds.get(tokens[head]?.text ?? "") : undefined;
}

/** The index behind the last token of the statement. */
function statementEnd(tokens: readonly Token[], begin: number, hasBody: boolean): number {
  const isDecorated = tokens[begin]?.text === "@";
  let depth = 0;
  let isInBody = false;
  for (let at = begin; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const isBreak = depth === 0 && at > begin && token.newline && !isDecorated && !(hasBody && token.text === "{");
    if (isBreak && canEnd(tokens[at - 1] as Token) && !continues(token)) return at;
    if (depth === 0 && hasBody && opensBody(tokens, at)) isInBody = true;
    if (opens(token)) depth++;
    if (closes(token)) depth--;
    if (depth < 0 || (depth === 0 && (token.text === ";" || (isInBody && token.text === "}")))) return at + 1;
  }
  return tokens.length;
}

function canEnd({ kind, text }: Token): boolean {
  if (kind === "punctuator") return [")", "]", "}", "++", "--", "!", ">"].includes(text);
  return kind === "template" ? text.endsWith("`") : !unfinished.has(text) && !modifiers.has(text);
}

function continues({ kind, text }: Token): boolean {
  if (kind === "punctuator") return !startingPunctuators.has(text);
  return kind === "template" || continuing.has(text);
}

function namesOf(kind: DeclarationStatement["kind"], tokens: readonly Token[]): readonly Token[] {
  if (kind !== "variable") return tokens.filter((token) => token.kind === "name").slice(0, 1);
  let depth = 0;
  let patternDepth = 0;
  return tokens.filter((token, at) => {
    const [before, after] = [tokens[at - 1]?.text ?? ",", tokens[at + 1]];
    // A pattern stands where a name may: first, and behind a comma.
    if (depth === 0 && before === "," && opens(token)) patternDepth = 1;
    if (opens(token)) depth++;
    if (closes(token)) depth--;
    if (depth === 0 && closes(token)) patternDepth = 0;
    if (token.kind !== "name") return false;
    if (depth === 0) return before === "," && (after === undefined || after.newline || /^[:=,;!]$/.test(after.text));
    return patternDepth === 1 && /^(?:[{[,:]|\.\.\.)$/.test(before) && /^[,}\]=]$/.test(after?.text ?? "");
  });
}
