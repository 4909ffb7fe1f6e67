/** Binding forms: how variables, functions and classes of a cell bind names, for the reference walker. */
import type { AnyNode, Class, Function as FunctionNode, VariableDeclaration } from "acorn";
import { lexicalNames, namesOfDeclaration, namesOfPattern, variableNames } from "./declared-names.ts";
import type { ReferenceMode } from "./loop-variables.ts";
import { inner, type ReferenceWalk, type Scope } from "./reference-walk.ts";

/** `mode` is `write-part` in the head of a loop over values. */
export function visitVariables(
  walker: ReferenceWalk,
  node: VariableDeclaration,
  scope: Scope,
  mode: ReferenceMode,
): void {
  const { code, edits, declarations } = walker.parameters;
  const isTop = scope.depth === 0 && (node.kind === "var" || scope === walker.root) && !declarations.isLocal(node);
  if (isTop) edits.remove({ start: node.start, end: node.declarations[0].start }, code);
  for (const { id, init, end } of node.declarations) {
    const isPattern = isTop && init && id.type !== "Identifier";
    if (isPattern) edits.insert(id.start, "(");
    walker.visit(id, scope, mode === "write-part" ? "declare-part" : "declare");
    if (init) walker.visitNamed(id, init, scope);
    else if (isTop && node.kind === "let") edits.append(end, "=void 0");
    if (isPattern) edits.append(end, ")");
  }
}

export function visitFunction(walker: ReferenceWalk, node: FunctionNode, scope: Scope): void {
  const names = new Set<string>(node.type === "ArrowFunctionExpression" ? [] : ["arguments"]);
  if (node.type === "FunctionExpression" && node.id) names.add(node.id.name);
  for (const parameter of node.params) namesOfPattern(parameter, names);
  const own: Scope = { names, parent: scope, depth: scope.depth + 1 };
  walker.visitAll(node.params, own); // which do not see the variables of the body
  walker.visit(node.body, node.body.type === "BlockStatement" ? inner(own, variableNames(node.body.body)) : own);
}

export function visitClass(walker: ReferenceWalk, node: Class, scope: Scope): void {
  const own = inner(scope, new Set(node.id ? [node.id.name] : []));
  const body: Scope = { ...own, parent: own, depth: scope.depth + 1 };
  walker.visit(node.superClass, own);
  for (const member of node.body.body) {
    if (member.type === "StaticBlock") {
      walker.visitAll(member.body, inner(body, lexicalNames(member.body, variableNames(member.body))));
    } else {
      if (member.computed) walker.visit(member.key, own);
      walker.visit(member.value, body);
    }
  }
}

export function headNames(head: AnyNode | null | undefined): Set<string> {
  const isLexical = head?.type === "VariableDeclaration" && head.kind !== "var";
  return isLexical ? namesOfDeclaration(head, new Set()) : new Set();
}
