/** Declared names: which names a pattern, a block or a function's body binds. Over acorn's ESTree nodes. */
import type { AnyNode, Pattern, VariableDeclaration } from "acorn";
import { childrenOf } from "./transpiled-code.ts";

export function namesOfPattern(pattern: Pattern, into: Set<string>): Set<string> {
  switch (pattern.type) {
    case "Identifier":
      into.add(pattern.name);
      break;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        namesOfPattern(property.type === "RestElement" ? property.argument : property.value, into);
      }
      break;
    case "ArrayPattern":
      for (const element of pattern.elements) if (element) namesOfPattern(element, into);
      break;
    case "AssignmentPattern":
      namesOfPattern(pattern.left, into);
      break;
    case "RestElement":
      namesOfPattern(pattern.argument, into);
      break;
  }
  return into;
}

export function namesOfDeclaration(declaration: VariableDeclaration, into: Set<string>): Set<string> {
  for (const { id } of declaration.declarations) namesOfPattern(id, into);
  return into;
}

/** What `let`, `const`, `class` and `function` bind in this block. */
export function lexicalNames(statements: readonly AnyNode[], into = new Set<string>()): Set<string> {
  for (const statement of statements) {
    if (statement.type === "VariableDeclaration" && statement.kind !== "var") namesOfDeclaration(statement, into);
    else if (statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration") {
      if (statement.id) into.add(statement.id.name);
    }
  }
  return into;
}

/** What has statements in it; functions do not count. */
const AROUND_STATEMENTS = /Statement$|^(?:CatchClause|SwitchCase|ExportNamedDeclaration)$/;

/** What `var` binds in this function or program, also from inside blocks, but not from inside functions. */
export function variableNames(nodes: readonly AnyNode[], into = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.type === "VariableDeclaration") {
      if (node.kind === "var") namesOfDeclaration(node, into);
    } else if (AROUND_STATEMENTS.test(node.type)) variableNames(childrenOf(node), into);
  }
  return into;
}
