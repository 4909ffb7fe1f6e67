/**
 * Printer losses: parentheses and holes of patterns that swc leaves out when it prints code, kept by marks in the text.
 *
 * swc prints `(await x) ** 2` as `await x ** 2`, `new (() => {})` as `new ()=>{}`, `(new A)()` as `new A()`, `(a?.b).c?.d` as
 * `a?.b.c?.d`, and `[a, ,] = b` as `[a] = b`. Here a name that nobody uses comes first in such a parenthesis, `(_$k, await x) ** 2`,
 * which needs it in every place, and comes last in such a pattern, `[a, , _$k0] = b`; both are removed from the printed code, where
 * columns stay. `export default (class {})`, which would be a declaration without a value, is kept in the same way. What `({}`t`)` and
 * `(class {}`t`)` call would be a block and a declaration, and has parentheses of its own.
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
const CHAINED = new RegExp(`\\)${GAP}(?:\\?\\.|[.[(\`])`);
const FIRST_TAG = new RegExp(`\\(${GAP}(?:\\{|class\\b)`);
const BRACED_TAG = new RegExp(`\\}${GAP}\``);
const HOLE = new RegExp(`[[,]${GAP},${GAP}\\]`);
const DEFAULT = new RegExp(`\\bexport${GAP}\\bdefault${GAP}(?:<[^>]*>${GAP})?\\(`);
const UPDATED = /(?:\+\+|--)\s*\)|\(\s*(?:\+\+|--)/;

/** A glance, because parsing takes longer than transpiling. */
function mayLose(source: string): boolean {
  if (HOLE.test(source) || BASE.test(source) || (/\bawait\b/.test(source) && POWER.test(source))) return true;
  if (/\b(?:class|function)\b/.test(source) && DEFAULT.test(source)) return true;
  if (source.includes("?.") && CHAINED.test(source)) return true;
  if (FIRST_TAG.test(source) && (BRACED_TAG.test(source) || TAG.test(source))) return true;
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
  const keep = (parenthesis: SourceNode | undefined) => {
    if (parenthesis !== undefined) edits.insert(offset(parenthesis.span.start) + 1, `${mark},`);
  };
  const keepParenthesis = (node: SourceNode | null | undefined, lost: RegExp) => keep(lostParenthesis(node, lost));
  const pending: unknown[] = [tree.program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    pending.push(...Object.values(node));
    const { type, callee, object, tag, superClass, left, operator, expression } = node as SourceNode;
    if (type === "NewExpression" || type === "CallExpression") {
      keep(lostParenthesis(callee, OPERAND) ?? (type === "NewExpression" ? aroundTaggedCall(callee) : undefined));
    }
    if (type === "ExportDefaultExpression") keepParenthesis(expression, NAMELESS);
    else if (type === "MemberExpression") keepParenthesis(object, CHAIN);
    else if (type === "TaggedTemplateExpression" && tag && BRACED.test(tag.type)) {
      edits.insert(offset(tag.span.start), `(${mark},`);
      edits.append(offset(tag.span.end), ")");
    } else if (type === "TaggedTemplateExpression") keepParenthesis(tag, TAGGED);
    else if (type === "ClassDeclaration" || type === "ClassExpression") keepParenthesis(superClass, OPERAND);
    else if (type === "BinaryExpression" && operator === "**") keepParenthesis(left, OPERAND);
    else if (type === "ArrayPattern" && hasLostHole(node as SourceNode, source, offset))
      edits.insert(offset((node as SourceNode).span.end) - 1, `${mark}${holes++}`);
  }
  if (edits.isEmpty) return undefined;
  const marks = new RegExp(`${mark.replaceAll("$", "\\$")}(?:\\s*,|\\d+)`, "g");
  return {
    text: edits.apply(source),
    edits,
    unmarked: (code) => code.replace(marks, (found) => " ".repeat(found.length)),
  };
}

const CHAIN = /^OptionalChainingExpression$/;
const OPERAND = /^(?:ArrowFunction|Update|New|Class|Await|Yield|OptionalChaining)Expression$/;
const NAMELESS = /^(?:Class|Function)Expression$/;
const BRACED = /^(?:Object|Class)Expression$/;
const TAGGED = new RegExp(`${OPERAND.source}|${BRACED.source}`);
const AROUND_VALUE = /^(?:Parenthesis|Ts(?:As|NonNull|Satisfies|TypeAssertion|ConstAssertion|Const|Instantiation))/;

/** The parenthesis around an operand that swc might print without it. */
function lostParenthesis(node: SourceNode | null | undefined, lost: RegExp): SourceNode | undefined {
  let found: SourceNode | undefined;
  let at = node;
  while (at && AROUND_VALUE.test(at.type)) {
    if (at.type === "ParenthesisExpression") found ??= at;
    at = at.expression;
  }
  return at && lost.test(at.type) ? found : undefined;
}

/** In `new (f()`t`.a)()`, the parenthesis that makes the call one of `f`. */
function aroundTaggedCall(callee: SourceNode | undefined): SourceNode | undefined {
  let parenthesis: SourceNode | undefined;
  let isTagged = false;
  for (let at = callee; at !== undefined; at = at.tag ?? at.object ?? at.expression) {
    if (at.type === "CallExpression") return isTagged ? parenthesis : undefined;
    if (at.type === "ParenthesisExpression") parenthesis = at;
    if (at.type === "TaggedTemplateExpression") isTagged = true;
  }
  return undefined;
}

/** Whether its last elements are holes that swc's tree does not have: those of an assignment, and of parameters of an arrow. */
function hasLostHole({ elements = [], span }: SourceNode, source: string, offset: (byte: number) => number): boolean {
  const last = elements.at(-1);
  if (last === null) return false;
  const rest = source.slice(offset(last?.span.end ?? span.start + 1), offset(span.end) - 1);
  const commas = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(/[^,]/g, "").length;
  return commas > (last === undefined ? 0 : 1);
}
