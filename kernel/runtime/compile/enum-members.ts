/**
 * Enum members: the values that the transpiler cannot know, as TypeScript gives them.
 *
 * The transpiler sees one text without types. A member that follows one whose value it does not know it leaves undefined:
 * that one's value and one it is, for only numbers may be counted on from. And a constant may be a string, which TypeScript
 * gives no name in return; what is a string tells the value itself.
 * Places in the code stay, but for what follows a value on its line.
 */
import type { AnyNode } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode } from "./transpiled-code.ts";

/** A member whose value is neither a number nor a string that is written out. */
const UNKNOWN =
  /^[ \t]*([\p{ID_Start}$_][\p{ID_Continue}$]*)\[\1\["(?:[^"\\\n]|\\.)*"\] = (?!-?[\d.]+(?:e[+-]?\d+)?\] = ")/mu;

export function completeEnums(code: string): string {
  if (!UNKNOWN.test(code)) return code;
  const edits = new Edits();
  completeIn(parseTranspiledCode(code), code, edits);
  return edits.apply(code);
}

function completeIn(node: AnyNode, code: string, edits: Edits): void {
  if (node.type === "BlockStatement") {
    let before: EnumMember | undefined;
    for (const statement of node.body) {
      const member = memberOf(statement);
      if (member !== undefined) complete(member, before, code, edits);
      before = member;
    }
  }
  for (const child of childrenOf(node)) completeIn(child, code, edits);
}

/** `Unit[Unit["Metre"] = value] = "Metre"`. */
interface EnumMember {
  readonly statement: AnyNode;
  /** `Unit["Metre"] = value`. */
  readonly assignment: AnyNode;
  /** `Unit["Metre"]`. */
  readonly target: AnyNode;
  readonly value: AnyNode;
  readonly name: AnyNode;
}

function memberOf(statement: AnyNode): EnumMember | undefined {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return undefined;
  const { left, right: name } = statement.expression;
  if (left.type !== "MemberExpression" || left.object.type !== "Identifier" || name.type !== "Literal")
    return undefined;
  const { object, property: assignment } = left;
  if (assignment.type !== "AssignmentExpression" || assignment.left.type !== "MemberExpression") return undefined;
  const { left: target, right: value } = assignment;
  if (target.object.type !== "Identifier" || target.object.name !== object.name) return undefined;
  if (target.property.type !== "Literal" || target.property.value !== name.value) return undefined;
  return { statement, assignment, target, value, name };
}

function complete(member: EnumMember, before: EnumMember | undefined, code: string, edits: Edits): void {
  const { statement, assignment, target, value, name } = member;
  const textOf = ({ start, end }: AnyNode) => code.slice(start, end);
  if (isNumber(value)) return;
  if (textOf(value) === "void 0") {
    if (before !== undefined) edits.replace(value, `${textOf(before.target)} + 1`);
    return;
  }
  const { start } = assignment;
  edits.replace({ start: statement.start, end: start }, " ".repeat(start - statement.start));
  const own = textOf(target);
  const named = `${own.slice(0, own.indexOf("["))}[${own}] = ${textOf(name)};`;
  edits.replace({ start: assignment.end, end: statement.end }, `; if (typeof ${own} !== "string") ${named}`);
}

function isNumber(node: AnyNode): boolean {
  if (node.type === "UnaryExpression") return node.operator === "-" && isNumber(node.argument);
  return node.type === "Literal" && typeof node.value === "number";
}
