/**
 * Plain forms: statements and expressions that bind nothing, for the reference walker. The common ones are spelled out. A chain
 * is walked in a loop, since it may be longer than the stack is deep.
 */
import type { AnyNode } from "acorn";
import type { ReferenceWalk, Scope } from "./reference-walk.ts";
import { operandsOf } from "./transpiled-code.ts";

export function visitPlain(walker: ReferenceWalk, node: AnyNode, scope: Scope): void {
  switch (node.type) {
    case "Literal":
    case "ThisExpression":
    case "EmptyStatement":
    case "TemplateElement":
    case "BreakStatement":
    case "ContinueStatement":
      break;
    case "ExpressionStatement":
      walker.visit(node.expression, scope);
      break;
    case "ReturnStatement":
    case "ThrowStatement":
      walker.visit(node.argument, scope);
      break;
    case "BinaryExpression":
    case "LogicalExpression":
      walker.visitAll(operandsOf(node), scope);
      break;
    case "IfStatement":
    case "ConditionalExpression": {
      let last: AnyNode | null | undefined = node;
      for (; last?.type === node.type; last = last.alternate) {
        walker.visit(last.test, scope);
        walker.visit(last.consequent, scope);
      }
      walker.visit(last, scope);
      break;
    }
    case "ObjectExpression":
      walker.visitAll(node.properties, scope);
      break;
    case "ArrayExpression":
      walker.visitAll(node.elements, scope);
      break;
    case "NewExpression":
      walker.visit(node.callee, scope);
      walker.visitAll(node.arguments, scope);
      break;
    case "TemplateLiteral":
      walker.visitAll(node.expressions, scope);
      break;
    default:
      for (const child of Object.values(node)) {
        if (Array.isArray(child)) walker.visitAll(child, scope);
        else if (child !== null && typeof child === "object" && "type" in child) walker.visit(child as AnyNode, scope);
      }
  }
}
