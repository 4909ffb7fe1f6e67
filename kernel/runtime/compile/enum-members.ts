/**
 * Enum members: values that swc cannot know, because it sees one text without types.
 *
 * swc leaves a member undefined if it follows one with an unknown value: it is that value plus one, since TypeScript only
 * allows numbers before it. And if a value is a string, TypeScript writes no reverse mapping; this is decided when the code
 * runs. Columns stay, except after a value on its line.
 */
import type { AnyNode, AssignmentExpression, MemberExpression, Program } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, nameOf } from "./transpiled-code.ts";

export function completeEnums(code: string, program: Program): string {
  const edits = new Edits();
  const pending: AnyNode[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === "BlockStatement") completeMembers(node.body, code, edits);
    pending.push(...childrenOf(node));
  }
  return edits.apply(code);
}

function completeMembers(statements: readonly AnyNode[], code: string, edits: Edits): void {
  let before: string | undefined;
  for (const statement of statements) {
    const { mapping, member } = memberIn(statement) ?? {};
    const previous = before;
    before = member && code.slice(member.left.start, member.left.end);
    if (mapping === undefined || member === undefined || isNumber(member.right)) continue;
    if (code.slice(member.right.start, member.right.end) === "void 0") {
      if (previous !== undefined) edits.replace(member.right, `${previous} + 1`);
      continue;
    }
    const name = code.slice(mapping.object.start, mapping.object.end);
    const text = code.slice(member.left.property.start, member.left.property.end);
    edits.replace({ start: mapping.start, end: member.start }, " ".repeat(member.start - mapping.start));
    edits.replace(
      { start: member.end, end: statement.end },
      `; if (typeof ${before} !== "string") ${name}[${before}] = ${text};`,
    );
  }
}

interface Member {
  readonly mapping: MemberExpression;
  readonly member: AssignmentExpression & { readonly left: MemberExpression };
}

/** `Unit["Metre"] = value` of `Unit[Unit["Metre"] = value] = "Metre";`. */
function memberIn(statement: AnyNode): Member | undefined {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return undefined;
  const { left: mapping, right } = statement.expression;
  if (mapping.type !== "MemberExpression" || !mapping.computed) return undefined;
  const { object, property } = mapping;
  if (property.type !== "AssignmentExpression" || property.left.type !== "MemberExpression") return undefined;
  const { object: own, property: text } = property.left;
  const isOne = right.type === "Literal" && text.type === "Literal" && text.value === right.value;
  if (!isOne || nameOf(own) === undefined || nameOf(own) !== nameOf(object)) return undefined;
  return { mapping, member: property as Member["member"] };
}

function isNumber(value: AnyNode): boolean {
  const { type } = value;
  if (type === "UnaryExpression") return value.operator === "-" && isNumber(value.argument);
  return type === "Literal" && typeof value.value === "number";
}
