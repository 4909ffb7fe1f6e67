/** Declared names: which names a pattern, a block or a function's body binds. Over acorn's ESTree nodes. */
import type { AnyNode, Pattern, Statement, VariableDeclaration } from "acorn";

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

/** What `var` binds in this function or program, also from inside blocks, but not from inside functions. */
export function variableNames(nodes: readonly AnyNode[], into = new Set<string>()): Set<string> {
  for (const node of nodes) {
    switch (node.type) {
      case "VariableDeclaration":
        if (node.kind === "var") namesOfDeclaration(node, into);
        break;
      case "ExportNamedDeclaration":
        if (node.declaration) variableNames([node.declaration], into);
        break;
      case "IfStatement": {
        let last: AnyNode | null | undefined = node;
        for (; last?.type === "IfStatement"; last = last.alternate) variableNames([last.consequent], into);
        if (last) variableNames([last], into);
        break;
      }
      default:
        variableNames(innerStatements(node), into);
    }
  }
  return into;
}

function innerStatements(node: AnyNode): AnyNode[] {
  switch (node.type) {
    case "BlockStatement":
      return node.body;
    case "ForStatement":
      return present([node.init, node.body]);
    case "ForInStatement":
    case "ForOfStatement":
      return [node.left, node.body];
    case "WhileStatement":
    case "DoWhileStatement":
    case "LabeledStatement":
      return [node.body];
    case "TryStatement":
      return present([node.block, node.handler?.body, node.finalizer]);
    case "SwitchStatement":
      return node.cases.flatMap(({ consequent }): Statement[] => consequent);
    default:
      return [];
  }
}

function present(nodes: readonly (AnyNode | null | undefined)[]): AnyNode[] {
  return nodes.filter((node): node is AnyNode => node !== null && node !== undefined);
}
