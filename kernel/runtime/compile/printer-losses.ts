/**
 * Printer losses: parentheses and holes of patterns that swc leaves out when it prints code, kept by marks in the text.
 *
 * swc prints `(await x) ** 2` as `await x ** 2`, `new (() => {})` as `new ()=>{}`, `(new A)()` as `new A()`, and `[a, ,] = b` as
 * `[a] = b`. Here such a parenthesis becomes a call of a name that nobody uses, `_$k(await x) ** 2`, and such a hole has a
 * name after it, `[a, , _$k0] = b`; both are removed from the printed code, where columns stay.
 * Limits: a comment of more than 200 characters between such a parenthesis and what follows hides it.
 */
import { Edits } from "./edits.ts";
import { offsetIn, type SourceNode, type SourceTree } from "./source-forms.ts";

/** What may stand between two tokens, and the `!` of a value that is not null. */
const GAP = "(?:[\\s!]|/\\*[^*]{0,200}\\*/|//[^\\n]{0,200}\\n)*";
const BASE = new RegExp(`\\b(?:new|extends)\\b${GAP}\\(`);
const POWER = new RegExp(`\\)${GAP}\\*\\*`);
const CALLED = new RegExp(`\\)${GAP}(?:\\?\\.${GAP})?\\(`);
const TAG = new RegExp(`\\)${GAP}\``);
const HOLE = new RegExp(`[[,]${GAP},${GAP}\\]`);
const UPDATED = /(?:\+\+|--)\s*\)|\(\s*(?:\+\+|--)/;

/** A glance, because parsing takes longer than transpiling. */
function mayLose(source: string): boolean {
  if (HOLE.test(source) || BASE.test(source) || (/\bawait\b/.test(source) && POWER.test(source))) return true;
  const isUpdated = UPDATED.test(source);
  if ((isUpdated || /\bnew\b/.test(source)) && CALLED.test(source)) return true;
  return (isUpdated || /\b(?:await|yield|class)\b/.test(source)) && TAG.test(source);
}

interface MarkedText {
  readonly text: string;
  /** Where marks were put into the source. */
  readonly edits: Edits;
  /** The code that was made of the text, without the marks. */
  unmarked(code: string): string;
}

/** Undefined if nothing is lost; `parse` throws if the source is no TypeScript. */
export function markLosses(source: string, parse: (source: string) => SourceTree): MarkedText | undefined {
  if (!mayLose(source)) return undefined;
  let tree: SourceTree;
  try {
    tree = parse(source);
  } catch {
    return undefined; // whoever transpiles it says why
  }
  let mark = "_$k";
  while (source.includes(mark)) mark += "$";
  const edits = new Edits();
  let holes = 0;
  const offset = offsetIn(source, tree);
  const keepParenthesis = (node: SourceNode | null | undefined) => {
    const parenthesis = lostParenthesis(node);
    if (parenthesis !== undefined) edits.insert(offset(parenthesis.span.start), mark);
  };
  const pending: unknown[] = [tree.program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    pending.push(...Object.values(node));
    const { type, callee, tag, superClass, left, operator } = node as SourceNode;
    if (type === "NewExpression" || type === "CallExpression") keepParenthesis(callee);
    else if (type === "TaggedTemplateExpression") keepParenthesis(tag);
    else if (type === "ClassDeclaration" || type === "ClassExpression") keepParenthesis(superClass);
    else if (type === "BinaryExpression" && operator === "**") keepParenthesis(left);
    else if (type === "ArrayPattern" && hasLostHole(node as SourceNode, source, offset))
      edits.insert(offset((node as SourceNode).span.end) - 1, `${mark}${holes++}`);
  }
  if (edits.isEmpty) return undefined;
  const marks = new RegExp(`${mark.replaceAll("$", "\\$")}\\d*`, "g");
  return {
    text: edits.apply(source),
    edits,
    unmarked: (code) => code.replace(marks, (found) => " ".repeat(found.length)),
  };
}

const LOST = /^(?:ArrowFunction|Update|New|Class|Await|Yield)Expression$/;
const AROUND_VALUE = /^(?:Parenthesis|Ts(?:As|NonNull|Satisfies|TypeAssertion|ConstAssertion|Const|Instantiation))/;

/** The parenthesis around an operand that swc might print without it. */
function lostParenthesis(node: SourceNode | null | undefined): SourceNode | undefined {
  let found: SourceNode | undefined;
  let at = node;
  while (at && AROUND_VALUE.test(at.type)) {
    if (at.type === "ParenthesisExpression") found ??= at;
    at = at.expression;
  }
  return at && LOST.test(at.type) ? found : undefined;
}

/** Whether its last elements are holes that swc's tree does not have: those of an assignment, and of parameters of an arrow. */
function hasLostHole({ elements = [], span }: SourceNode, source: string, offset: (byte: number) => number): boolean {
  const last = elements.at(-1);
  if (last === null) return false;
  const rest = source.slice(offset(last?.span.end ?? span.start + 1), offset(span.end) - 1);
  const commas = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(/[^,]/g, "").length;
  return commas > (last === undefined ? 0 : 1);
}
